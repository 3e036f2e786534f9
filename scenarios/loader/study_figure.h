// StudyFigure: what a publication found of the arms of a comparison, and how near a run has to come.
//
//   published:
//     - figure: arms.large.jobs.train.samples_per_second   # divided by `over`: 1.25 times as fast
//       over: arms.small.jobs.train.samples_per_second
//       value: 1.25
//       source: "the DLIO study, figure 10 [read]"
//
// What is published of one job by itself stands under the job (models/jobs/published.h).
#pragma once

#include <string>

#include "models/fields.h"

namespace headrace {

struct StudyFigure {
  std::string figure;
  std::string over;  // Empty: the figure itself is published.
  double value = 0;
  double within = 0.15;
  bool fitted = false;
  std::string missing;
  std::string source;

  // Returns what was published, in words: "arms.a.jobs.x.seconds / arms.b.jobs.x.seconds".
  std::string words() const { return over.empty() ? figure : figure + " / " + over; }

  void visit(Fields& f) {
    f.text(required("figure", "a figure of an arm, arms.<arm>.jobs.<job>.<figure>"), figure);
    f.text({"over", "the figure that it is divided by, likewise; without it, its value is published"}, over);
    f.number(required("value", "what was published: the ratio, or in the unit of the figure"), value, -1e18,
             1e18);
    f.number({"within", "how far off a run may be and still reproduce it, as a share of the published value",
              "0.15, the share by which most studies of this kind are held [assumed]"},
             within, 0, 10);
    f.flag({"fitted", "whether values of the scenario were chosen by it, so that it is no prediction"},
           fitted);
    f.text({"missing", "what no publication says and the figure hangs on; told where it is not reproduced"},
           missing);
    f.text(required("source", "who published it, and its evidence tag"), source);
  }
};

}  // namespace headrace
