// Swarm: random valid scenarios of everything that there is.
//
//   Swarm swarm(17);
//   const Scenario scenario = swarm.draw();      // The same for the same number.
//
// A store, one or two jobs, faults and background load are put together first. Then fields are drawn from the
// tree of all fields (field_tree.h) and set to values around their defaults, one at a time; what the reader
// refuses is left as it was. So a new store, policy, fault or field is drawn by being in its table. No two
// draws stand in one expression: compilers differ in which they would make first.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/background/policy.h"
#include "models/faults/policy.h"
#include "models/jobs/job.h"
#include "models/storage/store.h"
#include "scenarios/loader/fields/field_tree.h"
#include "scenarios/loader/fields/scenario_fields.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/scenario.h"
#include "sim/random.h"

namespace headrace {

class Swarm {
 public:
  // `at_bounds`: half of the values drawn are the least or the greatest that the field allows.
  explicit Swarm(std::uint64_t number, bool at_bounds = false)
      : random_(number, "swarm"), at_bounds_(at_bounds) {}

  Scenario draw() {
    text_ = base();
    read_ = read_scenario(text_, "swarm.yaml");
    EXPECT_TRUE(read_.scenario) << read_.problems.text() << text_;
    if (!read_.scenario) return {};
    // One after the other, so that most have jobs of one kind on a store of another to happen to.
    for (std::int64_t i = number(0, 2); i > 0; --i) add_disturbance("faults", names_of(Fault::table()));
    for (std::int64_t i = number(0, 1); i > 0; --i)
      add_disturbance("background", names_of(BackgroundLoad::table()));
    const std::vector<const FieldNode*> fields = drawable();
    for (std::int64_t i = number(0, 12); i > 0; --i) {
      const FieldNode& field = *fields[static_cast<std::size_t>(number(0, std::ssize(fields) - 1))];
      const std::string path = here(field.path);
      try_override(path + "=" + value_of(field));
    }
    return *read_.scenario;
  }

  // What it takes to see the scenario again: a text, and overrides.
  std::string text() const {
    std::string all = text_;
    for (const std::string& one : overrides_) all += "# " + one + "\n";
    return all;
  }

 private:
  using Words = std::vector<std::string>;

