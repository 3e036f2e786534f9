// TiersSpec: a fast file system over a slow one, as a scenario describes them.
#pragma once

#include <string>
#include <string_view>

#include "models/cache/policy.h"
#include "models/check.h"
#include "models/hardware/network.h"
#include "models/store_facts.h"

namespace headrace {

enum class TierReads : std::uint8_t { copy_on_read, never };
inline constexpr std::string_view kTierReads[] = {"copy_on_read", "never"};

enum class TierWrites : std::uint8_t { write_back, write_through, around };
inline constexpr std::string_view kTierWrites[] = {"write_back", "write_through", "around"};

enum class TierSide : std::uint8_t { above, below };
inline constexpr std::string_view kTierSides[] = {"above", "below"};

enum class TierFull : std::uint8_t { wait, around };
inline constexpr std::string_view kTierFull[] = {"wait", "around"};

enum class DrainFrom : std::uint8_t { closed, written };
inline constexpr std::string_view kDrainFrom[] = {"closed", "written"};

struct DrainSpec {
  DrainFrom from = DrainFrom::closed;
  double above_share = 0;
  std::int64_t streams = 4;
  Bandwidth rate = Bandwidth::bytes_per_second(1e12);

  void visit(Fields& f) {
    f.choice({"from", "when a file may leave for below: once it is closed, or as it is written",
              "prior [assumed]: as burst buffers stage out"},
             from, kDrainFrom);
    f.number({"above_share", "share of the capacity that stays undrained while nobody wants room or a sync",
              "none: drained at once [assumed]"},
             above_share, 0.0, 1.0);
    f.integer({"streams", "files that leave at once", "prior [assumed]"}, streams, 1, 65'536);
    f.bandwidth({"rate", "what all of them may take together", "as good as no limit [assumed]"}, rate);
  }
};

// Movers of bytes between stores that all nodes share.
struct MoversSpec {
  PortSpec nic;

  void visit(Fields& f) { f.group(Field{"nic", "its network ports"}, nic); }
};

struct TiersSpec {
  std::string above, below;
  Bytes capacity = Bytes::count(1'000'000'000'000);
  Chosen<CachePolicy> policy;
  TierReads reads = TierReads::copy_on_read;
  std::int64_t placements = 6;
  TierWrites writes = TierWrites::write_back;
  TierFull full = TierFull::wait;
  TierSide sync = TierSide::above;
  Bytes transfer_size = 8_MiB;
  DrainSpec drain;
  MoversSpec movers;

  StoreFacts facts() const;
  void check(Check& check) const;
  void visit(Fields& f) {
    f.text(required("above",
                    "the file system that is fast, by name; one on the nodes' own drives gives each "
                    "node a tier of its own"),
           above);
    f.text(required("below", "the file system that has everything, by name"), below);
    f.bytes({"capacity", "what one upper tier holds", "prior [assumed]"}, capacity, 1_MiB, 1'000'000_TiB);
    f.group(Field{"eviction", "which files a full upper tier gives up"}, policy);
    f.choice({"reads", "whether a file that was read from below is copied up in the background",
              "as Monarch does [read]"},
             reads, kTierReads);
    f.integer({"placements", "files that are copied up at once", "6 threads in Monarch's set-up [read]"},
              placements, 1, 65'536);
    f.choice({"writes", "into the upper tier and drained later, into both, or around it", "prior [assumed]"},
             writes, kTierWrites);
    f.choice({"full", "what a new file does that finds no room: waits for the drain, or goes around",
              "prior [assumed]"},
             full, kTierFull);
    f.choice(
        {"sync", "where written bytes are when a sync ends", "prior [assumed]: where the application writes"},
        sync, kTierSides);
    f.bytes({"transfer_size", "bytes of one read and one write between the tiers", "prior [assumed]"},
            transfer_size, 4_KiB, 4_GiB);
    f.group(Field{"drain", "how written files get below"}, drain);
    f.group(Field{"movers", "what copies between tiers that no node owns; otherwise the nodes do"}, movers);
  }
};

}  // namespace headrace
