#include "scenarios/loader/read/assertion.h"

#include <algorithm>
#include <optional>

#include "scenarios/loader/read/asserted_figures.h"
#include "scenarios/loader/read/doubts.h"
#include "scenarios/loader/text/scalars.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

// A piece of an assertion, so that a problem can point at it.
struct Piece {
  std::string_view text;
  std::size_t offset = 0;
};

Piece trimmed(std::string_view text, std::size_t begin, std::size_t end) {
  while (begin < end && text[begin] == ' ') ++begin;
  while (end > begin && text[end - 1] == ' ') --end;
  return {text.substr(begin, end - begin), begin};
}

// "arms.lru.jobs.train.cache.hit_rate": of a metric that was found good.
struct MetricParts {
  std::string_view arm;  // Empty: of all.
  std::string_view job;
  std::string_view figure;

  explicit MetricParts(std::string_view metric) {
    const auto next = [&] {
      const std::string_view part = metric.substr(0, metric.find('.'));
      metric.remove_prefix(part.size() + 1);
      return part;
    };
    if (next() == "arms") {
      arm = next();
      next();
    }
    job = next();
    figure = metric;
  }
};

std::vector<std::string_view> figure_paths() {
  std::vector<std::string_view> paths;
  for (const FigureRow& figure : figure_rows()) paths.push_back(figure.path);
  return paths;
}

// Returns the figures of a job, or of all of them where no name is given. Every figure there is where that is
// not known yet: an arm may change what a job has, and work that was refused is told elsewhere.
std::vector<std::string_view> figures_of_jobs(const Scenario& scenario, std::string_view job = {}) {
  std::vector<std::string_view> known;
  for (const auto& [name, spec] : scenario.jobs) {
    if (!job.empty() && name != job) continue;
    if (!scenario.compare.empty() || spec.work.given().empty()) return figure_paths();
    for (const std::string_view figure : figures_of_spec(scenario, spec))
      if (std::find(known.begin(), known.end(), figure) == known.end()) known.push_back(figure);
  }
  return known;
}

// Returns the whole name of the figure that was meant by its own alone; empty where no job has one like it.
std::string with_its_job(std::string_view figure, const Scenario& scenario) {
  for (const auto& [job, spec] : scenario.jobs)
    if (const std::string nearest = nearest_word(figure, figures_of_jobs(scenario, job)); !nearest.empty())
      return "jobs." + job + "." + nearest;
  return {};
}

