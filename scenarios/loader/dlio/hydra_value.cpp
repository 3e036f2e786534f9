#include "scenarios/loader/dlio/hydra_value.h"

#include <algorithm>
#include <utility>

#include "scenarios/loader/text/letters.h"

namespace headrace {
namespace {

constexpr int kDeepest = 16;

class HydraParser {
 public:
  HydraParser(std::string_view text, const Mark& mark) : text_(text), mark_(mark) {}

  std::optional<Tree> whole(std::string& why) {
    std::optional<Tree> value = parse("", 0);
    blanks();
    if (value && at_ < text_.size()) {
      value.reset();
      why_ = text_[at_] == ',' ? "several values stand for a sweep, and a job takes one"
                               : "nothing may follow the value";
    }
    if (!value) why = why_;
    return value;
  }

 private:
  void blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  bool next_is(char c) {
    blanks();
    return at_ < text_.size() && text_[at_] == c;
  }
  bool take(char c) {
    if (!next_is(c)) return false;
    ++at_;
    return true;
  }
  std::optional<Tree> fail(std::string why) {
    if (why_.empty()) why_ = std::move(why);
    return std::nullopt;
  }
  Tree node(Tree::Kind kind) const {
    Tree tree;
    tree.kind = kind;
    tree.mark = mark_;
    return tree;
  }

  // `stops`: the letters that end a value inside a list or a map.
  std::optional<Tree> parse(std::string_view stops, int depth) {
    if (depth > kDeepest) return fail("lists and maps stand too deep in each other");
    if (next_is('[')) return list(depth);
    if (next_is('{')) return map(depth);
    if (next_is('\'') || next_is('"')) return quoted();
    return plain(stops);
  }

  std::optional<Tree> list(int depth) {
    Tree tree = node(Tree::Kind::sequence);
    ++at_;
    if (take(']')) return tree;
    do {
      std::optional<Tree> item = parse(",]", depth + 1);
      if (!item) return std::nullopt;
      tree.items.push_back(std::move(*item));
    } while (take(','));
    return take(']') ? std::optional(std::move(tree)) : fail("a list is not closed by ']'");
  }

  std::optional<Tree> map(int depth) {
    Tree tree = node(Tree::Kind::map);
    ++at_;
    if (take('}')) return tree;
    do {
      const std::optional<Tree> key = parse(":,}", depth + 1);
      if (!key) return std::nullopt;
      if (key->kind != Tree::Kind::scalar || !take(':')) return fail("a map wants {key:value,…}");
      std::optional<Tree> value = parse(",}", depth + 1);
      if (!value) return std::nullopt;
      if (tree.find(key->scalar) != nullptr) return fail("a map names '" + key->scalar + "' twice");
      tree.entries.push_back({key->scalar, mark_, std::move(*value)});
    } while (take(','));
    return take('}') ? std::optional(std::move(tree)) : fail("a map is not closed by '}'");
  }

  std::optional<Tree> quoted() {
    const char quote = text_[at_++];
    Tree tree = node(Tree::Kind::scalar);
    tree.quoted = true;
    for (; at_ < text_.size() && text_[at_] != quote; ++at_) {
      const bool escapes = text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] == quote;
      if (escapes) ++at_;
      tree.scalar += text_[at_];
    }
    if (at_ == text_.size()) return fail("a quote is not closed");
    ++at_;
    return tree;
  }

  std::optional<Tree> plain(std::string_view stops) {
    const std::size_t end = std::min(text_.find_first_of(stops.empty() ? "," : stops, at_), text_.size());
    const std::string_view word = trimmed(text_.substr(at_, end - at_));
    at_ = end;
    if (word.find("${") != std::string_view::npos) return fail("an interpolation '${…}' is not resolved");
    if (word == "null") return node(Tree::Kind::null);
    Tree tree = node(Tree::Kind::scalar);
    tree.scalar = word;
    tree.quoted = word.empty();
    return tree;
  }

  std::string_view text_;
  const Mark& mark_;
  std::size_t at_ = 0;
  std::string why_;
};

}  // namespace

std::optional<Tree> parse_hydra_value(std::string_view text, const Mark& mark, std::string& why) {
  return HydraParser(text, mark).whole(why);
}

}  // namespace headrace