  std::int64_t number(std::int64_t least, std::int64_t most) {
    return least + static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(most - least + 1)));
  }
  const std::string& one_of(const Words& words) {
    return words[static_cast<std::size_t>(number(0, std::ssize(words) - 1))];
  }
  template <class Table>
  static Words names_of(const Table& table) {
    Words names;
    for (const auto& row : table) names.emplace_back(row.name);
    return names;
  }

  static const FieldNode& tree() {
    static const FieldNode kTree = scenario_fields();
    return kTree;
  }

  std::string base() {
    store_ = one_of(find_field(tree(), "platform.file_systems")->one_of);
    jobs_ = number(1, 2);
    std::string text = "schema: headrace/1\nname: swarm\nseed: " + std::to_string(number(1, 1'000'000));
    text += "\nplatform:\n  nodes:\n    clients: {count: 4, cores: 8, accelerators: 2, memory: " +
            one_of({"64 MiB", "4 GiB"}) + "}\n  file_systems:\n    fast: {local: {}}\n";
    if (store_ == "tiers") text += "    slow: {" + store(one_of({"filer", "lustre", "object_store"})) + "}\n";
    text += "    scratch: {" + (store_ == "tiers" ? "tiers: {above: fast, below: slow}" : store(store_)) +
            "}\njobs:\n";
    for (std::int64_t i = 0; i < jobs_; ++i) text += job(i);
    return text + "measure: {replications: 1, simulated_time_limit: 1 h, event_limit: 40000, fidelity: " +
           one_of({"request", "request", "auto", "flow"}) + "}\n";
  }

  std::string store(const std::string& kind) {
    return kind + ": " + group(*find_field(tree(), "platform.file_systems.x." + kind), 0);
  }

  std::string job(std::int64_t number_of_job) {
    const std::string kind = one_of(Words(JobKind::all().begin(), JobKind::all().end()));
    const bool is_workload = kind == JobKind::training || kind == JobKind::checkpoint;
    kinds_.push_back(is_workload ? "workload" : kind);
    const std::string local = number(1, 3) == 1 ? "    local_storage: fast\n" : "";
    return "  job" + std::to_string(number_of_job) +
           ":\n    nodes: {group: clients, first: " + std::to_string(2 * number_of_job) +
           ", count: 2}\n    storage: scratch\n" + local + "    " + kinds_.back() + ": " + work(kind) + "\n";
  }

  // Small enough to end within the events of a run; of a kind that is not known here, what it must have.
  std::string work(const std::string& kind) {
    if (kind == JobKind::training) return training();
    if (kind == JobKind::checkpoint)
      return "{training: {enabled: false}, checkpoint: {enabled: true, model_size: 3 MB, writes: 2, reads: "
             "1}}";
    if (kind == "inference")
      return number(1, 2) == 1
                 ? "{mode: offline, service_time: 1 ms, model_size: 5 MB, dataset: {files: 24, "
                   "record_length: 100 kB}}"
                 : "{service_time: 2 ms, requests: 400, model_size: 5 MB, arrivals: {policy: poisson, "
                   "rate: 500}}";
    if (kind == "probe") return "{operation: read, files_per_process: 3, file_size: 2 MB}";
    if (kind == "replay") return "{recording: recordings/unet3d_e1000.recording}";  // The catalogue has it.
    return group(*find_field(tree(), "jobs.x." + kind), 0);
  }

  std::string training() {
    const std::string format = one_of(find_field(tree(), "jobs.x.workload.dataset.format")->words);
    return "{dataset: {format: " + format + ", files: 32, record_length: 100 kB}, loader: {kind: " +
           (format == "tfrecord" ? one_of({"tensorflow", "tf.data"}) : "pytorch") +
           (format == "parquet" ? ", window: 4" : "") +
           ", batch_size: 2}, training: {epochs: 2, computation_time: 2 ms}, checkpoint: {enabled: " +
           one_of({"true", "false"}) + ", model_size: 2 MB}}";
  }

  // At whatever place it can happen, and often enough to be seen.
  void add_disturbance(const std::string& map, const Words& kinds) {
    const std::string kind = one_of(kinds);
    const std::string when = kind == "by_hour"     ? ", percent_taken: [10, 80, 0], hour_length: 3 ms"
                             : map == "background" ? ""
                             : number(1, 2) == 1   ? ", at: 3 ms, lasting: 20 ms"
                                                   : ", mean_time_between: 60 ms, mean_time_to_repair: 5 ms";
    Words places = {"file_system: scratch, ost: 0", "file_system: scratch, oss: 0",
                    "file_system: scratch, mds: 0", "nodes: clients, node: 1",
                    "nodes: clients, node: 2, file_system: scratch"};
    // Only an array of disks rebuilds one of them.
    if (kind == "rebuild") try_override("platform.file_systems.scratch.lustre.ost.device.kind=disk_array");
    for (std::int64_t left = std::ssize(places); left > 0; --left) {
      std::swap(places[static_cast<std::size_t>(number(0, left - 1))],
                places[static_cast<std::size_t>(left - 1)]);
      const std::string& place = places[static_cast<std::size_t>(left - 1)];
      if (try_override(map + "." + kind + "+={kind: " + kind + ", " + place + when + "}")) return;
    }
  }

  bool try_override(const std::string& text) {
    overrides_.push_back(text);
    ScenarioRead read = read_scenario(text_, "swarm.yaml", overrides_);
    const bool taken = read.scenario.has_value();
    if (taken) {
      read_ = std::move(read);
    } else {
      overrides_.pop_back();
    }
    return taken;
  }

  // Fields of what the scenario has, and groups that it may have.
  std::vector<const FieldNode*> drawable() const {
    std::vector<const FieldNode*> all;
    for (const char* path : {"platform.nodes.x", "platform.network", "jobs.x"})
      add_below(*find_field(tree(), path), all);
    // As often as the others, though they are many: each is a store of its own.
    add_below(*find_field(tree(), "platform.file_systems.x." + store_), all);
    return all;
  }
  void add_below(const FieldNode& group, std::vector<const FieldNode*>& all) const {
    for (const FieldNode& field : group.fields) {
      const bool other_kind = std::count(group.one_of.begin(), group.one_of.end(), field.name) > 0 &&
                              std::count(kinds_.begin(), kinds_.end(), field.name) == 0;
      if (other_kind || field.repeats() || field.kind == FieldNode::Kind::text ||
          field.kind == FieldNode::Kind::texts || field.kind == FieldNode::Kind::integers)
        continue;
      if (field.kind != FieldNode::Kind::group) all.push_back(&field);
      if (field.has_fields()) add_below(field, all);
    }
  }

  // The path with names of this scenario in it.
  std::string here(std::string path) {
    const std::string any = "<name>";
    const std::size_t at = path.find(any);
    if (at == std::string::npos) return path;
    std::string name = "scratch";
    if (path.starts_with("platform.nodes")) name = "clients";
    if (path.starts_with("jobs")) name = "job" + std::to_string(number(0, jobs_ - 1));
    return path.replace(at, any.size(), name);
  }

  // Counts end at a thousand, for a machine of a million nodes is more to build than a test has time for.
  std::string bound_of(const FieldNode& field) {
    if (number(0, 1) == 0) return field.low;
    const bool counts = field.kind == FieldNode::Kind::integer;
    return counts && (field.high.size() > 4 || std::strtol(field.high.c_str(), nullptr, 10) > 1000)
               ? "1000"
               : field.high;
  }

  std::string value_of(const FieldNode& field) {
    if (at_bounds_ && !field.low.empty() && !field.high.empty() && number(0, 1) == 0) return bound_of(field);
    switch (field.kind) {
      case FieldNode::Kind::flag: return one_of({"true", "false"});
      case FieldNode::Kind::word: return one_of(field.words);
      case FieldNode::Kind::integer: return whole(field);
      case FieldNode::Kind::number: return fraction(field);
      case FieldNode::Kind::duration: return scaled(field, "1 ms");
      case FieldNode::Kind::bytes: return scaled(field, "1 MiB");
      case FieldNode::Kind::bandwidth: return scaled(field, "1 GB/s");
      case FieldNode::Kind::distribution: return law(field);
      default: return group(field, 25);
    }
  }

  std::string whole(const FieldNode& field) {
    std::int64_t value = 1, low = 0, high = 0;
    std::from_chars(field.initial.data(), field.initial.data() + field.initial.size(), value);
    std::from_chars(field.low.data(), field.low.data() + field.low.size(), low);
    std::from_chars(field.high.data(), field.high.data() + field.high.size(), high);
    const std::int64_t most =
        std::min(high, std::max<std::int64_t>(8, std::min<std::int64_t>(2 * value, 4096)));
    return std::to_string(number(std::min(low, most), most));
  }

  // Of what has an end of its own anything up to it, else around what it is.
  std::string fraction(const FieldNode& field) {
    const double value = std::strtod(field.initial.c_str(), nullptr);
    const double low = std::strtod(field.low.c_str(), nullptr),
                 high = std::strtod(field.high.c_str(), nullptr);
    const double drawn = high - low <= 10 ? low + (high - low) * random_.uniform()
                                          : std::clamp((value > 0 ? value : 1) * factor(), low, high);
    return std::to_string(drawn);
  }

  double factor() {
    const auto above = static_cast<double>(number(1, 8));
    return above / static_cast<double>(number(1, 4));
  }

  // "128 GiB" as 3/2 of it; nothing as a part of `unit`.
  std::string scaled(const FieldNode& field, const std::string& unit) {
    const std::string& text = field.initial.empty() || field.initial.starts_with("0 ") ? unit : field.initial;
    return quantity(text);
  }
  std::string quantity(const std::string& text) {
    const std::size_t end = text.find(' ');
    const double value = std::strtod(text.substr(0, end).c_str(), nullptr) * factor();
    return std::to_string(value) + text.substr(end);
  }

  std::string law(const FieldNode& field) {
    std::string mean = "100 us";
    const std::size_t at = field.initial.find("mean: ");
    if (at != std::string::npos)
      mean = field.initial.substr(at + 6, field.initial.find_first_of(",}", at) - at - 6);
    mean = quantity(mean);
    return one_of({mean, "{law: exponential, mean: " + mean + "}",
                   "{law: gamma, mean: " + mean + ", spread: " + mean + "}",
                   "{law: lognormal, mean: " + mean + ", spread: " + mean + "}"});
  }

  // With what it must have, and with so many percent of what it may have.
  std::string group(const FieldNode& field, std::int64_t percent) {
    std::string fields;
    for (const FieldNode& one : field.fields) {
      if (!one.required && number(1, 100) > percent) continue;
      if (one.repeats() || one.kind == FieldNode::Kind::text || one.kind == FieldNode::Kind::texts ||
          one.kind == FieldNode::Kind::integers || (!one.required && one.has_fields()))
        continue;
      fields += (fields.empty() ? "" : ", ") + one.name + ": " +
                (one.has_fields() ? group(one, percent) : value_of(one));
    }
    return "{" + fields + "}";
  }

  RandomStream random_;
  bool at_bounds_;
  std::string text_, store_;
  Words kinds_, overrides_;
  std::int64_t jobs_ = 1;
  ScenarioRead read_;
};

}  // namespace headrace