class AssertionReader {
 public:
  AssertionReader(const std::string& text, const Mark& mark, Problems& problems, std::string path = "assert")
      : text_(text), mark_(mark), problems_(problems), path_(std::move(path)) {}

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
    const Piece metric = trimmed(text_, 0, at);
    const Piece bound = trimmed(text_, at + length, text_.size());
    Assertion assertion{text_, std::string(metric.text), comparison, 0};
    Tree number;
    number.kind = Tree::Kind::scalar;
    number.scalar = bound.text;
    if (const auto fault = read_scalar(number, assertion.bound)) {
      problem(bound, "E0320", fault->sentence).with_help("an assertion compares with a number without unit");
      return std::nullopt;
    }
    const bool is_right = check_metric(metric, scenario) && check_bound(assertion, bound);
    return is_right ? std::optional(assertion) : std::nullopt;
  }

  // Tells whether the text is a figure of the answer, by itself.
  bool check_name(const Scenario& scenario) { return check_metric({text_, 0}, scenario); }

  // Tells whether the job of a metric that was read well has its figure, in this scenario or arm.
  bool check_figure(const std::string& metric, const Scenario& scenario) {
    const MetricParts parts(metric);
    const auto job = std::find_if(scenario.jobs.begin(), scenario.jobs.end(),
                                  [&](const auto& item) { return item.first == parts.job; });
    const FigureRow* const figure = find_figure_row(parts.figure);
    if (job == scenario.jobs.end() || figure == nullptr) return true;
    const JobSpec& spec = job->second;
    if (spec.work.given().empty()) return true;  // Told already.
    const std::string reason = reason_without(*figure, scenario, spec);
    if (reason.empty()) return true;
    const std::size_t end = text_.find(metric) + metric.size();
    problem({parts.figure, end - parts.figure.size()}, "E0321",
            "the job " + in_quotes(parts.job) + " will not have " + in_quotes(parts.figure) + ": " + reason)
        .hint(did_you_mean(figure_in_place_of(*figure, scenario, spec)))
        .with_help("its figures are " + joined(figures_of_spec(scenario, spec)) +
                   (scenario.arm.empty() ? "" : "; in the arm " + in_quotes(scenario.arm)));
    return false;
  }

 private:
  // Returns the part of a name from there on, up to the next dot.
  static Piece piece_at(std::string_view name, std::size_t begin) {
    begin = std::min(begin, name.size());
    return {name.substr(begin, std::min(name.find('.', begin), name.size()) - begin), begin};
  }

  bool check_metric(const Piece& metric, const Scenario& scenario) {
    const std::string_view name = metric.text;
    std::size_t begin = 0;
    if (piece_at(name, 0).text == "arms") {
      const Piece arm = piece_at(name, 5);
      if (!is_one_of(arm, metric, scenario.compare, "arm")) return false;
      begin = arm.offset + arm.text.size() + 1;
    }
    const Piece jobs = piece_at(name, begin);
    const Piece job = piece_at(name, begin + jobs.text.size() + 1);
    const std::size_t at = job.offset + job.text.size() + 1;
    if (jobs.text != "jobs" || at >= name.size()) {
      problem(metric, "E0321", in_quotes(name) + " is not a figure of the answer")
          .hint(did_you_mean(with_its_job(name, scenario)))
          .with_help("figures are jobs.<name>.<figure>, the figures " + joined(figures_of_jobs(scenario)));
      return false;
    }
    return is_one_of(job, metric, scenario.jobs, "job") &&
           is_figure({name.substr(at), metric.offset + at}, figures_of_jobs(scenario, job.text));
  }

  bool check_bound(const Assertion& assertion, const Piece& bound) {
    const std::string_view figure = assertion.metric;
    if (is_fraction_of_percent(figure, assertion.comparison, assertion.bound)) {
      problem(bound, "E0502",
              in_quotes(bound.text) + " is less than one percent, and a percentage was to be high")
          .hint(did_you_mean(number_text(assertion.bound * 100)));
      return false;
    }
    const std::string why = why_pointless(figure, assertion.comparison, assertion.bound);
    if (!why.empty()) problem(bound, "E0501", why);
    return why.empty();
  }

  template <class T>
  bool is_one_of(Piece part, const Piece& metric, const Named<T>& items, const char* what) {
    std::vector<std::string_view> names;
    for (const auto& item : items) names.push_back(item.first);
    if (std::find(names.begin(), names.end(), part.text) != names.end()) return true;
    part.offset += metric.offset;
    problem(part, "E0321", "there is no " + std::string(what) + " " + in_quotes(part.text))
        .hint(did_you_mean(nearest_word(part.text, names)));
    return false;
  }

  // `known` are those that the job has; one of another job is no misspelt one.
  bool is_figure(const Piece& figure, const std::vector<std::string_view>& known) {
    if (find_figure_row(figure.text) != nullptr) return true;
    problem(figure, "E0321", in_quotes(figure.text) + " is not a figure of a job")
        .hint(did_you_mean(nearest_word(figure.text, known)))
        .with_help("figures are " + joined(known));
    return false;
  }

  Problem& problem(const Piece& part, const char* code, std::string sentence) {
    Mark mark = mark_;
    // Only what stands in the text letter by letter has parts to point at.
    const auto covered = static_cast<std::size_t>(mark.length);
    if (covered == text_.size() || covered == text_.size() + 2) {
      mark.column += static_cast<int>(part.offset + (covered - text_.size()) / 2);
      mark.length = static_cast<int>(std::max<std::size_t>(part.text.size(), 1));
    }
    return problems_.add(mark, code, std::move(sentence)).at(path_);
  }

  const std::string& text_;
  const Mark& mark_;
  Problems& problems_;
  std::string path_;
};

