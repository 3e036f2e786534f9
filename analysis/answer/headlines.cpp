#include "analysis/answer/headlines.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "analysis/errors.h"
#include "scenarios/loader/read/asserted_figures.h"
#include "scenarios/loader/run_result.h"
#include "scenarios/loader/text/problems.h"
#include "scenarios/loader/text/words.h"

namespace headrace {

namespace {

Better better_of(std::string_view figure) { return find_figure_row(figure)->better; }

// Failures undo work, which utilisation counts.
Headline headline_of(const std::string& job, const JobSpec& spec) {
  const JobFacts facts = spec.facts();
  if (facts.trains && spec.restart) return {job, "goodput_percent", "% goodput"};
  return {job, std::string(facts.headline), std::string(facts.headline_words), better_of(facts.headline)};
}

// Returns what a run of a sweep has: its jobs are not run alone.
std::vector<std::string_view> figures_of_job(const Scenario& scenario, const JobSpec& job) {
  std::vector<std::string_view> figures = figures_of_spec(scenario, job);
  std::erase_if(figures, [](std::string_view figure) { return figure.starts_with("interference."); });
  return figures;
}

// "jobs.train.cache.hit_rate" of the job train, "cache.hit_rate" of every job.
bool names(const std::string& asked, const std::string& job, std::string_view figure) {
  return asked == figure || asked == "jobs." + job + "." + std::string(figure);
}

// Returns the job of "jobs.train.seconds"; empty where the figure is asked for of every job.
std::string_view job_of(std::string_view asked) {
  constexpr std::string_view kJobs = "jobs.";
  if (!asked.starts_with(kJobs)) return {};
  asked.remove_prefix(kJobs.size());
  return asked.substr(0, asked.find('.'));
}

// Names what may have been meant: of the job that was asked for, or of every job.
[[noreturn]] void refuse(const Scenario& scenario, const std::string& asked) {
  const std::string_view job = job_of(asked);
  std::vector<std::string> jobs, figures;
  for (const auto& [name, spec] : scenario.jobs) {
    jobs.push_back(name);
    if (!job.empty() && name != job) continue;
    for (const std::string_view figure : figures_of_job(scenario, spec))
      figures.push_back(job.empty() ? std::string(figure) : "jobs." + name + "." + std::string(figure));
  }
  std::sort(figures.begin(), figures.end());
  figures.erase(std::unique(figures.begin(), figures.end()), figures.end());
  const bool no_job = figures.empty();
  const std::string sought = no_job ? std::string(job) : asked;
  const std::vector<std::string>& all = no_job ? jobs : figures;
  const std::vector<std::string_view> candidates(all.begin(), all.end());
  const std::string nearest = did_you_mean(nearest_word(sought, candidates));
  throw UsageError((no_job ? "there is no job " : "no job has the figure ") + in_quotes(sought) +
                   (nearest.empty() ? "" : "; " + nearest) + " (" + joined(all) + ")");
}

}  // namespace

std::vector<Headline> headlines_of(const Scenario& scenario, const std::string& figure) {
  std::vector<Headline> headlines;
  for (const auto& [job, spec] : scenario.jobs) {
    if (figure.empty()) {
      headlines.push_back(headline_of(job, spec));
      continue;
    }
    for (const std::string_view own : figures_of_job(scenario, spec))
      if (names(figure, job, own))
        headlines.push_back({job, std::string(own), std::string(own), better_of(own)});
  }
  if (headlines.empty()) refuse(scenario, figure);
  return headlines;
}

}  // namespace headrace
