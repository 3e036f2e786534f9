// The storage side by side without an engine around it: one indexed heap of times in floating point, readers
// of a disk in virtual time, max-min fair flows solved anew for the component that changed. `limit_storage
// ROW` prints the row. It leans on what is true of these cases alone: all client NICs are equal and the
// smallest.
#include <algorithm>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "tests/bench/storage_cases.h"

namespace headrace::limit {
namespace {

constexpr double kLatency = static_cast<double>(kLatencyNs) * 1e-9;
constexpr std::uint32_t kNone = ~std::uint32_t{0};

// An indexed 4-ary heap of times; of equal ones, the smaller number first.
class Times {
 public:
  struct Entry {
    double time;
    std::uint32_t id;
    bool operator<(const Entry& other) const {
      return time < other.time || (time == other.time && id < other.id);
    }
  };
  explicit Times(std::size_t size) : places_(size, kNone) { entries_.reserve(size); }
  bool empty() const { return entries_.empty(); }
  Entry front() const { return entries_[0]; }
  void update(std::uint32_t id, double time) {
    const Entry entry{time, id};
    const std::uint32_t place = places_[id];
    if (place == kNone) {
      entries_.push_back(entry);
      up(entries_.size() - 1, entry);
    } else if (entry < entries_[place]) {
      up(place, entry);
    } else {
      down(place, entry);
    }
  }
  void remove(std::uint32_t id) {
    const std::uint32_t place = std::exchange(places_[id], kNone);
    if (place == kNone) return;
    const Entry entry = entries_.back();
    entries_.pop_back();
    if (place == entries_.size()) return;
    if (place > 0 && entry < entries_[(place - 1) / 4]) {
      up(place, entry);
    } else {
      down(place, entry);
    }
  }

 private:
  void set(std::size_t i, const Entry& entry) {
    entries_[i] = entry;
    places_[entry.id] = static_cast<std::uint32_t>(i);
  }
  void up(std::size_t i, const Entry& entry) {
    while (i > 0) {
      const std::size_t parent = (i - 1) / 4;
      if (!(entry < entries_[parent])) break;
      set(i, entries_[parent]);
      i = parent;
    }
    set(i, entry);
  }
  void down(std::size_t i, const Entry& entry) {
    const std::size_t size = entries_.size();
    for (std::size_t first = 4 * i + 1; first < size; first = 4 * i + 1) {
      std::size_t best = first;
      for (std::size_t child = first + 1; child < std::min(first + 4, size); ++child)
        if (entries_[child] < entries_[best]) best = child;
      if (!(entries_[best] < entry)) break;
      set(i, entries_[best]);
      i = best;
    }
    set(i, entry);
  }

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> places_;
};

struct Wire {
  double capacity = 0;
  double bounds = 0;  // Sum of what its flows could have elsewhere.
  std::vector<std::uint32_t> flows;
  double left = 0;
  std::uint32_t open = 0;
  std::uint32_t mark = 0;
  bool tight() const { return bounds > capacity * (1 + 1e-9); }
};
struct Flow {
  double left = 0;
  double rate = 0;
  double since = 0;
  double bound = 0;
  double next_rate = 0;
  std::uint32_t wires[2] = {0, 0};
  std::uint32_t places[2] = {0, 0};
  std::uint32_t mark = 0;
  bool fixed = false;
};
struct Disk {
  double capacity = 0;
  double served = 0;  // What a reader present all along would have read.
  double since = 0;
  std::vector<std::pair<double, std::uint32_t>> readers;  // A heap by the end.
};

// A number below `processes_` is a process, for its latency or its flow; those behind it are disks.
class Model {
 public:
  explicit Model(const StorageCase& scenario)
      : clients_(scenario.clients),
        processes_(scenario.clients * scenario.workers),
        files_(scenario.files),
        times_(processes_ + kTargets),
        wires_(clients_ + kTargets),
        flows_(processes_),
        disks_(kTargets),
        file_(processes_),
        flowing_(processes_) {
    for (std::uint32_t i = 0; i < wires_.size(); ++i)
      wires_[i].capacity = i < clients_ ? kClientNic : scenario.target_nic;
    for (Disk& disk : disks_) disk.capacity = scenario.disk;
  }
  double run() {
    for (std::uint32_t p = 0; p < std::min(processes_, files_); ++p) {
      file_[p] = p;
      begin_read(p);
    }
    while (!times_.empty()) {
      const Times::Entry due = times_.front();
      now_ = due.time;
      if (due.id >= processes_) {
        end_read(due.id - processes_);
        continue;
      }
      times_.remove(due.id);
      flowing_[due.id] = !flowing_[due.id];
      if (flowing_[due.id]) {
        begin_flow(due.id);
        continue;
      }
      end_flow(due.id);
      file_[due.id] += processes_;
      if (file_[due.id] < files_) begin_read(due.id);
    }
    return now_;
  }

