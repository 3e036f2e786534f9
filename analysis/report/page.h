// Page: a report as one HTML file that opens without a network, by the scripts in this folder.
//
//   if (!has_page_shell()) …                       // The program was built without Node.js.
//   write_file("report.html", report_page(report), page_kind());
//
// The shell, with its styles, scripts and a policy that allows nothing else, is made by build.mjs when the
// program is built; what is added here is data, which a browser does not run.
#pragma once

#include <string>
#include <string_view>

#include "analysis/output_file.h"
#include "analysis/report/report.h"

namespace headrace {

// Returns the page without its data; empty where the program was built without Node.js. Made by build.mjs.
std::string_view page_shell();

// Expects a shell.
std::string report_page(const Report& report);

FileKind page_kind();

// Throws where the program has no shell, or no page can be written there.
void expect_page(const std::string& file);

}  // namespace headrace
