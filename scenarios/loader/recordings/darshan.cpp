#include "scenarios/loader/recordings/darshan.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "scenarios/loader/recordings/counted_accesses.h"
#include "scenarios/loader/recordings/darshan_records.h"

namespace headrace {

namespace {

using Counter = DarshanCounter;

// Window: the time in which calls of a kind began.
struct Window {
  Duration begin, end;
};

// HeatProfile: bytes by time, as a sum from the begin of the run to the end of each bin.
class HeatProfile {
 public:
  HeatProfile(Duration width, const std::vector<std::int64_t>& bins) : width_(width), sums_(1, 0) {
    for (const std::int64_t bytes : bins) sums_.push_back(sums_.back() + bytes);
  }

  // Returns when a share of the bytes of a window was moved; nothing where it has none.
  std::optional<Duration> at(const Window& window, double share) const {
    const double from = before(window.begin), to = before(window.end);
    if (to <= from) return std::nullopt;
    const double wanted = from + share * (to - from);
    auto behind = std::upper_bound(sums_.begin(), sums_.end(), wanted, [](double bytes, std::int64_t sum) {
      return bytes < static_cast<double>(sum);
    });
    if (behind == sums_.end()) return window.end;
    const auto bin = static_cast<std::size_t>(behind - sums_.begin()) - 1;
    const double bytes = static_cast<double>(sums_[bin + 1] - sums_[bin]);
    const double part = (wanted - static_cast<double>(sums_[bin])) / bytes;
    const Duration time =
        width_ * static_cast<std::int64_t>(bin) +
        Duration::nanoseconds(static_cast<std::int64_t>(part * static_cast<double>(width_.ns())));
    return std::clamp(time, window.begin, window.end);
  }

 private:
  double before(Duration time) const {
    const double bins = std::min(time / width_, static_cast<double>(sums_.size() - 1));
    const auto whole = static_cast<std::size_t>(bins);
    const auto sum = static_cast<double>(sums_[whole]);
    if (whole + 1 >= sums_.size()) return sum;
    return sum + (bins - static_cast<double>(whole)) * static_cast<double>(sums_[whole + 1] - sums_[whole]);
  }

  Duration width_;
  std::vector<std::int64_t> sums_;
};

// CallSeries: like calls of a process on a file, one after another.
class CallSeries {
 public:
  CallSeries(const RecordedOperation& like, std::int64_t calls, Window window, Duration took,
             const HeatProfile* heat)
      : operation_(like),
        first_(like.operation),
        later_(like.operation),
        calls_(calls),
        window_(window),
        took_(took),
        heat_(heat) {
    window_.end = std::max(window_.begin, window_.end);
  }
  CallSeries(const RecordedOperation& like, const AccessShare& accesses, Window window, Duration took,
             const HeatProfile* heat)
      : CallSeries(like, accesses.accesses(), window, took, heat) {
    accesses_ = accesses;
  }

  // Goes to the next call; returns false behind the last one.
  bool next() {
    if (made_ == calls_) return false;
    const double share = calls_ == 1 ? 0 : static_cast<double>(made_) / static_cast<double>(calls_ - 1);
    std::optional<Duration> begin;
    if (heat_ != nullptr) begin = heat_->at(window_, share);
    const Duration span = window_.end - window_.begin;
    if (!begin)
      begin = window_.begin +
              Duration::nanoseconds(static_cast<std::int64_t>(share * static_cast<double>(span.ns())));
    operation_.begin = made_ == 0 ? *begin : std::max(operation_.begin, *begin);
    operation_.end = operation_.begin + took_;
    if (accesses_) {
      const CountedAccess access = accesses_->next();
      operation_.offset = Bytes::count(access.offset);
      operation_.length = Bytes::count(access.length);
    }
    operation_.operation = made_ == 0 ? first_ : later_;
    ++made_;
    return true;
  }
  // Makes the first call another one than those behind it.
  void begin_with(IoOperation first) { first_ = first; }
  const RecordedOperation& operation() const { return operation_; }

