// DescribedSystem: what a system description of MLPerf Storage says, in one form for all its versions.
//
//   const DescriptionRead read = read_description("system.json");
//   read.system->clients.front().cores->origin.words;   // "nodes[0].CPU.socket_count x cores_per_socket"
//
// A value that the description lacks is absent; one that cannot be meant is absent too, and stands among
// those that were not taken. Results of runs are not part of a description.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/loader/text/problems.h"

namespace headrace {

enum class OriginTag : std::uint8_t { read, derived, assumed };

// Origin: where a value comes from.
struct Origin {
  OriginTag tag = OriginTag::assumed;
  std::string words = {};  // Place in the description, formula, or reason.
  double factor = 1;  // The truth is thought to lie within value / factor and value x factor; 1: by the tag.
};

struct ToldValue {
  double value = 0;
  Origin origin;
};

// NotTaken: what stands in the description and was left out.
struct NotTaken {
  std::string place;  // "nodes[6].CPU.boost_frequency"
  std::string why;
};

// Phrase: a text of the description that names a thing rather than a number.
struct Phrase {
  std::string place, text;
};

// DescribedPorts: the ports of a node to the storage network.
struct DescribedPorts {
  std::optional<ToldValue> count;
  std::optional<ToldValue> bandwidth;  // Bytes a second of one, each way.
};

// DescribedDrives: equal drives that hold data.
struct DescribedDrives {
  ToldValue count;
  bool is_of_system = false;                             // Count of all servers together, not of one.
  std::optional<ToldValue> capacity;                     // Bytes of one.
  std::optional<ToldValue> read_rate, write_rate;        // Bytes a second of one.
  std::optional<ToldValue> read_iops, write_iops;        // Accesses a second of one.
  std::optional<ToldValue> read_latency, write_latency;  // Seconds of one access to an idle drive.
  std::string model;                                     // Words of type, interface and model.
};

// DescribedHosts: equal nodes, clients or servers.
struct DescribedHosts {
  std::string name;
  std::string cpu;    // Model.
  std::string place;  // Place in the description.
  std::optional<ToldValue> count, cores, sockets, accelerators;
  std::optional<ToldValue> threads_per_core;
  std::optional<ToldValue> memory;            // Bytes.
  std::optional<ToldValue> memory_transfers;  // Millions a second of one channel: 3200 of DDR4-3200.
  std::string memory_class;                   // "DDR4"; empty: not said.
  DescribedPorts ports;
  std::optional<DescribedDrives> drives;
};

// ToldText: a value as a scenario writes it, such as "8" of `count`.
struct ToldText {
  std::string field, text;
  Origin origin;
};

struct DescribedSystem {
  std::string form;  // "MLPerf Storage v1.0"
  std::string name;
  std::vector<DescribedHosts> clients;  // At least one.
  std::optional<DescribedHosts> servers, metadata;
  std::vector<Phrase> solution;  // Words of the storage, those that say most first.
  std::string fabric;            // Words of the network.
  bool is_local = false;         // The data lie on the clients' own drives.
  bool is_cloud = false;
  std::optional<ToldValue> provisioned;  // Bytes a second that a managed service is paid for.
  std::vector<Phrase> settings;          // Lines of configuration of clients and mounts.
  std::vector<ToldText> targets;         // What a Lustre says of its OSTs: count, capacity, fill.
  std::vector<NotTaken> not_taken;
  Mark storage_mark;  // Place of the storage's words.
};

}  // namespace headrace
