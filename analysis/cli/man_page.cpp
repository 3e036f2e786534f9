#include "analysis/cli/man_page.h"

#include <algorithm>
#include <cctype>

#include "analysis/cli/options/options.h"
#include "analysis/version.h"

namespace headrace {

namespace {

// Writes text that troff would read as its own as what it is: backslashes, hyphens of options, and dots and
// quotes at the start of a line.
std::string escaped(const std::string& text) {
  std::string out;
  bool starts = true;
  for (const char letter : text) {
    if (starts && (letter == '.' || letter == '\'')) out += "\\&";
    if (letter == '\\')
      out += "\\e";
    else if (letter == '-')
      out += "\\-";
    else
      out += letter;
    starts = letter == '\n';
  }
  return out;
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return std::toupper(letter); });
  return text;
}

std::string head(const std::string& page) {
  return ".TH " + escaped(upper(page)) + " 1 \"\" \"headrace " + program_version() + "\" \"User Commands\"\n";
}

std::string name_section(const std::string& page, const std::string& description) {
  return ".SH NAME\n" + escaped(page) + " \\- " + escaped(description) + "\n";
}

// A paragraph with what it is of at its left.
std::string item(const std::string& name, const std::string& form, const std::string& help) {
  return ".TP\n.B " + escaped(name) + (form.empty() ? "" : " \\fI" + escaped(form) + "\\fR") + "\n" +
         escaped(help) + "\n";
}

std::string items(const char* title, const std::vector<OptionShape>& shapes) {
  if (shapes.empty()) return {};
  std::string text = std::string(".SH ") + title + "\n";
  for (const OptionShape& shape : shapes) text += item(shape.name, shape.form, shape.help);
  return text;
}

// Lines that stay as they are.
std::string as_it_stands(const std::string& text) { return ".nf\n" + escaped(text) + "\n.fi\n"; }

// "Example:\n  headrace run x" becomes a section of that name.
std::string example_section(const std::string& footer) {
  return footer.empty() ? std::string() : ".SH EXAMPLES\n" + as_it_stands(footer);
}

}  // namespace

std::string man_page(const VerbShape& verb) {
  const std::string page = "headrace-" + verb.name;
  std::string synopsis = ".SH SYNOPSIS\n.B headrace " + escaped(verb.name) + "\n";
  if (!verb.options.empty()) synopsis += "[\\fIOPTIONS\\fR]";
  for (const OptionShape& words : verb.words)
    synopsis += " [\\fI" + escaped(words.name) + "\\fR" +
                (words.form.empty() ? "" : " " + escaped(words.form)) + " ...]";
  return head(page) + name_section(page, verb.description) + synopsis + "\n" + items("WORDS", verb.words) +
         items("OPTIONS", verb.options) + example_section(verb.footer) + ".SH SEE ALSO\n.BR headrace (1)\n";
}

std::string man_page_of_program(std::span<const VerbShape> verbs) {
  std::string text = head("headrace") + name_section("headrace", "storage for machine learning, simulated");
  text += ".SH SYNOPSIS\n.B headrace\n\\fIVERB\\fR [\\fIOPTIONS\\fR] [\\fIwords\\fR ...]\n";
  text += ".SH DESCRIPTION\n" +
          escaped(
              "Runs an MLPerf Storage or DLIO workload on a described system and says whether "
              "the accelerators are kept fed, and what should change if they are not.\n");
  text += ".SH VERBS\n";
  for (const VerbShape& verb : verbs) text += item(verb.name, "", verb.description);
  text += ".SH ENVIRONMENT\n";
  text += item("HEADRACE_PATH", "",
               "folders, with colons between them, where files that a scenario names are looked "
               "for before the catalogue");
  text += item("NO_COLOR", "", "when set, nothing is coloured");
  text += ".SH EXIT STATUS\n" + as_it_stands(kExitCodes);
  text += ".SH SEE ALSO\n";
  for (std::size_t i = 0; i < verbs.size(); ++i)
    text += ".BR " + escaped("headrace-" + verbs[i].name) + " (1)" + (i + 1 < verbs.size() ? "," : "") + "\n";
  return text;
}

}  // namespace headrace
