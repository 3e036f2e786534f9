// PlacesSpec: the file systems on which a job keeps the files of some purposes, apart from its `storage`.
//
//   places: {checkpoints: {storage: burst, layout: {stripe_count: 8}}, datasets: {images: {storage: flash}}}
//
// JobSpec::place() answers where the files of a purpose are, and JobSpec::place_of() where a data set is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "models/fields.h"
#include "models/jobs/purpose.h"
#include "models/storage/layout.h"

namespace headrace {

struct FilePlaceSpec {
  std::string storage;
  LayoutSpec layout;

  void check(Check& check) const;
  void visit(Fields& f) {
    f.text(required("storage", "a file system of the platform"), storage);
    f.group(Field{"layout", "striping of these files, which take nothing of the job's own layout"}, layout);
  }
};

struct PlacesSpec {
  Named<FilePlaceSpec> datasets;
  std::optional<FilePlaceSpec> evaluation, checkpoints, weights, predictions, software, logs;

  // Returns the place of a purpose; null: it has none of its own.
  const FilePlaceSpec* find(Purpose purpose) const;
  // Returns the place of a data set of a mixture, likewise.
  const FilePlaceSpec* find_dataset(std::string_view name) const;

  void visit(Fields& f) {
    f.map(Field{"datasets", "data sets of a mixture, by their names"}, datasets);
    f.group(Field{"evaluation", "the evaluation set of a job that trains"}, evaluation);
    f.group(Field{"checkpoints",
                  "checkpoints, of two levels the second; a job that begins again reads them there"},
            checkpoints);
    f.group(Field{"weights", "the model that inference servers load"}, weights);
    f.group(Field{"predictions", "what inference servers write"}, predictions);
    f.group(Field{"software", "files that processes import at the start of the job"}, software);
    f.group(Field{"logs", "files that the ranks of a job that trains append to"}, logs);
  }
};

}  // namespace headrace
