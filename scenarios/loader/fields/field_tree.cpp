#include "scenarios/loader/fields/field_tree.h"

#include <algorithm>
#include <utility>

#include "scenarios/loader/fields/distribution_form.h"
#include "scenarios/loader/fields/field_writer.h"
#include "scenarios/loader/fields/prior_range.h"
#include "scenarios/loader/text/scalars.h"
#include "sim/check.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr std::string_view kAnyName = "<name>";

class FieldCollector final : public Fields {
 public:
  FieldCollector(FieldNode& root, const std::vector<ExclusiveFields>& exclusive) : exclusive_(exclusive) {
    open_.push_back(&root);
  }

  void integer(const Field& field, std::int64_t& value, std::int64_t low, std::int64_t high) override {
    add(FieldNode::Kind::integer, field, std::to_string(value), std::to_string(low), std::to_string(high));
  }
  void number(const Field& field, double& value, double low, double high) override {
    add(FieldNode::Kind::number, field, number_text(value), number_text(low), number_text(high));
  }
  void flag(const Field& field, bool& value) override {
    add(FieldNode::Kind::flag, field, value ? "true" : "false");
  }
  void text(const Field& field, std::string& value) override { add(FieldNode::Kind::text, field, value); }
  void texts(const Field& field, std::vector<std::string>&) override {
    add(FieldNode::Kind::texts, field, "");
  }
  void integers(const Field& field, std::vector<std::int64_t>&) override {
    add(FieldNode::Kind::integers, field, "");
  }
  void duration(const Field& field, Duration& value, Duration low, Duration high) override {
    FieldNode& node = add(FieldNode::Kind::duration, field, text_of(value), text_of(low),
                          high == Duration::max() ? "" : text_of(high));
    tell_range(node, field, Quantity::time, value, value == Duration());
  }
  void bytes(const Field& field, Bytes& value, Bytes low, Bytes high) override {
    add(FieldNode::Kind::bytes, field, text_of(value), text_of(low), text_of(high));
  }
  void bandwidth(const Field& field, Bandwidth& value) override {
    FieldNode& node =
        add(FieldNode::Kind::bandwidth, field, text_of(value), text_of(kSlowest), text_of(kFastest));
    tell_range(node, field, Quantity::rate, value, false);
  }
  void distribution(const Field& field, Distribution& value) override {
    FieldNode& node =
        add(FieldNode::Kind::distribution, field, text_of(value), text_of(Duration()), text_of(kLongestDraw));
    tell_range(node, field, Quantity::time, value, value.mean() == Duration());
  }

  bool wants_member(std::string_view name, bool) override {
    member_ = name;
    chosen_in_ = open_.back();
    return true;
  }
  void member_ends() override { member_.clear(); }

 protected:
  bool has_value(const Field&, bool present) override {
    lacks_value_ = !present;
    return true;
  }
  void word(const Field& field, std::size_t& index, std::span<const std::string_view> words) override {
    FieldNode& node = add(FieldNode::Kind::word, field, std::string(words[index]));
    node.words.assign(words.begin(), words.end());
    if (member_.empty()) chooser_ = node.name;
  }
  bool enter(const Field& field) override { return open(add(FieldNode::Kind::group, field, "")); }
  bool enter_optional(const Field& field, bool) override {
    return open(add(FieldNode::Kind::optional_group, field, ""));
  }
  std::size_t enter_list(const Field& field, std::size_t) override {
    open(add(FieldNode::Kind::list, field, ""));
    return 1;
  }
  void enter_item(std::size_t) override { open_.push_back(open_.back()); }
  std::vector<std::string> enter_map(const Field& field, std::vector<std::string>) override {
    open(add(FieldNode::Kind::map, field, ""));
    return {std::string(kAnyName)};
  }
  void enter_entry(const std::string&) override { open_.push_back(open_.back()); }
  void leave() override { open_.pop_back(); }

 private:
  template <class Value>
  static void tell_range(FieldNode& node, const Field& field, Quantity quantity, const Value& value,
                         bool is_zero) {
    const std::optional<double> factor = prior_factor(field.source, quantity);
    if (factor && !is_zero && node.initial != "none") node.likely = range_text(value, *factor);
  }

  bool open(FieldNode& node) {
    open_.push_back(&node);
    return true;
  }

