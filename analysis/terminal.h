// Terminal: text from files reaches it as text, never as a command.
//
// A name, a question or a cell of somebody else's database may hold control characters, which a terminal
// obeys, and marks that turn the direction of writing. All of them are shown as JSON would write them
// ("\u001b"), so that JSON that passes here stays the same JSON.
#pragma once

#include <string>
#include <string_view>

#include "analysis/output.h"

namespace headrace {

// Returns the text with what a terminal would obey, but for line feeds and tabs, written as \u and digits.
std::string terminal_text(std::string_view text);

// Passes text on as terminal_text() does. On a terminal the program's own marks pass, too: the colours of
// Style and of Problems, where colour is allowed, and at the start of a text what clears the line of a
// progress.
class TerminalSink final : public Sink {
 public:
  TerminalSink(Sink& sink, bool is_terminal, bool colour_allowed)
      : sink_(sink), is_terminal_(is_terminal), colour_(is_terminal && colour_allowed) {}

  void write(std::string_view text) override;
  void write_exact(std::string_view bytes) override;
  void flush() override { sink_.flush(); }

 private:
  Sink& sink_;
  bool is_terminal_, colour_;
};

}  // namespace headrace