 private:
  void advance(Disk& disk) const {
    if (!disk.readers.empty())
      disk.served += (now_ - disk.since) * disk.capacity / static_cast<double>(disk.readers.size());
    disk.since = now_;
  }
  void arm(std::uint32_t target) {
    const Disk& disk = disks_[target];
    if (disk.readers.empty()) return times_.remove(processes_ + target);
    const double left = disk.readers[0].first - disk.served;
    times_.update(processes_ + target,
                  now_ + left * static_cast<double>(disk.readers.size()) / disk.capacity);
  }
  void begin_read(std::uint32_t p) {
    const std::uint32_t target = file_[p] % kTargets;
    Disk& disk = disks_[target];
    advance(disk);
    if (disk.readers.empty()) disk.served = 0;
    disk.readers.emplace_back(disk.served + static_cast<double>(file_size(file_[p])), p);
    std::push_heap(disk.readers.begin(), disk.readers.end(), std::greater<>{});
    arm(target);
  }
  void end_read(std::uint32_t target) {
    Disk& disk = disks_[target];
    advance(disk);
    const auto [end, p] = disk.readers[0];
    disk.served = end;
    std::pop_heap(disk.readers.begin(), disk.readers.end(), std::greater<>{});
    disk.readers.pop_back();
    arm(target);
    times_.update(p, now_ + kLatency);
  }

  void set_rate(std::uint32_t f, double rate) {
    Flow& flow = flows_[f];
    if (rate == flow.rate) return;
    flow.left -= flow.rate * (now_ - flow.since);
    flow.since = now_;
    flow.rate = rate;
    times_.update(f, now_ + std::max(0.0, flow.left) / rate);
  }
  void settle(std::uint32_t f) {
    const Flow& flow = flows_[f];
    if (wires_[flow.wires[0]].tight() || wires_[flow.wires[1]].tight()) {
      solve(flow.wires[0], flow.wires[1]);
    } else {
      set_rate(f, flow.bound);
    }
  }
  void begin_flow(std::uint32_t p) {
    Flow& flow = flows_[p];
    flow.wires[0] = p % clients_;
    flow.wires[1] = clients_ + file_[p] % kTargets;
    flow.left = static_cast<double>(file_size(file_[p]));
    flow.since = now_;
    flow.rate = 0;
    flow.bound = std::min(wires_[flow.wires[0]].capacity, wires_[flow.wires[1]].capacity);
    for (int k = 0; k < 2; ++k) {
      Wire& wire = wires_[flow.wires[k]];
      flow.places[k] = static_cast<std::uint32_t>(wire.flows.size());
      wire.flows.push_back(p);
      wire.bounds += flow.bound;
    }
    settle(p);
  }
  void end_flow(std::uint32_t p) {
    const Flow flow = flows_[p];
    bool was_tight[2];
    for (int k = 0; k < 2; ++k) {
      Wire& wire = wires_[flow.wires[k]];
      was_tight[k] = wire.tight();
      const std::uint32_t last = wire.flows.back();
      wire.flows[flow.places[k]] = last;
      wire.flows.pop_back();
      if (last != p) flows_[last].places[flows_[last].wires[0] == flow.wires[k] ? 0 : 1] = flow.places[k];
      wire.bounds = static_cast<double>(wire.flows.size()) * kClientNic;
    }
    for (int k = 0; k < 2; ++k) {
      if (!was_tight[k] || wires_[flow.wires[k]].tight()) continue;
      const std::vector<std::uint32_t> freed = wires_[flow.wires[k]].flows;
      for (const std::uint32_t f : freed) settle(f);
    }
    solve(flow.wires[0], flow.wires[1]);
  }

