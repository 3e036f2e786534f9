#include "scenarios/loader/sweep/constraint.h"

#include <algorithm>

#include "scenarios/loader/sweep/sweep_range.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_of_name(char c) {
  return is_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '[' || c == ']';
}

// Powers of seconds and bytes.
struct Dimension {
  int seconds = 0, bytes = 0;
  bool operator==(const Dimension&) const = default;
};

Dimension dimension_of(std::string_view unit) {
  if (unit == "s") return {1, 0};
  if (unit == "B") return {0, 1};
  if (unit == "B/s") return {-1, 1};
  return {};
}

std::string name_of(Dimension d) {
  if (d == Dimension{}) return "a number";
  if (d == Dimension{1, 0}) return "a duration";
  if (d == Dimension{0, 1}) return "an amount of bytes";
  if (d == Dimension{-1, 1}) return "a bandwidth";
  return "another quantity";
}

// Says whether a name is the axis' path or whole keys at its end.
bool names(std::string_view name, std::string_view path) {
  return path == name || (path.ends_with(name) && path[path.size() - name.size() - 1] == '.');
}

}  // namespace

class ConstraintParser {
 public:
  ConstraintParser(const std::string& text, const Mark& mark, const std::vector<SweepAxis>& axes,
                   Problems& problems)
      : text_(text), mark_(mark), axes_(axes), problems_(problems) {}

  std::optional<Constraint> parse() {
    if (word_comparison()) return failed_ ? std::nullopt : std::optional(made_);
    const auto left = sum(made_.left_);
    if (!left) return std::nullopt;
    skip_blanks();
    const std::size_t begin = at_;
    made_.comparison_ = comparison();
    if (made_.comparison_.empty()) {
      refuse("E0413", at_ < text_.size() ? "a comparison was expected here" : "nothing is compared", at_, 1);
      return std::nullopt;
    }
    const auto right = sum(made_.right_);
    if (!right) return std::nullopt;
    skip_blanks();
    if (at_ < text_.size()) {
      const bool second = !comparison().empty();
      refuse("E0413", second ? "a constraint has one comparison" : "this is not part of the constraint", at_,
             1);
      return std::nullopt;
    }
    if (*left != *right) {
      refuse("E0415", name_of(*left) + " is compared with " + name_of(*right), begin,
             made_.comparison_.size());
      return std::nullopt;
    }
    return made_;
  }

 private:
  using Step = Constraint::Step;

  void refuse(const char* code, const std::string& sentence, std::size_t at, std::size_t length,
              const std::string& nearest = {}) {
    failed_ = true;
    Mark mark = mark_;
    const auto covered = static_cast<std::size_t>(mark.length);
    if (covered == text_.size() || covered == text_.size() + 2) {
      const std::size_t begin = std::min(at, text_.empty() ? 0 : text_.size() - 1);
      mark.column += static_cast<int>(begin + (covered - text_.size()) / 2);
      mark.length = static_cast<int>(std::max<std::size_t>(length, 1));
    }
    problems_.add(mark, code, sentence)
        .hint(nearest)
        .with_help("a constraint compares axes, numbers and quantities: read_threads * prefetch_size <= 64");
  }

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::string comparison() {
    skip_blanks();
    for (const std::string_view sign : {"<=", ">=", "==", "!=", "<", ">"}) {
      if (!std::string_view(text_).substr(at_).starts_with(sign)) continue;
      at_ += sign.size();
      return std::string(sign);
    }
    return {};
  }

