#include "scenarios/loader/benchmarks/output_json.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "scenarios/loader/benchmarks/output_words.h"
#include "scenarios/loader/text/document.h"
#include "scenarios/loader/text/numbers.h"

namespace headrace {
namespace {

// Where a reader stands: shared by the copies of its iterator.
struct Cursor {
  int line = 1, column = 1;
  std::size_t offset = 0;

  void pass(char c) {
    ++offset;
    ++column;
    if (c != '\n') return;
    ++line;
    column = 1;
  }
};

// CountedLetters: an iterator that keeps the line it has come to.
class CountedLetters {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountedLetters(const char* at, Cursor& cursor) : at_(at), cursor_(&cursor) {}

  reference operator*() const { return *at_; }
  CountedLetters& operator++() {
    cursor_->pass(*at_++);
    return *this;
  }
  CountedLetters operator++(int) {
    CountedLetters old = *this;
    ++*this;
    return old;
  }
  bool operator==(const CountedLetters& other) const { return at_ == other.at_; }
  bool operator!=(const CountedLetters& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  Cursor* cursor_;
};

// TreeMaker: makes a tree of what the parser finds. Pointers to open containers stay valid, as a container
// grows only while it is the innermost one.
class TreeMaker final : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeMaker(std::shared_ptr<const SourceText> source, const Cursor& cursor, Tree& root)
      : source_(std::move(source)), cursor_(cursor), root_(root) {}

  bool null() override { return put({}) != nullptr; }
  bool boolean(bool value) override { return scalar(value ? "true" : "false", false); }
  bool number_integer(number_integer_t value) override { return scalar(std::to_string(value), false); }
  bool number_unsigned(number_unsigned_t value) override { return scalar(std::to_string(value), false); }
  bool number_float(number_float_t, const string_t& text) override { return scalar(text, false); }
  bool string(string_t& text) override { return scalar(text, true); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Tree::Kind::map); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Tree::Kind::sequence); }
  bool end_array() override { return close(); }
  bool key(string_t& text) override {
    key_ = text;
    key_mark_ = here();
    key_mark_.column = std::max(1, key_mark_.column - static_cast<int>(text.size()) - 2);
    key_mark_.length = static_cast<int>(text.size()) + 2;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

  // Takes away the record of the outermost list that was not whole.
  void cut() {
    for (Tree* container : open_)
      if (container->kind == Tree::Kind::sequence && container != open_.back()) {
        container->items.pop_back();
        return;
      }
  }

 private:
  Mark here() const { return {source_, cursor_.line, cursor_.column}; }

  bool scalar(std::string text, bool quoted) {
    Tree value;
    value.kind = Tree::Kind::scalar;
    value.scalar = std::move(text);
    value.quoted = quoted;
    return put(std::move(value)) != nullptr;
  }
  bool open(Tree::Kind kind) {
    if (open_.size() == static_cast<std::size_t>(kDeepestTree)) return false;
    Tree value;
    value.kind = kind;
    open_.push_back(put(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  // Puts a value where the parser stands, and returns its place.
  Tree* put(Tree value) {
    const bool in_map = !open_.empty() && open_.back()->kind == Tree::Kind::map;
    value.mark = in_map ? key_mark_ : here();
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    if (in_map) {
      open_.back()->entries.push_back({key_, key_mark_, std::move(value)});
      return &open_.back()->entries.back().value;
    }
    open_.back()->items.push_back(std::move(value));
    return &open_.back()->items.back();
  }

  std::shared_ptr<const SourceText> source_;
  const Cursor& cursor_;
  Tree& root_;
  std::vector<Tree*> open_;
  std::string key_;
  Mark key_mark_;
};

// Goes on to the next line that begins with a brace; says whether there is one.
bool find_brace(std::string_view text, Cursor& cursor) {
  while (cursor.offset < text.size()) {
    if (cursor.column == 1 && text[cursor.offset] == '{') return true;
    cursor.pass(text[cursor.offset]);
  }
  return false;
}

}  // namespace

std::vector<JsonText> json_texts(const std::shared_ptr<const SourceText>& source) {
  std::vector<JsonText> texts;
  const std::string_view text = source->text;
  for (Cursor cursor; find_brace(text, cursor);) {
    const char* const end = text.data() + text.size();
    JsonText& json = texts.emplace_back();
    TreeMaker maker(source, cursor, json.tree);
    const bool is_whole = nlohmann::json::sax_parse(CountedLetters(text.data() + cursor.offset, cursor),
                                                    CountedLetters(end, cursor), &maker,
                                                    nlohmann::json::input_format_t::json, false);
    if (is_whole) continue;
    json.broken = Mark{source, cursor.line, std::max(1, cursor.column - 1)};
    maker.cut();
  }
  return texts;
}

const Tree* json_at(const Tree& tree, std::string_view path) {
  const Tree* at = &tree;
  while (!path.empty()) {
    const std::string_view key = path.substr(0, path.find('.'));
    const Tree::Entry* const entry = at->kind == Tree::Kind::map ? at->find(key) : nullptr;
    if (entry == nullptr) return nullptr;
    at = &entry->value;
    path.remove_prefix(std::min(key.size() + 1, path.size()));
  }
  return at;
}

std::optional<double> json_number(const Tree& tree, std::string_view path) {
  const Tree* const at = json_at(tree, path);
  return at == nullptr || at->kind != Tree::Kind::scalar ? std::nullopt : finite_number(at->scalar);
}

std::string json_text_at(const Tree& tree, std::string_view path) {
  const Tree* const at = json_at(tree, path);
  return at == nullptr || at->kind != Tree::Kind::scalar ? "" : at->scalar;
}

}  // namespace headrace