Mark place_of_assertion(std::size_t index, const Places& places) {
  const auto place = places.find("assert[" + std::to_string(index) + "]");
  return place == places.end() ? Mark() : place->second;
}

}  // namespace

void parse_assertions(Scenario& scenario, const Places& places, Problems& problems) {
  if (scenario.jobs.empty()) return;
  for (std::size_t i = 0; i < scenario.assertion_texts.size(); ++i) {
    const Mark mark = place_of_assertion(i, places);
    AssertionReader reader(scenario.assertion_texts[i], mark, problems);
    if (auto assertion = reader.read(scenario)) scenario.assertions.push_back(std::move(*assertion));
  }
}

void check_assertions(const Scenario& scenario, const Places& places, Problems& problems) {
  if (is_refused("measure", problems)) return;
  auto assertion = scenario.assertions.begin();
  for (std::size_t i = 0; i < scenario.assertion_texts.size(); ++i) {
    // Those that could not be read have been told.
    if (assertion == scenario.assertions.end() || assertion->text != scenario.assertion_texts[i]) continue;
    const Mark mark = place_of_assertion(i, places);
    AssertionReader reader(assertion->text, mark, problems);
    const std::string_view of_arm = MetricParts(assertion->metric).arm;
    if (scenario.compare.empty()) reader.check_figure(assertion->metric, scenario);
    for (const Scenario& arm : scenario.arms)
      if ((of_arm.empty() || of_arm == arm.arm) && !reader.check_figure(assertion->metric, arm)) break;
    ++assertion;
  }
}

void check_study_figures(const Scenario& scenario, const Places& places, Problems& problems) {
  if (scenario.published.empty() || is_refused("published", problems)) return;
  const auto place = [&](const std::string& path) {
    const auto found = places.find(path);
    return found == places.end() ? Mark() : found->second;
  };
  if (scenario.compare.empty()) {
    problems
        .add(place("published[0].figure"), "E0371",
             "figures of arms are published here, and nothing is compared")
        .at("published")
        .with_help("compare arms, or put what is published of one job under the job");
    return;
  }
  std::vector<std::string> told;
  for (std::size_t i = 0; i < scenario.published.size(); ++i) {
    const StudyFigure& published = scenario.published[i];
    const std::string item = "published[" + std::to_string(i) + "]";
    for (const auto& [key, metric] :
         {std::pair("figure", &published.figure), std::pair("over", &published.over)}) {
      const std::string path = item + "." + key;
      if (metric->empty()) continue;
      const Mark mark = place(path);
      AssertionReader reader(*metric, mark, problems, path);
      if (!reader.check_name(scenario)) continue;
      const std::string_view of_arm = MetricParts(*metric).arm;
      if (of_arm.empty())
        problems.add(mark, "E0371", in_quotes(*metric) + " is of no arm")
            .at(path)
            .with_help("name one: arms." + scenario.compare.front().first + "." + *metric);
      for (const Scenario& arm : scenario.arms)
        if (of_arm == arm.arm) reader.check_figure(*metric, arm);
    }
    if (std::find(told.begin(), told.end(), published.words()) != told.end() ||
        published.figure == published.over)
      problems
          .add(place(item + ".figure"), "E0371",
               published.figure == published.over ? "a figure over itself is always 1"
                                                  : in_quotes(published.words()) + " is published twice")
          .at(item);
    told.push_back(published.words());
  }
}

std::optional<Assertion> read_assertion(const std::string& text, const Mark& mark, const Scenario& scenario,
                                        const std::string& path, Problems& problems) {
  AssertionReader reader(text, mark, problems, path);
  std::optional<Assertion> assertion = reader.read(scenario);
  if (assertion && !reader.check_figure(assertion->metric, scenario)) assertion.reset();
  return assertion;
}

}  // namespace headrace