  // "policy != none": an axis of words; nothing is taken where the text is another.
  bool word_comparison() {
    skip_blanks();
    const std::size_t begin = at_;
    const std::string name = take_name();
    const auto axis = name.empty() ? std::nullopt : only_axis(name);
    if (!axis || !axes_[*axis].numbers.empty()) {
      at_ = begin;
      return false;
    }
    skip_blanks();
    const std::size_t sign_at = at_;
    made_.comparison_ = comparison();
    if (made_.comparison_ != "==" && made_.comparison_ != "!=") {
      refuse("E0415",
             in_quotes(axes_[*axis].path) + " takes words, which are compared with == or !=", sign_at, 1);
      return true;
    }
    skip_blanks();
    std::size_t end = text_.size();
    while (end > at_ && text_[end - 1] == ' ') --end;
    made_.word_ = text_.substr(at_, end - at_);
    made_.word_axis_ = axis;
    const std::vector<std::string>& values = axes_[*axis].values;
    if (std::find(values.begin(), values.end(), made_.word_) == values.end()) {
      std::vector<std::string_view> all(values.begin(), values.end());
      refuse("E0414", in_quotes(made_.word_) + " is no value of the axis " + in_quotes(axes_[*axis].path),
             at_, made_.word_.size(), did_you_mean(nearest_word(made_.word_, all)));
    }
    return true;
  }

  // Takes the longest name from here that is an axis, as a name may hold a '-'; else the longest name.
  std::string take_name() {
    if (at_ >= text_.size() || !is_letter(text_[at_])) return {};
    std::size_t end = at_;
    while (end < text_.size() && is_of_name(text_[end])) ++end;
    const std::string longest = text_.substr(at_, end - at_);
    std::string name = longest;
    while (axes_named(name).empty() && name.rfind('-') != std::string::npos) name.resize(name.rfind('-'));
    if (axes_named(name).empty()) name = longest;
    at_ += name.size();
    return name;
  }

  std::vector<std::size_t> axes_named(std::string_view name) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < axes_.size(); ++i) {
      if (axes_[i].path == name) return {i};
      if (names(name, axes_[i].path)) found.push_back(i);
    }
    return found;
  }

  std::optional<std::size_t> only_axis(std::string_view name) const {
    const auto found = axes_named(name);
    return found.size() == 1 ? std::optional(found[0]) : std::nullopt;
  }

  std::optional<Dimension> sum(std::vector<Step>& steps) {
    auto left = product(steps);
    for (;;) {
      skip_blanks();
      const std::size_t begin = at_;
      const bool plus = take('+');
      if (!left || (!plus && !take('-'))) return left;
      const auto right = product(steps);
      if (!right) return right;
      if (*left != *right) {
        refuse("E0415", name_of(*left) + " and " + name_of(*right) + " cannot be added", begin, 1);
        return std::nullopt;
      }
      steps.push_back({plus ? Step::Kind::plus : Step::Kind::minus});
    }
  }

  std::optional<Dimension> product(std::vector<Step>& steps) {
    auto left = factor(steps);
    for (;;) {
      const bool times = left && take('*');
      if (!left || (!times && !take('/'))) return left;
      skip_blanks();
      const std::size_t begin = at_;
      const auto right = factor(steps);
      if (!right) return right;
      if (!times && steps.back().kind == Step::Kind::number && steps.back().number == 0) {
        refuse("E0413", "nothing can be divided by 0", begin, at_ - begin);
        return std::nullopt;
      }
      const int sign = times ? 1 : -1;
      left = Dimension{left->seconds + sign * right->seconds, left->bytes + sign * right->bytes};
      steps.push_back({times ? Step::Kind::times : Step::Kind::divide});
    }
  }

  std::optional<Dimension> factor(std::vector<Step>& steps) {
    if (take('(')) {
      const std::size_t begin = at_ - 1;
      if (++depth_ > 50) return refuse("E0413", "brackets stand too deep", begin, 1), std::nullopt;
      const auto inner = sum(steps);
      --depth_;
      if (inner && !take(')')) return refuse("E0413", "this '(' is not closed", begin, 1), std::nullopt;
      return inner;
    }
    if (at_ < text_.size() && is_digit(text_[at_])) return quantity(steps);
    const std::size_t begin = at_;
    const std::string name = take_name();
    if (name.empty()) {
      refuse("E0413", "an axis, a number or a quantity was expected here", begin, 1);
      return std::nullopt;
    }
    const auto axis = only_axis(name);
    if (!axis) return refuse_name(name, begin), std::nullopt;
    if (axes_[*axis].numbers.empty()) {
      refuse("E0415",
             in_quotes(axes_[*axis].path) + " takes words, which are only compared with == or !=", begin,
             name.size());
      return std::nullopt;
    }
    steps.push_back({Step::Kind::axis, 0, *axis});
    return dimension_of(axes_[*axis].unit);
  }

  void refuse_name(const std::string& name, std::size_t begin) {
    const auto found = axes_named(name);
    std::vector<std::string> ends;
    for (const SweepAxis& axis : axes_) {
      ends.push_back(axis.path);
      ends.push_back(axis.path.substr(axis.path.rfind('.') + 1));
    }
    const std::vector<std::string_view> all(ends.begin(), ends.end());
    if (found.empty())
      refuse("E0414", in_quotes(name) + " is not an axis of the sweep", begin, name.size(),
             did_you_mean(nearest_word(name, all)));
    else
      refuse("E0414",
             in_quotes(name) + " may be " + in_quotes(axes_[found[0]].path) + " or " +
                 in_quotes(axes_[found[1]].path),
             begin, name.size());
  }

  // Reads a number with the longest unit that stands behind it.
  std::optional<Dimension> quantity(std::vector<Step>& steps) {
    std::size_t end = at_;
    while (end < text_.size() && (is_digit(text_[end]) || text_[end] == '.')) ++end;
    if (end + 1 < text_.size() && (text_[end] == 'e' || text_[end] == 'E') && is_digit(text_[end + 1])) {
      for (++end; end < text_.size() && is_digit(text_[end]);) ++end;
    }
    std::size_t unit_at = end;
    while (unit_at < text_.size() && text_[unit_at] == ' ') ++unit_at;
    std::size_t longest = 0;
    for (const auto& units : {duration_units(), bytes_units(), bandwidth_units()}) {
      for (const std::string_view unit : units) {
        const std::string_view behind = std::string_view(text_).substr(unit_at);
        const bool ends = behind.size() <= unit.size() || !is_of_name(behind[unit.size()]);
        if (behind.starts_with(unit) && ends) longest = std::max(longest, unit.size());
      }
    }
    if (longest > 0) end = unit_at + longest;
    const std::size_t begin = at_;
    const auto amount = parse_amount(std::string_view(text_).substr(begin, end - begin));
    if (!amount) {
      refuse("E0413", in_quotes(text_.substr(begin, end - begin)) + " is no number", begin, end - begin);
      return std::nullopt;
    }
    at_ = end;
    steps.push_back({Step::Kind::number, amount->value()});
    return dimension_of(unit_of(amount->kind));
  }

  const std::string& text_;
  const Mark& mark_;
  const std::vector<SweepAxis>& axes_;
  Problems& problems_;
  Constraint made_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
};

