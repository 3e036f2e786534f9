#include "scenarios/loader/text/document.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <unordered_map>

#include "scenarios/loader/text/plain_text.h"
#include "scenarios/loader/text/syntax_words.h"

namespace headrace {
namespace {

struct Refused {};  // Thrown through the YAML library once a problem ends the reading.

constexpr std::size_t kMostCopiedText = std::size_t{16} << 20;  // Bytes that aliases may multiply a text to.

// Turns the YAML library's events into a Tree.
class TreeBuilder final : public YAML::EventHandler {
 public:
  // `text` is what is parsed; it begins in the first line of `source`, behind so many bytes.
  TreeBuilder(std::shared_ptr<const SourceText> source, const std::string& text, std::size_t behind,
              Problems& problems)
      : source_(std::move(source)), text_(text), behind_(static_cast<int>(behind)), problems_(problems) {}

  std::optional<Tree> root;

  // Returns where the innermost list or map that is still open began.
  const Mark* open_mark() const { return frames_.empty() ? nullptr : &frames_.back().tree.mark; }

  // Returns the last text in quotes, if it went on over lines and ended in this one: often it was meant to
  // end sooner.
  const Mark* quote_ended_in(int line) const {
    return quote_end_line_ == line && last_quote_.line < line ? &last_quote_ : nullptr;
  }

  Mark mark_at(const YAML::Mark& at, std::size_t length = 1) const {
    return {source_, at.line + 1, at.column + 1 + (at.line == 0 ? behind_ : 0), static_cast<int>(length)};
  }

  void OnDocumentStart(const YAML::Mark& at) override {
    if (documents_++ == 0) return;
    if (text_.compare(static_cast<std::size_t>(at.pos), 3, "---") != 0) {
      refuse(problems_.add(mark_at(at), "E0004", "this line does not continue what stands above")
                 .with_help("a map ('key: value') and a list ('- item') do not mix on one level"));
    }
    refuse(problems_.add(mark_at(at, 3), "E0009", "a second document begins here")
               .with_help("a file holds one document: split it, or remove the '---'"));
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& at, YAML::anchor_t anchor) override {
    finish(node(Tree::Kind::null, at, {}), anchor);
  }

  void OnScalar(const YAML::Mark& at, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    Tree tree = node(Tree::Kind::scalar, at, tag);
    tree.scalar = value;
    tree.quoted = tag == "!";
    tree.mark.length = static_cast<int>(scalar_length(tree));
    refuse_open_quote(tree);
    finish(std::move(tree), anchor);
  }

  void OnSequenceStart(const YAML::Mark& at, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(node(Tree::Kind::sequence, at, tag), anchor);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& at, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(node(Tree::Kind::map, at, tag), anchor);
  }
  void OnMapEnd() override {
    remove_duplicates(frames_.back().tree, problems_);
    close();
  }

  void OnAlias(const YAML::Mark& at, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) {
      refuse(problems_.add(mark_at(at, word_length(at)), "E0013", "this alias stands inside its own anchor"));
    }
    const Mark alias = mark_at(at);
    Tree copied = copy(found->second, alias, frames_.size());
    copied.mark.line = alias.line;
    copied.mark.column = alias.column;
    copied.mark.length = static_cast<int>(word_length(at));
    copied.mark.alias_line = 0;
    finish(std::move(copied), 0);
  }

 private:
  struct Frame {
    Tree tree;
    YAML::anchor_t anchor;
    std::string key;
    Mark key_mark;
    bool has_key = false;
    bool drop = false;  // The next value belongs to a key that was refused.
  };

  [[noreturn]] static void refuse(Problem&) { throw Refused{}; }

  void count_node(const Mark& at, std::size_t depth) {
    if (++nodes_ > kLargestTree) {
      refuse(problems_.add(at, "E0012", "the text grows beyond " + std::to_string(kLargestTree) + " values")
                 .with_help("aliases count with everything they stand for"));
    }
    if (depth > static_cast<std::size_t>(kDeepestTree)) {
      refuse(problems_.add(at, "E0010", "nested more than " + std::to_string(kDeepestTree) + " deep"));
    }
  }