 private:
  RecordedOperation operation_;
  IoOperation first_, later_;
  std::int64_t calls_, made_ = 0;
  Window window_;
  Duration took_;
  const HeatProfile* heat_;
  std::optional<AccessShare> accesses_;
};

// CountedFile: the reads and writes of a record.
struct CountedFile {
  CountedAccesses reads, writes;
};

AccessCounts counts_of(const DarshanRecord& record, bool reads) {
  AccessCounts counts;
  counts.accesses = record[reads ? Counter::reads : Counter::writes];
  counts.bytes = record[reads ? Counter::bytes_read : Counter::bytes_written];
  for (std::size_t b = 0; b < kAccessSizeBins; ++b)
    counts.sizes[b] = record.at(reads ? Counter::read_sizes : Counter::write_sizes, b);
  counts.sequential = record[reads ? Counter::sequential_reads : Counter::sequential_writes];
  counts.consecutive = record[reads ? Counter::consecutive_reads : Counter::consecutive_writes];
  counts.last_byte = record[reads ? Counter::last_byte_read : Counter::last_byte_written];
  return counts;
}

// Makes reads and writes of a record. Common sizes are those of both; each has its share of them.
CountedFile counted_file(const DarshanRecord& record) {
  constexpr std::size_t kCommon = 4;
  const std::int64_t reads = record[Counter::reads], writes = record[Counter::writes];
  std::array<CommonSize, kCommon> read = {}, written = {};
  for (std::size_t c = 0; c < kCommon; ++c) {
    const std::int64_t length = record.at(Counter::common_size, c);
    const std::int64_t all = std::min(record.at(Counter::common_accesses, c), reads + writes);
    if (all == 0) continue;
    const auto of_reads = static_cast<std::int64_t>(static_cast<double>(all) * static_cast<double>(reads) /
                                                    static_cast<double>(reads + writes));
    read[c] = {length, of_reads};
    written[c] = {length, all - of_reads};
  }
  return {CountedAccesses(counts_of(record, true), read), CountedAccesses(counts_of(record, false), written)};
}

Duration time_at(const DarshanRecord& record, Counter counter) {
  return Duration::nanoseconds(record[counter]);
}

// Returns the mean of so many calls; nothing where there are none.
Duration mean_of(Duration time, std::int64_t calls) { return calls > 0 ? time / calls : Duration(); }

// DarshanDealer: makes operations of records, process by process and in the order of time.
class DarshanDealer {
 public:
  DarshanDealer(const DarshanRecords& records, const TraceInput& input, RecordingWriter& writer,
                ImportReport& report)
      : records_(records), input_(input), writer_(writer), report_(report) {}

  void deal() {
    find_makers();
    std::map<std::int64_t, std::vector<std::size_t>> ranks;
    std::int64_t most = 0;  // Operations of one kind on a shared file.
    for (std::size_t r = 0; r < records_.all.size(); ++r) {
      const DarshanRecord& record = records_.all[r];
      if (record.rank != DarshanRecord::kShared) {
        ranks[record.rank].push_back(r);
        continue;
      }
      shared_.push_back(r);
      shared_files_.push_back(count(record));
      most = std::max({most, record.opens(), record[Counter::reads], record[Counter::writes],
                       record[Counter::stats], record[Counter::syncs]});
    }
    for (std::int64_t rank = 0; rank < std::min(most, records_.head.processes); ++rank) ranks[rank];
    for (const auto& [rank, own] : ranks) deal_rank(rank, own);
    tell(static_cast<std::int64_t>(ranks.size()));
  }

 private:
  CountedFile count(const DarshanRecord& record) {
    CountedFile file = counted_file(record);
    told_lengths_ += file.reads.common() + file.writes.common();
    return file;
  }

  // Finds the record that makes each file: the first that opens it, if it writes before it reads.
  void find_makers() {
    for (std::size_t r = 0; r < records_.all.size(); ++r) {
      const DarshanRecord& record = records_.all[r];
      if (record.opens() == 0) continue;
      const auto [first, is_new] = makers_.emplace(record.file, r);
      const bool is_earlier = record[Counter::open_start] < records_.all[first->second][Counter::open_start];
      if (is_earlier) first->second = r;
    }
    std::erase_if(makers_, [&](const auto& maker) {
      const DarshanRecord& record = records_.all[maker.second];
      return record[Counter::writes] == 0 ||
             (record[Counter::reads] > 0 && record[Counter::read_start] <= record[Counter::write_start]);
    });
  }

  void deal_rank(std::int64_t rank, const std::vector<std::size_t>& own) {
    rank_ = rank;
    series_.clear();
    heat_.clear();
    std::vector<CountedFile> files;
    files.reserve(own.size());  // Shares point to them.
    for (const std::size_t r : own) add_record(r, files.emplace_back(count(records_.all[r])), 0, 1);
    for (std::size_t s = 0; s < shared_.size(); ++s)
      add_record(shared_[s], shared_files_[s], rank, records_.head.processes);
    if (!series_.empty()) merge();
  }

  void add_record(std::size_t index, const CountedFile& file, std::int64_t process, std::int64_t processes) {
    if (process >= processes) return;
    const DarshanRecord& record = records_.all[index];
    RecordedOperation like;
    like.file = record.file;
    like.layer = record.layer;
    const auto share = [&](std::int64_t calls) { return calls / processes + (process < calls % processes); };
    const std::int64_t stats = record[Counter::stats], syncs = record[Counter::syncs];
    const Duration name = mean_of(time_at(record, Counter::name_time), record.opens() + stats);
    like.operation = IoOperation::stat;
    const Duration used = first_use(record);
    const auto before = [&](std::int64_t calls) { return std::max(Duration(), used - name * calls); };
    add({like, share(stats), {before(share(stats)), before(1)}, name, nullptr});
    like.operation = IoOperation::open;
    CallSeries opens(like, share(record.opens()),
                     {time_at(record, Counter::open_start), time_at(record, Counter::open_end) - name}, name,
                     nullptr);
    const auto maker = makers_.find(record.file);
    if (process == 0 && maker != makers_.end() && maker->second == index) {
      opens.begin_with(IoOperation::create);
      report_.guess("that a file whose first use is a write was made by the run");
    }
    add(opens);
    like.operation = IoOperation::read;
    const Duration read = mean_of(time_at(record, Counter::read_time), record[Counter::reads]);
    add({like,
         file.reads.share(process, processes),
         {time_at(record, Counter::read_start), time_at(record, Counter::read_end) - read},
         read,
         heat(record.layer, true)});
    like.operation = IoOperation::write;
    const Duration write = mean_of(time_at(record, Counter::write_time), record[Counter::writes] + syncs);
    const Window written{time_at(record, Counter::write_start), time_at(record, Counter::write_end) - write};
    add({like,
         file.writes.share(process, processes),
         {written.begin, written.end - (syncs > 0 ? write : Duration())},
         write,
         heat(record.layer, false)});
    like.operation = IoOperation::sync;
    add({like,
         share(syncs),
         {share(syncs) == 1 ? written.end : written.begin + write, written.end},
         write,
         nullptr});
  }

