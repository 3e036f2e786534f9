// Rules of what others say of a job: it is of figures that the job will have, each once.

#include <algorithm>

#include "models/jobs/expected_figures.h"

namespace headrace {

void JobSpec::check_published(Check& check) const {
  if (published.empty() || check.is_refused()) return;
  const StoreFacts* const store = check.store(storage);
  const bool on_tiers = store != nullptr && !store->below.empty();
  const std::vector<std::string_view> there =
      figures_of_spec(*this, {on_tiers, std::string(check.why_not_alone())});
  for (std::size_t i = 0; i < published.size(); ++i) {
    const std::string& figure = published[i].figure;
    const std::string item = "published[" + std::to_string(i) + "]";
    const bool twice = std::any_of(published.begin(), published.begin() + static_cast<std::ptrdiff_t>(i),
                                   [&](const PublishedFigure& other) { return other.figure == figure; });
    if (twice) {
      check.error({.field = item,
                   .shown_at = item + ".figure",
                   .code = "E0371",
                   .sentence = in_quotes(figure) + " is published twice"});
    } else if (std::find(there.begin(), there.end(), figure) == there.end()) {
      check.error({.field = item,
                   .shown_at = item + ".figure",
                   .code = "E0371",
                   .sentence = "the job " + in_quotes(check.name()) + " will not have the figure " +
                               in_quotes(figure),
                   .help = "its figures are " + joined(there),
                   .sought = figure,
                   .names = there});
    }
  }
}

}  // namespace headrace