  void reach(std::uint32_t w) {
    if (wires_[w].mark == solves_ || !wires_[w].tight()) return;
    wires_[w].mark = solves_;
    reached_wires_.push_back(w);
  }
  void fix(std::uint32_t f, double rate) {
    Flow& flow = flows_[f];
    flow.fixed = true;
    flow.next_rate = rate;
    --open_;
    for (const std::uint32_t w : flow.wires) {
      if (wires_[w].mark != solves_) continue;
      wires_[w].left -= rate;
      --wires_[w].open;
    }
  }
  void collect(std::uint32_t a, std::uint32_t b) {
    ++solves_;
    reached_wires_.clear();
    reached_.clear();
    reach(a);
    reach(b);
    // It grows while it is walked.
    std::size_t i = 0;
    while (i < reached_wires_.size()) {
      Wire& wire = wires_[reached_wires_[i++]];
      wire.left = wire.capacity;
      wire.open = static_cast<std::uint32_t>(wire.flows.size());
      for (const std::uint32_t f : wire.flows) {
        if (flows_[f].mark == solves_) continue;
        flows_[f].mark = solves_;
        flows_[f].fixed = false;
        reached_.push_back(f);
        reach(flows_[f].wires[0]);
        reach(flows_[f].wires[1]);
      }
    }
    open_ = reached_.size();
  }
  void solve(std::uint32_t a, std::uint32_t b) {
    collect(a, b);
    while (open_ > 0) {
      double least = std::numeric_limits<double>::infinity();
      std::uint32_t bottleneck = 0;
      for (const std::uint32_t w : reached_wires_) {
        const double level = wires_[w].left / wires_[w].open;
        if (wires_[w].open == 0 || level >= least) continue;
        least = level;
        bottleneck = w;
      }
      bool any = false;
      if (least > kClientNic * (1 - 1e-12)) {
        for (const std::uint32_t f : reached_) {
          if (flows_[f].fixed || flows_[f].bound > least) continue;
          fix(f, flows_[f].bound);
          any = true;
        }
      }
      if (any) continue;
      for (const std::uint32_t f : wires_[bottleneck].flows)
        if (!flows_[f].fixed) fix(f, least);
    }
    for (const std::uint32_t f : reached_) set_rate(f, flows_[f].next_rate);
  }

  std::uint32_t clients_;
  std::uint32_t processes_;
  std::uint32_t files_;
  double now_ = 0;
  Times times_;
  std::vector<Wire> wires_;  // Of the clients, then of the targets.
  std::vector<Flow> flows_;  // One a process.
  std::vector<Disk> disks_;
  std::vector<std::uint32_t> file_;
  std::vector<char> flowing_;
  std::uint32_t solves_ = 0;
  std::size_t open_ = 0;
  std::vector<std::uint32_t> reached_wires_;
  std::vector<std::uint32_t> reached_;
};

}  // namespace
}  // namespace headrace::limit

int main(int count, char** arguments) {
  for (const headrace::StorageCase& scenario : headrace::kStorageCases) {
    if (count < 2 || scenario.name != arguments[1]) continue;
    headrace::limit::Model model(scenario);
    const double begun = headrace::cpu_seconds();
    const double simulated = model.run();
    const double spent = headrace::cpu_seconds() - begun;
    headrace::print_row(arguments[1], "limit", scenario.files / spent, simulated);
  }
}
