#include "scenarios/loader/assertion.h"

#include <algorithm>
#include <optional>

#include "scenarios/loader/scalars.h"
#include "scenarios/loader/words.h"

namespace headrace {
namespace {

// A part of an assertion, so that a problem can point at it.
struct Part {
  std::string_view text;
  std::size_t offset = 0;
};

Part trimmed(std::string_view text, std::size_t begin, std::size_t end) {
  while (begin < end && text[begin] == ' ') ++begin;
  while (end > begin && text[end - 1] == ' ') --end;
  return {text.substr(begin, end - begin), begin};
}

class AssertionReader {
 public:
  AssertionReader(const std::string& text, const Mark& mark, Problems& problems)
      : text_(text), mark_(mark), problems_(problems) {}

  std::optional<Assertion> read(const Scenario& scenario) {
    const std::size_t at = text_.find_first_of("<>=!");
    const std::size_t length =
        at != std::string::npos && at + 1 < text_.size() && text_[at + 1] == '=' ? 2 : 1;
    const std::string comparison = at == std::string::npos ? "" : text_.substr(at, length);
    constexpr std::string_view kComparisons[] = {">=", "<=", "==", ">", "<"};
    if (std::find(std::begin(kComparisons), std::end(kComparisons), comparison) == std::end(kComparisons)) {
      problem({text_, 0}, "E0320", in_quotes(text_) + " is not an assertion")
          .with_help("write a figure, one of >= <= == > <, and a number: jobs.train.au_percent >= 90");
      return std::nullopt;
    }
    const Part metric = trimmed(text_, 0, at);
    const Part bound = trimmed(text_, at + length, text_.size());
    Assertion assertion{text_, std::string(metric.text), comparison, 0};
    Tree number;
    number.kind = Tree::Kind::scalar;
    number.scalar = bound.text;
    if (const auto fault = read_scalar(number, assertion.bound)) {
      problem(bound, "E0320", fault->sentence).with_help("an assertion compares with a number without unit");
      return std::nullopt;
    }
    return check_metric(metric, scenario) ? std::optional(assertion) : std::nullopt;
  }

 private:
  // Up to the next dot from there on.
  static Part part_at(std::string_view name, std::size_t begin) {
    begin = std::min(begin, name.size());
    return {name.substr(begin, std::min(name.find('.', begin), name.size()) - begin), begin};
  }

  bool check_metric(const Part& metric, const Scenario& scenario) {
    const std::string_view name = metric.text;
    std::size_t begin = 0;
    if (part_at(name, 0).text == "arms") {
      const Part arm = part_at(name, 5);
      if (!is_one_of(arm, metric, scenario.compare, "arm")) return false;
      begin = arm.offset + arm.text.size() + 1;
    }
    const Part jobs = part_at(name, begin);
    const Part job = part_at(name, begin + jobs.text.size() + 1);
    const std::size_t at = job.offset + job.text.size() + 1;
    if (jobs.text != "jobs" || at >= name.size()) {
      problem(metric, "E0321", in_quotes(name) + " is not a figure of the answer")
          .with_help("figures are jobs.<name>.<figure>, the figures " + joined(kAssertedFigures));
      return false;
    }
    return is_one_of(job, metric, scenario.jobs, "job") && is_figure({name.substr(at), metric.offset + at});
  }

  template <class T>
  bool is_one_of(Part part, const Part& metric, const Named<T>& items, const char* what) {
    std::vector<std::string_view> names;
    for (const auto& item : items) names.push_back(item.first);
    if (std::find(names.begin(), names.end(), part.text) != names.end()) return true;
    part.offset += metric.offset;
    problem(part, "E0321", "there is no " + std::string(what) + " " + in_quotes(part.text))
        .hint(did_you_mean(nearest_word(part.text, names)));
    return false;
  }

  bool is_figure(const Part& figure) {
    const auto found = std::find(std::begin(kAssertedFigures), std::end(kAssertedFigures), figure.text);
    if (found != std::end(kAssertedFigures)) return true;
    problem(figure, "E0321", in_quotes(figure.text) + " is not a figure of a job")
        .hint(did_you_mean(nearest_word(figure.text, kAssertedFigures)))
        .with_help("figures are " + joined(kAssertedFigures));
    return false;
  }

  Problem& problem(const Part& part, const char* code, std::string sentence) {
    Mark mark = mark_;
    // Only what stands in the text letter by letter has parts to point at.
    const auto covered = static_cast<std::size_t>(mark.length);
    if (covered == text_.size() || covered == text_.size() + 2) {
      mark.column += static_cast<int>(part.offset + (covered - text_.size()) / 2);
      mark.length = static_cast<int>(std::max<std::size_t>(part.text.size(), 1));
    }
    return problems_.add(mark, code, std::move(sentence)).at("assert");
  }

  const std::string& text_;
  const Mark& mark_;
  Problems& problems_;
};

}  // namespace

void parse_assertions(Scenario& scenario, const std::map<std::string, Mark>& places, Problems& problems) {
  if (scenario.jobs.empty()) return;
  for (std::size_t i = 0; i < scenario.assertion_texts.size(); ++i) {
    const auto place = places.find("assert[" + std::to_string(i) + "]");
    const Mark mark = place == places.end() ? Mark() : place->second;
    AssertionReader reader(scenario.assertion_texts[i], mark, problems);
    if (auto assertion = reader.read(scenario)) scenario.assertions.push_back(std::move(*assertion));
  }
}

}  // namespace headrace
