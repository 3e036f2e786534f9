#include <algorithm>

#include "scenarios/loader/read/asserted_figures.h"
#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

Mark place_of_either(const Places& places, const std::string& path, const std::string& other) {
  for (const std::string& one : {path, other}) {
    const auto found = places.find(one);
    if (found != places.end()) return found->second;
  }
  return {};
}

}  // namespace

void check_published(const Scenario& scenario, const Places& places, Problems& problems) {
  for (const auto& [name, job] : scenario.jobs) {
    const std::string path = "jobs." + name;
    if (job.published.empty() || is_refused(path, problems)) continue;
    if (job.work.given().empty()) continue;  // Told already.
    const std::vector<std::string_view> there = figures_of_spec(scenario, job);
    for (std::size_t i = 0; i < job.published.size(); ++i) {
      const std::string& figure = job.published[i].figure;
      const std::string item = path + ".published[" + std::to_string(i) + "]";
      const Mark mark = place_of_either(places, item + ".figure", path + ".published");
      const bool twice =
          std::any_of(job.published.begin(), job.published.begin() + static_cast<std::ptrdiff_t>(i),
                      [&](const PublishedFigure& other) { return other.figure == figure; });
      if (twice) {
        problems.add(mark, "E0371", in_quotes(figure) + " is published twice").at(item);
      } else if (std::find(there.begin(), there.end(), figure) == there.end()) {
        problems
            .add(mark, "E0371",
                 "the job " + in_quotes(name) + " will not have the figure " + in_quotes(figure))
            .at(item)
            .hint(did_you_mean(nearest_word(figure, there)))
            .with_help("its figures are " + joined(there));
      }
    }
  }
}

}  // namespace headrace