  // Returns when a file of a record was first used, of which stats say nothing.
  static Duration first_use(const DarshanRecord& record) {
    if (record.opens() > 0) return time_at(record, Counter::open_start);
    if (record[Counter::reads] > 0) return time_at(record, Counter::read_start);
    return time_at(record, Counter::write_start);
  }

  void add(CallSeries series) {
    if (series.next()) series_.push_back(series);
  }

  // Returns the profile of the rank's reads or writes; null where the log has none.
  const HeatProfile* heat(RecordedLayer layer, bool reads) {
    const auto found = records_.heat.find({layer, rank_});
    if (found == records_.heat.end()) return nullptr;
    const DarshanHeat& heat = found->second;
    const auto& bins = reads ? heat.read : heat.written;
    if (heat.width == Duration() || bins.empty()) return nullptr;
    return &heat_.try_emplace({layer, reads}, heat.width, bins).first->second;
  }

  // Writes the calls of all series by their begin; each ends before the next one begins.
  void merge() {
    const std::uint32_t process = writer_.process("rank " + std::to_string(rank_) + input_.process, "");
    using Next = std::pair<Duration, std::size_t>;
    std::priority_queue<Next, std::vector<Next>, std::greater<>> next;
    for (std::size_t s = 0; s < series_.size(); ++s) next.emplace(series_[s].operation().begin, s);
    std::optional<RecordedOperation> last;
    while (!next.empty()) {
      const std::size_t s = next.top().second;
      next.pop();
      RecordedOperation operation = series_[s].operation();
      operation.begin += records_.head.start;
      operation.end += records_.head.start;
      if (last) {
        last->end = std::min(last->end, operation.begin);
        writer_.add(process, *last);
      }
      last = operation;
      if (series_[s].next()) next.emplace(series_[s].operation().begin, s);
    }
    if (last) writer_.add(process, *last);
  }

  void tell(std::int64_t processes) {
    std::int64_t all = 0, accesses = 0, shared = 0;
    for (const DarshanRecord& record : records_.all) {
      all += record.operations();
      accesses += record[Counter::reads] + record[Counter::writes];
      if (record.rank == DarshanRecord::kShared) shared += record.operations();
    }
    const auto guess = [&](const char* what, std::int64_t times) {
      if (times > 0) report_.guess(what, times);
    };
    guess("when an operation began, between the first and the last of its kind on its file", all);
    guess("how long an operation took: the mean of its kind on its file, and no longer than to the next one",
          all);
    guess("where in its file a read or write lies, and in which order they came", accesses);
    guess("the length of a read or write, within what histograms and totals leave open",
          accesses - told_lengths_);
    guess("which rank made an operation on a file that all ranks share, of which each has as many", shared);
    guess("that all ranks ran on one host, since counters name none", processes > 1 ? 1 : 0);
    if (!records_.heat.empty())
      report_.told.push_back("heat maps say when the bytes of a rank moved: " +
                             std::to_string(records_.heat.size()));
  }

  const DarshanRecords& records_;
  const TraceInput& input_;
  RecordingWriter& writer_;
  ImportReport& report_;
  std::unordered_map<std::uint32_t, std::size_t> makers_;  // Record that makes a file, by file.
  std::vector<std::size_t> shared_;                        // Records of all ranks.
  std::vector<CountedFile> shared_files_;                  // Of each of them.
  std::int64_t told_lengths_ = 0;                          // Reads and writes whose length is a common one.
  std::int64_t rank_ = 0;                                  // Of the process that is dealt to.
  std::vector<CallSeries> series_;
  std::map<std::pair<RecordedLayer, bool>, HeatProfile> heat_;
};

}  // namespace

void read_darshan(TraceInput& input, RecordingWriter& writer, ImportReport& report) {
  report.resolution = std::max(report.resolution, Duration::nanoseconds(1000));
  const DarshanRecords records = read_darshan_records(input, writer, report);
  DarshanDealer(records, input, writer, report).deal();
}

bool is_darshan(std::string_view head) {
  return head.find("# description of columns:") != std::string_view::npos ||
         head.find("\tPOSIX_OPENS\t") != std::string_view::npos;
}

}  // namespace headrace