std::optional<Constraint> Constraint::parse(const std::string& text, const Mark& mark,
                                            const std::vector<SweepAxis>& axes, Problems& problems) {
  return ConstraintParser(text, mark, axes, problems).parse();
}

double Constraint::result(const std::vector<Step>& steps, std::span<const std::string> values) {
  std::vector<double> stack;
  for (const Step& step : steps) {
    if (step.kind == Step::Kind::number || step.kind == Step::Kind::axis) {
      const auto amount = step.kind == Step::Kind::axis ? parse_amount(values[step.axis]) : std::nullopt;
      stack.push_back(amount ? amount->value() : step.number);
      continue;
    }
    const double right = stack.back();
    stack.pop_back();
    double& left = stack.back();
    switch (step.kind) {
      case Step::Kind::plus: left += right; break;
      case Step::Kind::minus: left -= right; break;
      case Step::Kind::times: left *= right; break;
      default: left /= right;
    }
  }
  return stack.back();
}

bool Constraint::holds(std::span<const std::string> values) const {
  if (word_axis_) return (values[*word_axis_] == word_) == (comparison_ == "==");
  const double left = result(left_, values), right = result(right_, values);
  if (comparison_ == "<=") return left <= right;
  if (comparison_ == "<") return left < right;
  if (comparison_ == ">=") return left >= right;
  if (comparison_ == ">") return left > right;
  return (left == right) == (comparison_ == "==");
}

}  // namespace headrace
