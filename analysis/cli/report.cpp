#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "analysis/cli/options/answer_form.h"
#include "analysis/cli/options/values.h"
#include "analysis/cli/report_part.h"
#include "analysis/cli/verb.h"
#include "analysis/output_file.h"
#include "analysis/page/json.h"
#include "analysis/report/page.h"
#include "analysis/report/svg.h"
#include "analysis/text.h"
#include "analysis/version.h"

namespace headrace {

namespace {

constexpr std::string_view kFormats[] = {"svg", "csv"};
constexpr std::size_t kMostBytes = 5'000'000;  // Of a page that can be sent.

class ReportVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  std::string file() const;
  ExitCode write_plot(const Report& report, const Streams& streams) const;
  ExitCode write_page(const Report& report, const Streams& streams) const;

  std::vector<std::string> words_;  // Results.
  std::string out_, plot_, format_, figure_;
  AnswerForm form_;
};

void ReportVerb::declare(Options& options) {
  options.words("result", words_,
                "result databases: FILE.db, whose last call or sweep is told of; FILE.db:RUN the call of a\n"
                "run; FILE.db:SWEEP a sweep, by its scenario's name or its hash; or recordings that\n"
                "`import` made",
                "[RESULT]");
  options.value("--out", out_, "the page to be written [the first result's name with .html]", "FILE.html");
  options.value("--plot", plot_,
                "print one figure of it in place of the page, for a paper; a name\n"
                "that is none lists those that there are",
                "FIGURE");
  options.value("--format", format_, "with --plot: svg or csv [svg]", "FORMAT");
  options.value("--figure", figure_, "of sweeps: what points are told by [what each job is for]", "PATH");
  options.footer(
      std::string(
          "A page is one file that opens in a browser without a network. Queues and rates of each\n"
          "server and node are in it where `run --series` kept them. Of a recording it shows who read\n"
          "and wrote when, bandwidth, operations at once, sizes, files, stragglers and the loader.\n\n"
          "Example:\n"
          "  headrace report results/first_run.db\n"
          "  headrace report results/first_run.db --plot use > use.svg\n"
          "  headrace report run.recording --out run.html\n\n") +
      kExitCodes);
  form_.declare(options);
}

void ReportVerb::finish() {
  if (words_.empty()) throw UsageError("'report' needs a result database or a recording");
  if (!format_.empty() && plot_.empty())
    throw UsageError("--format is of no use without --plot FIGURE; a page is HTML");
  if (format_.empty()) format_ = kFormats[0];
  if (std::find(std::begin(kFormats), std::end(kFormats), format_) == std::end(kFormats))
    throw UsageError("--format knows svg and csv, not '" + format_ + "'" + suggestion(format_, kFormats));
  if (!plot_.empty() && !out_.empty())
    throw UsageError("--plot prints its figure; send it into a file: --plot " + plot_ + " > " + out_);
  if (!plot_.empty() && form_.json)
    throw UsageError("--plot and --json contradict each other; --format csv has the values");
}

// Returns the page's file: beside the first result.
std::string ReportVerb::file() const {
  if (!out_.empty()) return out_;
  std::string name = words_.front();
  for (const std::string_view ending : {".db", ".recording"})
    if (const std::size_t end = name.find(ending); end != std::string::npos) name.resize(end);
  return name + ".html";
}

ExitCode ReportVerb::write_plot(const Report& report, const Streams& streams) const {
  const std::vector<const Plot*> plots = plots_of(report);
  const auto found =
      std::find_if(plots.begin(), plots.end(), [&](const Plot* plot) { return plot->id == plot_; });
  if (found == plots.end()) {
    std::vector<std::string_view> ids;
    std::string list;
    for (const Plot* plot : plots) {
      ids.push_back(plot->id);
      list += "\n  " + plot->id + "  " + plot->title;
    }
    throw UsageError("there is no figure '" + plot_ + "'" + suggestion(plot_, ids) + "; there are:" + list);
  }
  const Plot& plot = **found;
  if (format_ == "svg") {
    streams.out.write_exact(svg_text(plot));
    return ExitCode::ok;
  }
  std::vector<std::string> headings;
  for (const PlotColumn& column : plot.columns) headings.push_back(column.heading());
  RowOutput output(streams.out, RowForm::csv, headings);
  for (const std::vector<Cell>& row : plot.rows) output.row(row);
  output.finish();
  return ExitCode::ok;
}

ExitCode ReportVerb::write_page(const Report& report, const Streams& streams) const {
  const std::string page = report_page(report);
  write_file(with_folder(file()), page, page_kind());
  const std::size_t figures = plots_of(report).size();
  if (page.size() > kMostBytes)
    streams.err.write(
        fmt::format("headrace: warning: {} has {:.1f} MB, more than mails take; fewer results, "
                    "or runs without --series, make it smaller\n",
                    file(), static_cast<double>(page.size()) / 1e6));
  if (form_.json) {
    nlohmann::ordered_json tree = {{"schema", "headrace.report/1"},
                                   {"file", file()},
                                   {"bytes", page.size()},
                                   {"plots", nlohmann::ordered_json::array()}};
    for (const Plot* plot : plots_of(report)) tree["plots"].push_back(plot->id);
    streams.out.write(json_text(tree));
  } else if (!form_.quiet) {
    streams.out.write(fmt::format("{}: {}, {:.2f} MB; open it in a browser\n", file(),
                                  count_noun(static_cast<std::int64_t>(figures), "figure"),
                                  static_cast<double>(page.size()) / 1e6));
  }
  return ExitCode::ok;
}

ExitCode ReportVerb::run(const Streams& streams) {
  if (plot_.empty()) expect_page(file());
  Report report;
  report.version = program_version();
  report.revision = program_revision();
  for (const std::string& word : words_) report.parts.push_back(report_part(word, figure_, streams));
  make_ids_unique(report);
  return plot_.empty() ? write_page(report, streams) : write_plot(report, streams);
}

}  // namespace

std::unique_ptr<Verb> report_verb() { return std::make_unique<ReportVerb>(); }

}  // namespace headrace
