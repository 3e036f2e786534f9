#include "scenarios/loader/recordings/darshan_record.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace headrace {

namespace {

using Counter = DarshanCounter;

// CounterName: the name of a counter without that of its module; those of one place are added up.
struct CounterName {
  std::string_view name;
  DarshanPlace place;
};

constexpr CounterName kNames[] = {
    {"OPENS", {Counter::opens}},
    {"INDEP_OPENS", {Counter::opens}},
    {"COLL_OPENS", {Counter::opens}},
    {"FILENOS", {Counter::not_opens}},
    {"DUPS", {Counter::not_opens}},
    {"FDOPENS", {Counter::not_opens}},
    {"READS", {Counter::reads}},
    {"INDEP_READS", {Counter::reads}},
    {"COLL_READS", {Counter::reads}},
    {"SPLIT_READS", {Counter::reads}},
    {"NB_READS", {Counter::reads}},
    {"WRITES", {Counter::writes}},
    {"INDEP_WRITES", {Counter::writes}},
    {"COLL_WRITES", {Counter::writes}},
    {"SPLIT_WRITES", {Counter::writes}},
    {"NB_WRITES", {Counter::writes}},
    {"STATS", {Counter::stats}},
    {"FSYNCS", {Counter::syncs}},
    {"FDSYNCS", {Counter::syncs}},
    {"SYNCS", {Counter::syncs}},
    {"BYTES_READ", {Counter::bytes_read}},
    {"BYTES_WRITTEN", {Counter::bytes_written}},
    {"MAX_BYTE_READ", {Counter::last_byte_read}},
    {"MAX_BYTE_WRITTEN", {Counter::last_byte_written}},
    {"SEQ_READS", {Counter::sequential_reads}},
    {"SEQ_WRITES", {Counter::sequential_writes}},
    {"CONSEC_READS", {Counter::consecutive_reads}},
    {"CONSEC_WRITES", {Counter::consecutive_writes}},
    {"ACCESS1_ACCESS", {Counter::common_size, 0}},
    {"ACCESS2_ACCESS", {Counter::common_size, 1}},
    {"ACCESS3_ACCESS", {Counter::common_size, 2}},
    {"ACCESS4_ACCESS", {Counter::common_size, 3}},
    {"ACCESS1_COUNT", {Counter::common_accesses, 0}},
    {"ACCESS2_COUNT", {Counter::common_accesses, 1}},
    {"ACCESS3_COUNT", {Counter::common_accesses, 2}},
    {"ACCESS4_COUNT", {Counter::common_accesses, 3}},
    {"F_OPEN_TIMESTAMP", {Counter::open_start}},
    {"F_OPEN_START_TIMESTAMP", {Counter::open_start}},
    {"F_OPEN_END_TIMESTAMP", {Counter::open_end}},
    {"F_READ_START_TIMESTAMP", {Counter::read_start}},
    {"F_READ_END_TIMESTAMP", {Counter::read_end}},
    {"F_WRITE_START_TIMESTAMP", {Counter::write_start}},
    {"F_WRITE_END_TIMESTAMP", {Counter::write_end}},
    {"F_READ_TIME", {Counter::read_time}},
    {"F_WRITE_TIME", {Counter::write_time}},
    {"F_META_TIME", {Counter::name_time}},
};

constexpr std::string_view kBinNames[] = {"0_100", "100_1K", "1K_10K",   "10K_100K", "100K_1M",
                                          "1M_4M", "4M_10M", "10M_100M", "100M_1G",  "1G_PLUS"};

using Places = std::unordered_map<std::string, DarshanPlace>;

Places make_places() {
  Places places;
  for (const CounterName& row : kNames) places.emplace(row.name, row.place);
  for (std::size_t b = 0; b < std::size(kBinNames); ++b)
    for (const std::string_view infix : {"", "AGG_"}) {  // AGG: of MPI-IO.
      const std::string name = std::string(infix) + std::string(kBinNames[b]);
      places.emplace("SIZE_READ_" + name, DarshanPlace{Counter::read_sizes, b});
      places.emplace("SIZE_WRITE_" + name, DarshanPlace{Counter::write_sizes, b});
    }
  return places;
}

}  // namespace

std::int64_t DarshanRecord::opens() const {
  return std::max<std::int64_t>(0, (*this)[Counter::opens] - (*this)[Counter::not_opens]);
}

std::int64_t DarshanRecord::operations() const {
  return opens() + (*this)[Counter::reads] + (*this)[Counter::writes] + (*this)[Counter::stats] +
         (*this)[Counter::syncs];
}

std::optional<DarshanPlace> darshan_counter(std::string_view name) {
  static const Places kPlaces = make_places();
  const auto found = kPlaces.find(std::string(name));
  if (found == kPlaces.end()) return std::nullopt;
  return found->second;
}

}  // namespace headrace
