// A spec with one field of each kind, for the tests of the visitors.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/fields.h"
#include "scenarios/loader/fields/field_reader.h"
#include "scenarios/loader/text/document.h"

namespace headrace {

enum class Taste : std::uint8_t { sweet, sour };
inline constexpr std::string_view kTastes[] = {"sweet", "sour"};

struct Inner {
  std::int64_t size = 3;
  void visit(Fields& f) { f.integer({"size", "how large", "[assumed]"}, size, 1, 10); }
};

struct Outer {
  std::int64_t whole = 1;
  double share = 0.5;
  bool on = false;
  std::string name;
  std::vector<std::string> words;
  std::vector<std::int64_t> counts;
  Duration wait = 5_ms;
  Bytes space = 1_KiB;
  Bandwidth rate = 1_GBps;
  Distribution draw = Distribution(1_us);
  Taste taste = Taste::sweet;
  Inner group;
  std::optional<Inner> maybe;
  std::vector<Inner> list;
  Named<Inner> map;
  std::optional<std::int64_t> limit;
  std::optional<Duration> end;

  void visit(Fields& f) {
    f.integer({"whole", "a count"}, whole, 0, 100);
    f.number({"share", "a share"}, share, 0, 1);
    f.flag({"on", "a flag"}, on);
    f.text(required("name", "a name"), name);
    f.texts({"words", "some words"}, words);
    f.integers({"counts", "some counts"}, counts);
    f.duration({"wait", "a time"}, wait, 1_us, 1_s);
    f.bytes({"space", "a size"}, space, 1_B, 1_MiB);
    f.bandwidth({"rate", "a rate"}, rate);
    f.distribution({"draw", "a law"}, draw);
    f.choice({"taste", "a word"}, taste, kTastes);
    f.group(Field{"group", "a group"}, group);
    f.group(Field{"maybe", "a group, perhaps"}, maybe);
    f.list(Field{"list", "a list"}, list);
    f.map(Field{"map", "a map"}, map);
    f.integer(Field{"limit", "a number, perhaps"}, limit, 1, 9);
    f.duration(Field{"end", "a time, perhaps"}, end, 1_s, Duration::max());
  }
};

struct OuterRead {
  Outer spec;
  Problems problems;
  std::map<std::string, Mark> places;
};

// Reads "name: x" and the given lines.
inline OuterRead read_outer(const std::string& lines) {
  OuterRead out;
  const Tree tree = parse_document("name: x\n" + lines, "x.yaml", out.problems);
  FieldReader reader(tree, out.problems);
  out.spec.visit(reader);
  reader.finish();
  out.places = reader.places();
  return out;
}

// "E0107 'whole' is 101; it takes 0 to 100" of the only problem.
inline std::string only_problem(const std::string& lines) {
  const OuterRead read = read_outer(lines);
  if (read.problems.all().size() != 1) return read.problems.text();
  return read.problems.all()[0].code + " " + read.problems.all()[0].sentence;
}

}  // namespace headrace
