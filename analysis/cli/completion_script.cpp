#include "analysis/cli/completion_script.h"

namespace headrace {

namespace {

// Verbs that are followed by one of a few words.
std::string words_after(std::string_view verb, std::span<const VerbShape> verbs) {
  std::string words;
  if (verb == "help")
    for (const VerbShape& other : verbs) words += (words.empty() ? "" : " ") + other.name;
  if (verb == "completion")
    for (const std::string_view shell : kShells) words += (words.empty() ? "" : " ") + std::string(shell);
  return words;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// Text between single quotes, for any of the shells; `quote` is how a single quote is written there.
std::string quoted(const std::string& text, const char* quote) {
  std::string out = "'";
  for (const char letter : text) out += letter == '\'' ? std::string(quote) : std::string(1, letter);
  return out + "'";
}

std::string bash_script(std::span<const VerbShape> verbs) {
  std::string names, cases;
  for (const VerbShape& verb : verbs) {
    names += (names.empty() ? "" : " ") + verb.name;
    std::string options;
    for (const OptionShape& option : verb.options) options += (options.empty() ? "" : " ") + option.name;
    cases += "    " + verb.name + ") options='" + options + "'; words='" + words_after(verb.name, verbs) +
             "' ;;\n";
  }
  return "# Completion of headrace for bash. To use it: eval \"$(headrace completion bash)\"\n"
         "_headrace() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} options='' words=''\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    mapfile -t COMPREPLY < <(compgen -W '" +
         names +
         " --help --version' -- \"$word\")\n"
         "    return\n"
         "  fi\n"
         "  case ${COMP_WORDS[1]} in\n" +
         cases +
         "  esac\n"
         "  case $word in\n"
         "    -*) mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\") ;;\n"
         "    *)\n"
         "      if [ -n \"$words\" ]; then mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
         "      else compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); fi "
         ";;\n"
         "  esac\n"
         "}\n"
         "complete -F _headrace headrace\n";
}

// Text that zsh shows behind a colon or between brackets.
std::string for_zsh(const std::string& text) {
  std::string out;
  for (const char letter : first_line(text)) {
    if (letter == ':' || letter == '[' || letter == ']') out += '\\';
    out += letter;
  }
  return out;
}

std::string zsh_script(std::span<const VerbShape> verbs) {
  constexpr const char* kQuote = "'\\''";
  std::string names, cases;
  for (const VerbShape& verb : verbs) {
    names += "    " + quoted(verb.name + ":" + for_zsh(verb.description), kQuote) + "\n";
    cases += "    " + verb.name + ") _arguments";
    for (const OptionShape& option : verb.options)
      cases += " \\\n      " + quoted(option.name + "[" + for_zsh(option.help) + "]" +
                                          (option.form.empty() ? "" : ":" + option.form + ":_files"),
                                      kQuote);
    const std::string words = words_after(verb.name, verbs);
    cases +=
        " \\\n      " + quoted(words.empty() ? "*:file:_files" : "*:word:(" + words + ")", kQuote) + " ;;\n";
  }
  return "#compdef headrace\n"
         "# Completion of headrace for zsh. To use it: a file _headrace in a folder of fpath.\n"
         "_headrace() {\n"
         "  local -a verbs\n"
         "  verbs=(\n" +
         names +
         "  )\n"
         "  if (( CURRENT == 2 )); then _describe verb verbs; return; fi\n"
         "  local verb=${words[2]}\n"
         "  shift words; (( CURRENT-- ))\n"
         "  case $verb in\n" +
         cases +
         "  esac\n"
         "}\n"
         "if [ \"$funcstack[1]\" = _headrace ]; then _headrace \"$@\"; else compdef _headrace headrace; fi\n";
}

std::string fish_script(std::span<const VerbShape> verbs) {
  constexpr const char* kQuote = "\\'";
  std::string text =
      "# Completion of headrace for fish. To use it: headrace completion fish | source\n"
      "complete -c headrace -n __fish_use_subcommand -f\n";
  for (const VerbShape& verb : verbs) {
    text += "complete -c headrace -n __fish_use_subcommand -a " + verb.name + " -d " +
            quoted(verb.description, kQuote) + "\n";
    const std::string here = "complete -c headrace -n '__fish_seen_subcommand_from " + verb.name + "'";
    for (const OptionShape& option : verb.options)
      text += here + " -l " + option.name.substr(2) + (option.form.empty() ? "" : " -r") + " -d " +
              quoted(first_line(option.help), kQuote) + "\n";
    const std::string words = words_after(verb.name, verbs);
    if (!words.empty()) text += here + " -f -a '" + words + "'\n";
  }
  return text;
}

}  // namespace

std::string completion_script(std::string_view shell, std::span<const VerbShape> verbs) {
  if (shell == "zsh") return zsh_script(verbs);
  return shell == "fish" ? fish_script(verbs) : bash_script(verbs);
}

}  // namespace headrace
