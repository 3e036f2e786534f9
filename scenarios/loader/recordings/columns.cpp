#include "scenarios/loader/recordings/columns.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/loader/recordings/number_text.h"
#include "scenarios/loader/text/errors.h"
#include "scenarios/loader/text/problems.h"

namespace headrace {

namespace {

enum class Holds : std::uint8_t {
  nothing,
  begin,
  end,
  duration,
  process,
  host,
  thread,
  file,
  offset,
  length,
  kind
};
constexpr std::string_view kHolds[] = {"-",      "begin", "end",    "duration", "process", "host",
                                       "thread", "file",  "offset", "length",   "kind"};

struct Column {
  Holds holds = Holds::nothing;
  std::int64_t factor = 1;  // Nanoseconds or bytes of a unit.
  std::string reads = "read", writes = "write";
};

std::int64_t unit_of(std::string_view word, std::string_view column) {
  constexpr std::pair<std::string_view, std::int64_t> kUnits[] = {
      {"ns", 1}, {"us", 1000}, {"ms", 1'000'000}, {"s", 1'000'000'000}};
  for (const auto& [unit, ns] : kUnits)
    if (unit == word) return ns;
  throw UsageError("--columns: '" + std::string(column) + "' needs the unit of its times: ns, us, ms or s");
}

Column column_of(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const std::string_view more = colon == std::string_view::npos ? "" : text.substr(colon + 1);
  const auto* const found = std::find(std::begin(kHolds), std::end(kHolds), name);
  if (found == std::end(kHolds)) {
    const std::string near = nearest_word(name, kHolds);
    throw UsageError("--columns: nothing is called '" + std::string(name) + "'" +
                     (near.empty() ? std::string() : ", did you mean '" + near + "'?") +
                     " (begin, end, duration, process, host, thread, file, offset, length, kind, -)");
  }
  Column column;
  column.holds = static_cast<Holds>(found - std::begin(kHolds));
  const bool is_time =
      column.holds == Holds::begin || column.holds == Holds::end || column.holds == Holds::duration;
  if (is_time) column.factor = unit_of(more, text);
  const bool is_size = column.holds == Holds::offset || column.holds == Holds::length;
  if (is_size && !more.empty()) {
    const auto factor = whole_number(more);
    if (!factor || *factor < 1 || *factor > (1 << 30))
      throw UsageError("--columns: '" + std::string(text) + "' needs the bytes of a unit, such as 512");
    column.factor = *factor;
  }
  if (column.holds == Holds::kind && !more.empty()) {
    const std::size_t slash = more.find('/');
    if (slash == std::string_view::npos)
      throw UsageError("--columns: '" + std::string(text) +
                       "' needs the words of a read and a write: kind:R/W");
    column.reads = more.substr(0, slash);
    column.writes = more.substr(slash + 1);
  }
  return column;
}

std::vector<Column> columns_of(std::string_view text) {
  std::vector<Column> columns;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    columns.push_back(column_of(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  const auto has = [&](Holds what) {
    return std::any_of(columns.begin(), columns.end(),
                       [&](const Column& column) { return column.holds == what; });
  };
  if (!has(Holds::begin) || !has(Holds::length))
    throw UsageError(
        "--columns needs 'begin' and 'length' at least, as in "
        "begin:ns,process,offset:512,length:512,kind:1/0");
  return columns;
}

// Takes the next cell of a line; spaces divide as tabs, commas and semicolons do.
std::string_view take_cell(std::string_view& line) {
  while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
  const std::size_t end = std::min(line.find_first_of(",;\t "), line.size());
  const std::string_view cell = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return cell;
}

// Row: the cells of a line that say something.
struct Row {
  std::optional<Duration> begin, end, took;
  std::optional<std::int64_t> offset, length;
  std::string process = "0", host, file = "device", thread;
  std::optional<IoOperation> operation;
  std::size_t decimals = 0;  // Of the begin.
  bool is_sound = true;
};

// Returns the step of a clock whose times have so many decimals of a unit.
Duration step_of(std::int64_t unit_ns, std::size_t decimals) {
  for (std::size_t d = 0; d < decimals && unit_ns > 1; ++d) unit_ns /= 10;
  return Duration::nanoseconds(std::max<std::int64_t>(1, unit_ns));
}

void take_size(std::string_view cell, std::int64_t factor, std::optional<std::int64_t>& size) {
  constexpr std::int64_t kLargest = std::int64_t{1} << 60;
  const auto number = whole_number(cell);
  if (number && *number >= 0 && *number <= kLargest / factor) size = *number * factor;
}

void take_cell_of(const Column& column, std::string_view cell, Row& row) {
  switch (column.holds) {
    case Holds::nothing: break;
    case Holds::begin:
      row.begin = time_of(cell, column.factor);
      row.decimals = cell.find('.') == std::string_view::npos ? 0 : cell.size() - cell.find('.') - 1;
      break;
    case Holds::end: row.end = time_of(cell, column.factor); break;
    case Holds::duration: row.took = time_of(cell, column.factor); break;
    case Holds::process: row.process = cell; break;
    case Holds::host: row.host = cell; break;
    case Holds::thread: row.thread = cell; break;
    case Holds::file: row.file = cell; break;
    case Holds::offset: take_size(cell, column.factor, row.offset); break;
    case Holds::length: take_size(cell, column.factor, row.length); break;
    case Holds::kind:
      if (cell == column.reads) row.operation = IoOperation::read;
      if (cell == column.writes) row.operation = IoOperation::write;
      row.is_sound = row.operation.has_value();
      break;
  }
}

}  // namespace

void read_columns(TraceInput& input, RecordingWriter& writer, ImportReport& report) {
  const std::vector<Column> columns = columns_of(input.columns);
  const auto has = [&](Holds what) {
    return std::any_of(columns.begin(), columns.end(),
                       [&](const Column& column) { return column.holds == what; });
  };
  ThreadNumbers threads;
  std::map<std::string, std::uint64_t> thread_names;
  std::map<std::uint32_t, std::int64_t> places;  // By file, where no column says them.
  std::size_t decimals = 0;                      // Most of any time of a begin.
  bool begun = false;
  while (input.lines.next()) {
    std::string_view line = input.lines.line();
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    Row row;
    for (const Column& column : columns) take_cell_of(column, take_cell(line), row);
    const bool first = !std::exchange(begun, true);
    if (!row.begin && first) continue;  // The header.
    if (!row.begin || !row.length || !row.is_sound || (has(Holds::offset) && !row.offset)) {
      report.drop("a line whose columns are no operation", input.file, input.lines.number());
      continue;
    }
    decimals = std::max(decimals, row.decimals);
    RecordedOperation operation;
    operation.file = writer.file(row.file);
    operation.operation = row.operation.value_or(IoOperation::read);
    if (!has(Holds::kind)) report.guess("that an operation is a read, since no column says its kind");
    std::int64_t& place = places[operation.file];
    operation.offset = Bytes::count(row.offset.value_or(place));
    operation.length = Bytes::count(*row.length);
    place = operation.offset.count() + *row.length;
    operation.begin = *row.begin;
    operation.end = row.end.value_or(*row.begin + row.took.value_or(Duration()));
    if (!row.end && !row.took)
      report.guess("that an operation took no time, since no column says when it ended");
    if (operation.end < operation.begin) {
      report.drop("an operation that ends before it begins", input.file, input.lines.number());
      continue;
    }
    const std::uint32_t process = writer.process("process " + row.process + input.process, row.host);
    if (!row.thread.empty())
      operation.thread =
          threads.number(process, thread_names.emplace(row.thread, thread_names.size()).first->second);
    writer.add(process, operation);
  }
  for (const Column& column : columns)
    if (column.holds == Holds::begin)
      report.resolution = std::max(report.resolution, step_of(column.factor, decimals));
}

}  // namespace headrace
