#include "scenarios/loader/recordings/data_visits.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace headrace {

namespace {

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

// Returns the last number in a name, by which files of a set are in order; -1: there is none.
std::int64_t number_in(const std::string& path) {
  const std::size_t name = path.rfind('/') + 1;
  const std::size_t end = path.find_last_of("0123456789");
  if (end == std::string::npos || end < name) return -1;
  std::size_t begin = end;
  while (begin > name && path[begin - 1] >= '0' && path[begin - 1] <= '9') --begin;
  std::int64_t number = -1;
  std::from_chars(path.data() + begin, path.data() + end + 1, number);
  return number;
}

using Group = std::pair<std::string, std::string>;  // Folder and ending.

Group group_of(const RecordedFile& file) { return {folder_of(file.path), ending_of(file.path)}; }

bool is_data(const RecordedOperation& operation) {
  return operation.operation == IoOperation::read && operation.layer != RecordedLayer::mpi &&
         operation.length > Bytes();
}

// Returns the group of files of which most was read, of those that were there before.
Group largest_group(const Recording& recording) {
  std::map<Group, Bytes> read;
  for (const RecordedProcess& process : recording.processes)
    for (const RecordedOperation& operation : process.operations)
      if (is_data(operation) && !recording.files[operation.file].created)
        read[group_of(recording.files[operation.file])] += operation.length;
  const auto most = std::max_element(
      read.begin(), read.end(), [](const auto& one, const auto& other) { return one.second < other.second; });
  return most == read.end() ? Group() : most->first;
}

// Makes visits of the reads of a thread: those of one file that follow each other are one, in whatever
// order they read its pieces. A library reads headers again, so that it is read anew only beyond half of it
// more.
void add_read(DataThread& thread, const RecordedOperation& read, Bytes size, bool joins) {
  if (joins && !thread.visits.empty()) {
    DataVisit& last = thread.visits.back();
    if (last.file == read.file && last.length.count() * 2 < size.count() * 3) {
      last.offset = std::min(last.offset, read.offset);
      last.length += read.length;
      last.end = read.end;
      ++last.reads;
      return;
    }
  }
  DataVisit& visit = thread.visits.emplace_back();
  visit.file = read.file;
  visit.offset = read.offset;
  visit.length = read.length;
  visit.begin = read.begin;
  visit.end = read.end;
}

// Returns the length below which reads are of headers: a fiftieth of the one that half of the bytes reach.
Bytes least_sample(const std::vector<DataThread>& threads) {
  std::vector<Bytes> lengths;
  double all = 0;
  for (const DataThread& thread : threads) {
    for (const DataVisit& visit : thread.visits) {
      lengths.push_back(visit.length);
      all += static_cast<double>(visit.length.count());
    }
  }
  std::sort(lengths.begin(), lengths.end());
  double sum = 0;
  for (const Bytes length : lengths) {
    sum += static_cast<double>(length.count());
    if (sum * 2 >= all) return Bytes::count(length.count() / 50);
  }
  return Bytes();
}

std::vector<DataThread> threads_of(const Recording& recording, const std::vector<bool>& wanted, bool joins) {
  std::vector<DataThread> threads;
  for (std::size_t p = 0; p < recording.processes.size(); ++p) {
    std::map<std::uint16_t, DataThread> of_process;
    for (const RecordedOperation& operation : recording.processes[p].operations) {
      if (!is_data(operation) || !wanted[operation.file]) continue;
      DataThread& thread = of_process[operation.thread];
      thread.process = p;
      thread.thread = operation.thread;
      add_read(thread, operation, recording.files[operation.file].size, joins);
    }
    for (auto& [number, thread] : of_process) threads.push_back(std::move(thread));
  }
  return threads;
}

// Tells whether nearly all visits are of files from their begin to their end.
bool are_whole(const Recording& recording, const std::vector<DataThread>& threads) {
  std::size_t whole = 0, all = 0;
  for (const DataThread& thread : threads) {
    for (const DataVisit& visit : thread.visits) {
      const Bytes size = recording.files[visit.file].size;
      whole += visit.offset == Bytes() && visit.length.count() * 10 >= size.count() * 9 ? 1 : 0;
      ++all;
    }
  }
  return all == 0 || whole * 10 >= all * 9;
}

// Counts passes: a new one begins where something is read again that the present one has.
std::int64_t count_epochs(std::vector<DataThread>& threads) {
  std::vector<DataVisit*> all;
  for (DataThread& thread : threads)
    for (DataVisit& visit : thread.visits) all.push_back(&visit);
  std::sort(all.begin(), all.end(),
            [](const auto* one, const auto* other) { return one->begin < other->begin; });
  std::set<std::pair<std::uint32_t, Bytes>> seen;
  std::int64_t epoch = all.empty() ? 0 : 1;
  for (DataVisit* const visit : all) {
    if (!seen.emplace(visit->file, visit->offset).second) {
      seen = {{visit->file, visit->offset}};
      ++epoch;
    }
    visit->epoch = epoch;
  }
  return epoch;
}

}  // namespace

std::string ending_of(const std::string& path) {
  const std::size_t point = path.rfind('.');
  return point == std::string::npos || point < path.rfind('/') + 1 ? "" : path.substr(point + 1);
}

Duration DataVisits::span() const {
  Duration first = Duration::max(), last;
  for (const DataThread& thread : threads) {
    for (const DataVisit& visit : thread.visits) {
      first = std::min(first, visit.begin);
      last = std::max(last, visit.end);
    }
  }
  return last > first ? last - first : Duration();
}

std::size_t DataVisits::visits() const {
  std::size_t all = 0;
  for (const DataThread& thread : threads) all += thread.visits.size();
  return all;
}

DataVisits data_visits(const Recording& recording) {
  DataVisits data;
  const Group group = largest_group(recording);
  data.folder = group.first;
  data.ending = group.second;
  std::vector<bool> wanted;
  for (const RecordedFile& file : recording.files) wanted.push_back(!file.created && group_of(file) == group);
  data.threads = threads_of(recording, wanted, true);
  data.whole_files = are_whole(recording, data.threads);
  if (!data.whole_files) {
    data.threads = threads_of(recording, wanted, false);
    const Bytes least = least_sample(data.threads);
    for (DataThread& thread : data.threads)
      std::erase_if(thread.visits, [least](const DataVisit& visit) { return visit.length < least; });
  }
  data.epochs = count_epochs(data.threads);
  std::set<std::uint32_t> files;
  for (const DataThread& thread : data.threads)
    for (const DataVisit& visit : thread.visits) files.insert(visit.file);
  data.files.assign(files.begin(), files.end());
  std::sort(data.files.begin(), data.files.end(), [&](std::uint32_t one, std::uint32_t other) {
    const auto key = [&](std::uint32_t file) {
      return std::pair(number_in(recording.files[file].path), std::string_view(recording.files[file].path));
    };
    return key(one) < key(other);
  });
  return data;
}

}  // namespace headrace