  FieldNode& add(FieldNode::Kind kind, const Field& field, std::string initial, std::string low = {},
                 std::string high = {}) {
    FieldNode& parent = *open_.back();
    const bool may_lack_value = std::exchange(lacks_value_, false);
    if (may_lack_value) initial = "none";
    // Members of one table may share a parameter, which then is the same for all of them.
    const auto same = std::find_if(parent.fields.begin(), parent.fields.end(),
                                   [&](const FieldNode& other) { return other.name == field.name; });
    if (!member_.empty() && same != parent.fields.end()) {
      HEADRACE_CHECK(same->kind == kind && same->initial == initial && same->low == low &&
                     same->high == high && same->required == field.required);
      same->members.push_back(member_);
      return *same;
    }
    FieldNode& node = parent.fields.emplace_back();
    if (!member_.empty()) node.members = {member_};
    if (!member_.empty() && &parent == chosen_in_) node.chooser = chooser_;
    node.kind = kind;
    node.name = field.name;
    node.zero_is_nothing = field.zero_is_nothing;
    std::string base = parent.path;
    if (parent.kind == FieldNode::Kind::map) base += "." + std::string(kAnyName);
    if (parent.kind == FieldNode::Kind::list) base += "[]";
    node.path = base.empty() ? node.name : base + "." + node.name;
    node.meaning = field.meaning;
    node.source = field.source;
    node.required = field.required;
    node.may_lack_value = may_lack_value;
    node.initial = std::move(initial);
    node.low = std::move(low);
    node.high = std::move(high);
    const std::string items = node.path + (kind == FieldNode::Kind::map ? "." + std::string(kAnyName) : "");
    for (const ExclusiveFields& group : exclusive_) {
      if (group.path == items) node.one_of = group.names;
    }
    return node;
  }

  const std::vector<ExclusiveFields>& exclusive_;
  bool lacks_value_ = false;              // The next field has none by default.
  std::string member_;                    // Whose parameters follow; empty: fields of everybody.
  std::string chooser_;                   // The last word that is no parameter.
  const FieldNode* chosen_in_ = nullptr;  // Where that word stands, and the parameters of each member.
  std::vector<FieldNode*> open_;  // From the root to where fields are added; an item adds to its list.
};

}  // namespace

FieldNode collect_fields(void (*visit)(Fields&), const std::vector<ExclusiveFields>& exclusive) {
  FieldNode root;
  FieldCollector collector(root, exclusive);
  visit(collector);
  return root;
}

FieldNode distribution_fields() {
  return collect_fields([](Fields& f) { DistributionForm().visit(f); });
}

const FieldNode* find_field(const FieldNode& root, std::string_view path) {
  const FieldNode* node = &root;
  while (node != nullptr && !path.empty()) {
    const std::string_view step = path.substr(0, path.find('.'));
    path.remove_prefix(std::min(path.size(), step.size() + 1));
    const std::string_view name = step.substr(0, step.find('['));
    const auto found = std::find_if(node->fields.begin(), node->fields.end(),
                                    [&](const FieldNode& field) { return field.name == name; });
    node = found == node->fields.end() ? nullptr : &*found;
    // The name of an entry is no field.
    if (node != nullptr && node->kind == FieldNode::Kind::map && !path.empty())
      path.remove_prefix(
          std::min(path.size(), path.find('.') == path.npos ? path.size() : path.find('.') + 1));
  }
  return node;
}

std::string FieldNode::bounds() const {
  if (low.empty()) return {};
  return high.empty() ? low + " or more" : low + " to " + high;
}

std::string_view kind_name(FieldNode::Kind kind) {
  switch (kind) {
    case FieldNode::Kind::integer: return "whole number";
    case FieldNode::Kind::number: return "number";
    case FieldNode::Kind::flag: return "true or false";
    case FieldNode::Kind::text: return "text";
    case FieldNode::Kind::texts: return "list of texts";
    case FieldNode::Kind::integers: return "list of whole numbers";
    case FieldNode::Kind::duration: return "duration";
    case FieldNode::Kind::bytes: return "bytes";
    case FieldNode::Kind::bandwidth: return "bandwidth";
    case FieldNode::Kind::distribution: return "duration or distribution";
    case FieldNode::Kind::word: return "word";
    case FieldNode::Kind::group: return "group";
    case FieldNode::Kind::optional_group: return "group, if given";
    case FieldNode::Kind::list: return "list";
    case FieldNode::Kind::map: return "map of names";
  }
  return "";
}

}  // namespace headrace
