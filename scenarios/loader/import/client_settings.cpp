#include "scenarios/loader/import/client_settings.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "scenarios/loader/import/description_part.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

constexpr double kPage = 4096;
constexpr double kMega = 1024.0 * 1024;

// SettingRow: a setting by how its key begins and ends, and the field that it stands for.
struct SettingRow {
  std::string_view store, begin, end, field;
  bool is_bytes = false;
  double unit = 1;           // What a number without a suffix counts.
  double low = 0, high = 0;  // Bounds of the field.
};

constexpr SettingRow kSettings[] = {
    {"lustre", "osc.", ".max_rpcs_in_flight", "max_rpcs_in_flight", false, 1, 1, 256},
    {"lustre", "mdc.", ".max_rpcs_in_flight", "metadata_max_rpcs_in_flight", false, 1, 1, 512},
    {"lustre", "osc.", ".max_pages_per_rpc", "rpc_size", true, kPage, 65536, 64 * kMega},
    {"lustre", "osc.", ".max_dirty_mb", "max_dirty", true, kMega, kMega, 1024 * 1024 * kMega},
    {"lustre", "llite.", ".max_read_ahead_per_file_mb", "max_read_ahead_per_file", true, kMega, kMega,
     64 * 1024 * kMega},
    {"filer", "nconnect", "", "nconnect", false, 1, 1, 64},
    {"filer", "rsize", "", "transfer_size", true, 1, 4096, 64 * kMega},
    {"gpfs", "rasize", "", "read_ahead", true, 1, 0, 64 * 1024 * kMega},
};

// Reads "32", "1M" or "512K".
std::optional<double> value_of(const SettingRow& row, std::string_view text) {
  double unit = row.unit;
  if (row.is_bytes && (text.ends_with('M') || text.ends_with('m'))) unit = kMega;
  if (row.is_bytes && (text.ends_with('K') || text.ends_with('k'))) unit = 1024;
  if (row.is_bytes && unit != row.unit) text.remove_suffix(1);
  const std::optional<double> number = whole_number_text(text);
  return number && *number == static_cast<double>(static_cast<long long>(std::clamp(*number, -1e15, 1e15)))
             ? std::optional(*number * unit)
             : std::nullopt;
}

bool is_key_of(const SettingRow& row, std::string_view key) {
  if (row.end.empty()) return key == row.begin;
  return key.size() > row.begin.size() + row.end.size() && key.starts_with(row.begin) &&
         key.ends_with(row.end);
}

void read_setting(std::string_view word, std::string_view store, const Phrase& line,
                  std::vector<ClientSetting>& settings, std::vector<NotTaken>& not_taken) {
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos) return;
  const auto* const row = std::find_if(std::begin(kSettings), std::end(kSettings), [&](const SettingRow& of) {
    return of.store == store && is_key_of(of, word.substr(0, equals));
  });
  if (row == std::end(kSettings)) return;
  const std::optional<double> value = value_of(*row, word.substr(equals + 1));
  if (!value || *value < row->low || *value > row->high) {
    not_taken.push_back(
        {line.place, in_quotes(comment_words(word, 60)) + " is no value of " + std::string(row->field)});
    return;
  }
  std::erase_if(settings, [&](const ClientSetting& other) { return other.field == row->field; });
  settings.push_back(
      {row->field, row->is_bytes, {*value, {OriginTag::read, line.place + ": " + comment_words(word, 60)}}});
}

}  // namespace

std::vector<ClientSetting> settings_of(const DescribedSystem& system, std::string_view store,
                                       std::vector<NotTaken>& not_taken) {
  std::vector<ClientSetting> settings;
  for (const Phrase& line : system.settings) {
    std::string_view rest = line.text;
    while (!rest.empty()) {
      const std::string_view word = rest.substr(0, rest.find_first_of(" \t\n,;"));
      read_setting(word, store, line, settings, not_taken);
      rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    }
  }
  return settings;
}

}  // namespace headrace
