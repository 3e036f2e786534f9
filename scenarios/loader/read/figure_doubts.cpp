#include "scenarios/loader/read/doubts.h"

namespace headrace {
namespace {

bool is_percent(std::string_view figure) { return figure.ends_with("_percent"); }

bool is_share(std::string_view figure) {
  return figure.ends_with("_share") || figure.ends_with("hit_rate") || figure.ends_with("availability");
}

// Says whether a figure may have either sign, as a difference has.
bool may_be_negative(std::string_view figure) { return figure.ends_with("_difference"); }

}  // namespace

std::string why_pointless(std::string_view figure, std::string_view comparison, double number) {
  const bool at_most = comparison == "<=" || comparison == "<";
  const double most = is_percent(figure) ? 100 : is_share(figure) ? 1 : 0;
  const char* kind = is_percent(figure) ? "a percentage" : "a share";
  if (most > 0 && (number > most || (number == most && comparison == ">")))
    return std::string(kind) + " is never above " + (most > 1 ? "100" : "1") +
           (at_most ? ", so this always holds" : ", so this never holds");
  if (may_be_negative(figure) || number > 0 || (number == 0 && comparison != "<")) return {};
  return std::string("the figure is never below 0, so this ") +
         (at_most || comparison == "==" ? "never" : "always") + " holds";
}

bool is_fraction_of_percent(std::string_view figure, std::string_view comparison, double number) {
  const bool high = figure.ends_with("au_percent") || figure.ends_with("goodput_percent") ||
                    figure.ends_with("utilisation_percent");
  return high && comparison.starts_with('>') && number > 0 && number < 1;
}

}  // namespace headrace