  // Returns where the value of a node begins: the library's position of a node with an anchor or tag is that
  // of the anchor or tag.
  YAML::Mark past_properties(YAML::Mark at) const {
    const std::string& text = text_;
    auto i = static_cast<std::size_t>(at.pos);
    const std::size_t begin = i;
    while (i < text.size() && (text[i] == '&' || text[i] == '!')) {
      while (i < text.size() && text[i] != ' ' && text[i] != '\n' && text[i] != '\t') ++i;
      while (i < text.size() && (text[i] == ' ' || text[i] == '\t')) ++i;
    }
    if (i >= text.size() || text[i] == '\n' || text[i] == '#') return at;
    at.column += static_cast<int>(i - begin);
    at.pos = static_cast<int>(i);
    return at;
  }

  Tree node(Tree::Kind kind, const YAML::Mark& at, const std::string& tag) {
    Tree tree;
    tree.kind = kind;
    const YAML::Mark place = past_properties(at);
    tree.mark = mark_at(place);
    position_ = static_cast<std::size_t>(place.pos);
    if (!tag.empty() && tag != "?" && tag != "!") {
      problems_.add(mark_at(at, word_length(at)), "E0008", "a tag ('" + tag + "') has no meaning here")
          .with_help("write the value alone");
    }
    count_node(tree.mark, frames_.size() + 1);
    return tree;
  }

  std::size_t word_length(const YAML::Mark& at) const {
    const auto begin = static_cast<std::size_t>(at.pos);
    const std::size_t end = text_.find_first_of(" \t\n,]}", begin);
    return std::min(end, text_.size()) - begin;
  }

  // Returns how much of its line a scalar that begins at position_ covers. Lines may be long: no walk to
  // their ends.
  std::size_t scalar_length(const Tree& tree) const {
    const std::string_view text = std::string_view(text_).substr(std::min(position_, text_.size()));
    const char first = text.empty() ? '\n' : text[0];
    if (!tree.quoted || (first != '"' && first != '\'')) {
      const std::string_view covered = text.substr(0, tree.scalar.size());
      return std::max<std::size_t>(1, std::min(covered.find('\n'), covered.size()));
    }
    std::size_t i = 1;
    while (i < text.size() && text[i] != first && text[i] != '\n')
      i += first == '"' && text[i] == '\\' ? 2 : 1;
    return std::min(i + (i < text.size() && text[i] == first ? 1 : 0), text.size());
  }

