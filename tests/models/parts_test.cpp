#include "models/parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <typeinfo>
#include <vector>

#include "models/jobs/inference/inference_result.h"
#include "models/jobs/job.h"
#include "models/jobs/probe/probe_result.h"
#include "models/jobs/replay/replay_result.h"
#include "models/resource_result.h"
#include "tests/models/support/kept_parts.h"

namespace headrace {
namespace {

enum class Colour { red, green };
constexpr std::string_view kColours[] = {"red", "green"};

struct Inner {
  Duration span;
  bool flag = false;
  void visit(Parts& p) {
    p.part("span", span);
    p.part("flag", flag);
  }
};

struct Outer {
  Time at;
  Bytes bytes;
  Colour colour = Colour::red;
  std::vector<Inner> list;
  std::optional<Inner> some, none;
  void visit(Parts& p) {
    p.part("at", at);
    p.part("bytes", bytes);
    p.choice("colour", colour, kColours);
    p.part("list", list);
    p.part("some", some);
    p.part("none", none);
  }
};

TEST(Parts, OneListWritesAndReads) {
  Outer outer{Time::at(5_ms), 7_B, Colour::green, {{1_ns, true}, {2_ns, false}}, Inner{3_ns, true}, {}};
  EXPECT_EQ(parts_of(outer), (std::map<std::string, std::string>{{"at", "5000000"},
                                                                 {"bytes", "7"},
                                                                 {"colour", "1"},
                                                                 {"list/size", "2"},
                                                                 {"list/0/span", "1"},
                                                                 {"list/0/flag", "1"},
                                                                 {"list/1/span", "2"},
                                                                 {"list/1/flag", "0"},
                                                                 {"some?", "1"},
                                                                 {"some/span", "3"},
                                                                 {"some/flag", "1"},
                                                                 {"none?", "0"}}));
  Outer there;
  there.none.emplace();  // What was not there is not there again.
  const Outer back = copy_by_parts(outer, there);
  EXPECT_EQ(back.at, outer.at);
  EXPECT_EQ(back.bytes, outer.bytes);
  EXPECT_EQ(back.colour, outer.colour);
  ASSERT_EQ(back.list.size(), 2U);
  EXPECT_EQ(back.list[1].span, 2_ns);
  EXPECT_TRUE(back.list[0].flag);
  ASSERT_TRUE(back.some);
  EXPECT_EQ(back.some->span, 3_ns);
  EXPECT_FALSE(back.none);
}

// Returns the members of a result, one by one: who adds a member adds it here, or this does not compile.
auto members(SpanResult& r) {
  auto& [a, b, c, d, e, f, g, h, i] = r;
  return std::tie(a, b, c, d, e, f, g, h, i);
}
auto members(StepTime& r) {
  auto& [a, b, c] = r;
  return std::tie(a, b, c);
}
auto members(RankSteps& r) {
  auto& [a, b, c, d, e, f] = r;
  return std::tie(a, b, c, d, e, f);
}
auto members(EpochResult& r) {
  auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = r;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
}
auto members(CacheResult& r) {
  auto& [a, b, c, d, e, f, g, h] = r;
  return std::tie(a, b, c, d, e, f, g, h);
}
auto members(TieredReads& r) {
  auto& [a, b, c, d] = r;
  return std::tie(a, b, c, d);
}
auto members(ShuffleResult& r) {
  auto& [a, b, c] = r;
  return std::tie(a, b, c);
}
auto members(JobRestarts& r) {
  auto& [a, b, c] = r;
  return std::tie(a, b, c);
}
auto members(JobFailure& r) {
  auto& [a, b, c] = r;
  return std::tie(a, b, c);
}
auto members(ResourceUse& r) {
  auto& [a, b, c] = r;
  return std::tie(a, b, c);
}
auto members(NoEffect& r) {
  auto& [a, b, c] = r;
  return std::tie(a, b, c);
}
auto members(ResourceResult& r) {
  auto& [a, b, c, d, e, f, g, h, i] = r;
  return std::tie(a, b, c, d, e, f, g, h, i);
}
auto members(StartupResult& r) {
  auto& [a, b, c, d, e, f, g, h, i, j] = r;
  return std::tie(a, b, c, d, e, f, g, h, i, j);
}
auto members(LogResult& r) {
  auto& [a, b, c, d] = r;
  return std::tie(a, b, c, d);
}
auto members(MixtureResult::Set& r) {
  auto& [a, b, c, d, e, f, g] = r;
  return std::tie(a, b, c, d, e, f, g);
}
auto members(PlacesResult::Of& r) {
  auto& [a, b] = r;
  return std::tie(a, b);
}
auto members(ProbeResult& r) {
  auto& [a, b, c, d, e, f] = r;
  return std::tie(a, b, c, d, e, f);
}
auto members(ReplayResult& r) {
  auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = r;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
}
auto members(InferenceResult& r) {
  auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, s, t, u, v, w, x] = r;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, s, t, u, v, w, x);
}
auto members(StepResult& r) {
  auto& [a, b, c, d] = r;
  return std::tie(a, b, c, d);
}
auto members(SourceResult& r) {
  auto& [a, b, c, d, e] = r;
  return std::tie(a, b, c, d, e);
}
// Leaves out the time budget, which is kept as rows.
auto members(JobResult& r) {
  auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, s, t, u, v, w, budget, x, y, z, aa, bb, cc, dd,
         ee, ff, gg, hh, ii, jj, kk, ll, mm, nn] = r;
  static_cast<void>(budget);
  return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, s, t, u, v, w, x, y, z, aa, bb, cc, dd,
                  ee, ff, gg, hh, ii, jj, kk, ll, mm, nn);
}

