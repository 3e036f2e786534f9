// Report: what a page tells of stored results: answers, figures, and where they come from.
//
//   Report report; report.parts.push_back(…one a result…);
//   report_page(report)                        // A page that opens without a network.
//   find_plot(report, "use")                   // One figure of it, for a paper.
//
// A part is made of rows alone (cli/report.cpp); nothing runs here.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "analysis/report/plot.h"

namespace headrace {

struct ReportAnswer {
  std::string job, sentence;       // The job is empty of what is said of all.
  std::vector<std::string> notes;  // How far off it may be, what limits, what would help.
};

// ReportFigures: the figures of a job, as rows: path, value, unit, meaning.
struct ReportFigures {
  std::string job;
  std::vector<std::array<std::string, 4>> rows;
};

// ReportDetail: figures of one arm, or of the only run.
struct ReportDetail {
  std::string name;  // Name of the arm; empty: there is only one.
  std::vector<Plot> plots;
  std::vector<ReportFigures> figures;
};

struct ReportPart {
  std::string title, question;
  std::vector<ReportAnswer> answers;
  std::vector<Plot> plots;            // Of all arms or points together.
  std::vector<ReportDetail> details;  // The first one is shown.
  std::vector<std::pair<std::string, std::string>> provenance;
  std::string scenario_text;  // With the origin of each value.
};

struct Report {
  std::vector<ReportPart> parts;
  std::string version, revision;  // Of the program that makes the page.
};

// Lists all figures, in their order on the page. Their ids are made unique: those of later parts end in "-2",
// and so on.
std::vector<const Plot*> plots_of(const Report& report);
void make_ids_unique(Report& report);

}  // namespace headrace