  // Refuses a quote that is never closed, as the library takes the end of the text for a closing quote. Of
  // others it notes where they end.
  void refuse_open_quote(const Tree& tree) {
    const std::string& text = text_;
    if (!tree.quoted || position_ >= text.size()) return;
    const char quote = text[position_];
    if (quote != '"' && quote != '\'') return;
    std::size_t i = position_ + 1;
    while (i < text.size() && text[i] != quote) i += quote == '"' && text[i] == '\\' ? 2 : 1;
    if (i >= text.size()) refuse(problems_.add(tree.mark, "E0004", "this quote is never closed"));
    last_quote_ = tree.mark;
    quote_end_line_ =
        tree.mark.line + static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(position_),
                                                     text.begin() + static_cast<std::ptrdiff_t>(i), '\n'));
  }

  void open(Tree tree, YAML::anchor_t anchor) { frames_.push_back({std::move(tree), anchor, {}, {}}); }

  void close() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    finish(std::move(frame.tree), frame.anchor);
  }

  void finish(Tree tree, YAML::anchor_t anchor) {
    if (anchor != 0) {
      count_copy(tree);
      anchors_.insert_or_assign(anchor, tree);
    }
    if (frames_.empty()) {
      root = std::move(tree);
      return;
    }
    Frame& frame = frames_.back();
    if (frame.tree.kind == Tree::Kind::sequence) {
      frame.tree.items.push_back(std::move(tree));
    } else if (!frame.has_key) {
      begin_entry(frame, std::move(tree));
    } else {
      frame.has_key = false;
      if (!frame.drop) {
        frame.tree.entries.push_back({std::move(frame.key), std::move(frame.key_mark), std::move(tree)});
      }
    }
  }

  void begin_entry(Frame& frame, Tree key) {
    frame.has_key = true;
    frame.drop = true;
    if (key.kind != Tree::Kind::scalar) {
      problems_.add(key.mark, "E0014", "a key must be a word");
    } else if (key.scalar == "<<" && !key.quoted) {
      problems_.add(key.mark, "E0007", "merge keys ('<<') are not followed")
          .with_help("write the keys out, or give the shared part a file and 'include:' it");
    } else {
      frame.drop = false;
      frame.key = std::move(key.scalar);
      frame.key_mark = std::move(key.mark);
    }
  }

  // Counts the nodes and the text that an anchor repeats: an anchored value is kept twice, and anchors nest.
  void count_copy(const Tree& tree) {
    count_node(tree.mark, 0);
    copied_text_ += tree.scalar.size();
    for (const Tree& item : tree.items) count_copy(item);
    for (const Tree::Entry& entry : tree.entries) count_copy(entry.value);
    if (copied_text_ > kMostCopiedText)
      refuse(problems_.add(tree.mark, "E0012", "anchors repeat too much text"));
  }

  Tree copy(const Tree& from, const Mark& alias, std::size_t depth) {
    count_node(alias, depth + 1);
    Tree to;
    to.kind = from.kind;
    to.scalar = from.scalar;
    to.quoted = from.quoted;
    to.mark = from.mark;
    to.mark.alias_line = alias.line;
    copied_text_ += from.scalar.size();
    for (const Tree& item : from.items) to.items.push_back(copy(item, alias, depth + 1));
    for (const Tree::Entry& entry : from.entries) {
      copied_text_ += entry.key.size();
      to.entries.push_back({entry.key, entry.key_mark, copy(entry.value, alias, depth + 1)});
      to.entries.back().key_mark.alias_line = alias.line;
    }
    if (copied_text_ > kMostCopiedText) refuse(problems_.add(alias, "E0012", "aliases repeat too much text"));
    return to;
  }

  std::shared_ptr<const SourceText> source_;
  const std::string& text_;
  int behind_;
  Problems& problems_;
  std::vector<Frame> frames_;
  std::unordered_map<YAML::anchor_t, Tree> anchors_;
  std::size_t position_ = 0;  // Of the last node, in the text.
  Mark last_quote_;
  int quote_end_line_ = 0;
  std::size_t nodes_ = 0;
  std::size_t copied_text_ = 0;
  int documents_ = 0;
};

// Parses a plain text that begins in the first line of `source`, behind so many bytes.
Tree parse(const std::string& text, const std::shared_ptr<const SourceText>& source, std::size_t behind,
           Problems& problems) {
  TreeBuilder builder(source, text, behind, problems);
  const std::size_t errors_before = problems.errors();
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const Refused&) {
    return {};
  } catch (const YAML::Exception& failure) {
    const bool placed = failure.mark.pos >= 0;
    const Mark mark = placed ? builder.mark_at(failure.mark) : Mark{source, 0, 0, 1};
    if (const Mark* quote = placed ? builder.quote_ended_in(mark.line) : nullptr) {
      problems.add(*quote, "E0004", "this quote is closed only in line " + std::to_string(mark.line));
    } else {
      report_syntax(mark, failure.msg, builder.open_mark(), problems);
    }
    return {};
  }
  if (builder.root && builder.root->kind != Tree::Kind::null) return std::move(*builder.root);
  if (problems.errors() == errors_before) problems.add(Mark{source, 0, 0, 1}, "E0011", "the text is empty");
  return {};
}

}  // namespace

Tree parse_document(std::string_view text, std::string file, Problems& problems) {
  const auto source = plain_text(text, std::move(file), problems);
  return source ? parse(source->text, source, 0, problems) : Tree();
}

Tree parse_part(const std::shared_ptr<const SourceText>& source, std::size_t begin, Problems& problems) {
  Problems of_part;
  const auto part = plain_text(std::string_view(source->text).substr(begin), source->file, of_part);
  for (const Problem& problem : of_part.all()) {
    Mark mark = problem.mark;
    mark.source = source;
    if (mark.line == 1) mark.column += static_cast<int>(begin);
    problems.add(mark, problem.code, problem.sentence).with_help(problem.help);
  }
  // A blank before it: what is a mark or a directive at the beginning of a line is none behind a key.
  return part ? parse(" " + part->text, source, begin - 1, problems) : Tree();
}

}  // namespace headrace
