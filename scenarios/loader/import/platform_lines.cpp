#include "scenarios/loader/import/platform_lines.h"

#include <algorithm>
#include <cmath>

#include "scenarios/loader/import/import_priors.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr std::size_t kCommentColumn = 44;

std::string_view name_of_tag(OriginTag tag) {
  switch (tag) {
    case OriginTag::read: return "[read]";
    case OriginTag::derived: return "[derived]";
    case OriginTag::assumed: return "[assumed]";
  }
  return {};
}

std::string within(double factor) { return " within a factor of " + number_text(factor); }

}  // namespace

std::string origin_text(const Origin& origin) {
  std::string text(name_of_tag(origin.tag));
  if (origin.factor > 1) text += within(origin.factor) + ":";
  return text + " " + origin.words;
}

std::string count_text(double count) { return std::to_string(std::llround(std::clamp(count, 0.0, 1e15))); }

std::string rate_text(double bytes_per_second) {
  const double unit = std::pow(10, std::floor(std::log10(bytes_per_second)) - 2);
  return text_of(Bandwidth::bytes_per_second(std::round(bytes_per_second / unit) * unit));
}

std::string port_text(double bytes_per_second) { return number_text(bytes_per_second * 8 / 1e9) + " Gbit/s"; }

void PlatformLines::open(std::string_view key, std::string_view why) {
  std::string line = std::string(indent(), ' ') + std::string(key) + ":";
  if (!why.empty()) line.resize(std::max(line.size() + 3, kCommentColumn), ' ');
  text_ += line + (why.empty() ? "" : "# ") + std::string(why) + "\n";
  open_.emplace_back(key);
}

void PlatformLines::close() { open_.pop_back(); }

std::string PlatformLines::path_of(std::string_view key) const {
  std::string path = part_ + ".";
  for (const std::string& name : open_) path += name + ".";
  return path + std::string(key);
}

void PlatformLines::add_line(std::string_view key, std::string_view text, const Origin& origin) {
  std::string line = std::string(indent(), ' ') + std::string(key) + ": " + std::string(text);
  line.resize(std::max(line.size() + 3, kCommentColumn), ' ');
  text_ += line + "# " + origin_text(origin) + "\n";
  values_.push_back({path_of(key), std::string(text), origin});
  if (origin.tag == OriginTag::read) ++counts_.read;
  if (origin.tag == OriginTag::derived) ++counts_.derived;
  if (origin.tag == OriginTag::assumed) ++counts_.assumed;
}

void PlatformLines::value(std::string_view key, std::string_view text, const Origin& origin) {
  add_line(key, text, origin);
}

void PlatformLines::assume(std::string_view key, std::string_view text, const Origin& origin,
                           std::string lacking) {
  add_line(key, text, origin);
  gaps_.push_back({path_of(key), std::move(lacking),
                   std::string(text) + (origin.factor > 1 ? within(origin.factor) : std::string())});
}

void PlatformLines::prior(std::string_view key, std::string_view prior, std::string lacking) {
  const ImportPrior& row = import_prior(prior);
  assume(key, row.value, {OriginTag::assumed, std::string(row.source), row.factor}, std::move(lacking));
}

void PlatformLines::count(std::string_view key, const std::optional<ToldValue>& told,
                          std::string_view prior_name, std::string lacking) {
  if (!told) return prior(key, prior_name, std::move(lacking));
  if (told->origin.tag == OriginTag::assumed)
    return assume(key, count_text(told->value), told->origin, std::move(lacking));
  value(key, count_text(told->value), told->origin);
}

void PlatformLines::bytes(std::string_view key, const std::optional<ToldValue>& told,
                          std::string_view prior_name, std::string lacking) {
  if (!told) return prior(key, prior_name, std::move(lacking));
  value(key, text_of(Bytes::count(std::llround(told->value))), told->origin);
}

}  // namespace headrace
