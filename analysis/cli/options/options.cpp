#include "analysis/cli/options/options.h"

#include <CLI/CLI.hpp>

namespace headrace {

void Options::footer(const std::string& text) { app_.footer(text); }

void Options::words(const std::string& name, std::vector<std::string>& into, const std::string& help,
                    const std::string& form) {
  CLI::Option* const option = app_.add_option(name, into, help);
  if (!form.empty()) option->type_name(form);
}

void Options::value(const std::string& name, std::string& into, const std::string& help,
                    const std::string& form) {
  app_.add_option(name, into, help)->type_name(form);
}

void Options::values(const std::string& name, std::vector<std::string>& into, const std::string& help,
                     const std::string& form) {
  app_.add_option(name, into, help)->type_name(form)->allow_extra_args(false);
}

void Options::flag(const std::string& name, bool& into, const std::string& help) {
  app_.add_flag(name, into, help);
}

}  // namespace headrace