template <class Member>
bool same(const Member& one, const Member& other) {
  if constexpr (requires(Member& m, Parts& p) { m.visit(p); }) {
    return parts_of(one) == parts_of(other);
  } else {
    return one == other;
  }
}
template <class Member>
bool same(const std::optional<Member>& one, const std::optional<Member>& other) {
  return one.has_value() == other.has_value() && (!one || same(*one, *other));
}
template <class Member>
bool same(const std::vector<Member>& one, const std::vector<Member>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const Member& a, const Member& b) { return same(a, b); });
}
bool same(const Histogram& one, const Histogram& other) {
  return one.count() == other.count() && one.max() == other.max() && one.sum() == other.sum();
}
// Tells whether both are of one kind, and have the same parts.
bool same(const AnyKindResult& one, const AnyKindResult& other) {
  if (one.get() == nullptr || other.get() == nullptr) return one.get() == other.get();
  const KindResult &a = *one.get(), &b = *other.get();
  return typeid(a) == typeid(b) && texts_of(*a.copy()) == texts_of(*b.copy());
}

template <class Member>
void expect_kept(const Member& filled, const Member& fresh, const Member& again, int& number) {
  ++number;
  EXPECT_FALSE(same(filled, fresh)) << "member " << number << " is in no list of parts";
  EXPECT_TRUE(same(filled, again)) << "member " << number;
}

// Expects a result of which each part has a value of its own to be made again by its parts, member by member,
// and no two parts to have one path. Each member is one part: none is left out, and none comes twice.
template <class Result>
void expect_each_member_is_a_part(Result fresh = Result()) {
  KeptParts counter(KeptParts::Mode::fill);
  Result filled = fresh;
  filled.visit(counter);
  Result again = copy_by_parts(filled, fresh);
  const auto old = members(fresh), now = members(filled), back = members(again);
  EXPECT_EQ(counter.at_top(), static_cast<std::int64_t>(std::tuple_size_v<decltype(old)>));
  std::apply(
      [&](const auto&... was) {
        std::apply(
            [&](const auto&... is) {
              std::apply(
                  [&](const auto&... after) {
                    int number = 0;
                    (expect_kept(is, was, after, number), ...);
                  },
                  back);
            },
            now);
      },
      old);
  EXPECT_EQ(parts_of(again), parts_of(filled));
  std::set<std::string> values;
  for (const auto& [path, value] : parts_of(filled)) {
    const bool counts = path.ends_with("size") || path.ends_with("?");
    const bool small = value.size() < 3;  // Of flags and words.
    EXPECT_TRUE(counts || small || values.insert(value).second)
        << path << " is " << value << ", as another is";
  }
}

TEST(Parts, OfEveryResultAreItsMembers) {
  expect_each_member_is_a_part<SpanResult>();
  expect_each_member_is_a_part<StepTime>();
  expect_each_member_is_a_part<RankSteps>();
  expect_each_member_is_a_part<EpochResult>();
  expect_each_member_is_a_part<CacheResult>();
  expect_each_member_is_a_part<StepResult>();
  expect_each_member_is_a_part<SourceResult>();
  expect_each_member_is_a_part<TieredReads>();
  expect_each_member_is_a_part<ShuffleResult>();
  expect_each_member_is_a_part<JobRestarts>();
  expect_each_member_is_a_part<JobFailure>();
  expect_each_member_is_a_part<ResourceUse>();
  expect_each_member_is_a_part<NoEffect>();
  expect_each_member_is_a_part<ResourceResult>();
  expect_each_member_is_a_part<StartupResult>();
  expect_each_member_is_a_part<LogResult>();
  expect_each_member_is_a_part<MixtureResult::Set>();
  expect_each_member_is_a_part<PlacesResult::Of>();
  expect_each_member_is_a_part<ProbeResult>();
  expect_each_member_is_a_part<ReplayResult>();
  expect_each_member_is_a_part<InferenceResult>();
  expect_each_member_is_a_part<JobResult>();
}

// Of a job also what only its kind finds, for every kind that finds something.
TEST(Parts, OfAJobAreItsMembersAndWhatItsKindFinds) {
  std::ptrdiff_t kinds = 0;
  for (const std::string_view kind : JobKind::all()) {
    JobResult filled = filled_parts<JobResult>();
    filled.kind = kind;
    filled.found = AnyKindResult();
    KeptParts filler(KeptParts::Mode::fill);
    filled.found.visit(filler, kind);
    kinds += filled.found.get() != nullptr ? 1 : 0;
    EXPECT_EQ(filled.found.get() == nullptr, filler.values().empty()) << kind;
    const JobResult again = copy_by_parts(filled);
    EXPECT_EQ(parts_of(again), parts_of(filled)) << kind;
    EXPECT_TRUE(same(again.found, filled.found)) << kind;
    JobResult copy;
    copy = filled;
    EXPECT_EQ(parts_of(copy), parts_of(filled)) << kind;
  }
  const auto rows = Job::table();
  EXPECT_EQ(kinds, std::count_if(rows.begin(), rows.end(),
                                 [](const auto& row) { return row.recipe()->facts().found != nullptr; }));
}

}  // namespace
}  // namespace headrace
