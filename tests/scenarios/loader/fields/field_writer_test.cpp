#include "scenarios/loader/fields/field_writer.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/fields/field_support.h"

namespace headrace {
namespace {

std::string written(Outer spec, const std::map<std::string, std::string>* origins = nullptr) {
  FieldWriter writer(origins);
  spec.visit(writer);
  return writer.take_text();
}

Outer full_spec() {
  Outer spec;
  spec.name = "a: \"b\"\n\x01";
  spec.words = {"plain", "with, comma", "5", "++a=b"};
  spec.counts = {-1, 2};
  spec.draw = Distribution(Law::gamma, 80_us, 24_us);
  spec.rate = Bandwidth::bytes_per_second(1e9 / 3);
  spec.maybe.emplace();
  spec.list.resize(2);
  spec.list[1].size = 9;
  spec.map = {{"one", Inner()}, {"2", Inner()}};
  return spec;
}

TEST(FieldWriter, WritesWhatReadsBackAsTheSame) {
  const std::string text = written(full_spec());
  Problems problems;
  const Tree tree = parse_document(text, "x.yaml", problems);
  FieldReader reader(tree, problems);
  Outer again;
  again.visit(reader);
  reader.finish();
  EXPECT_FALSE(problems.has_errors()) << problems.text();
  EXPECT_EQ(again.name, full_spec().name);
  EXPECT_EQ(again.words, full_spec().words);
  EXPECT_EQ(again.list.at(1).size, 9);
  EXPECT_EQ(written(again), text);
}

TEST(FieldWriter, WritesOneFieldALine) {
  Outer spec;
  spec.name = "x";
  spec.list.resize(1);
  spec.map = {{"one", Inner()}};
  EXPECT_EQ(written(spec),
            "whole: 1\n"
            "share: 0.5\n"
            "on: false\n"
            "name: x\n"
            "wait: 5 ms\n"
            "space: 1 KiB\n"
            "rate: 1 GB/s\n"
            "draw: 1 us\n"
            "taste: sweet\n"
            "group:\n"
            "  size: 3\n"
            "list:\n"
            "  - size: 3\n"
            "map:\n"
            "  one:\n"
            "    size: 3\n");
}

TEST(FieldWriter, TellsOriginsInComments) {
  const std::map<std::string, std::string> origins = {{"whole", "a.yaml:3"}, {"group.size", "b\n.yaml:4"}};
  Outer spec;
  const std::string text = written(spec, &origins);
  EXPECT_NE(text.find("whole: 1  # a.yaml:3\n"), std::string::npos);
  EXPECT_NE(text.find("  size: 3  # b?.yaml:4\n"), std::string::npos);
  EXPECT_NE(text.find("share: 0.5\n"), std::string::npos);
}

TEST(FieldWriter, QuotesTextsThatNeedIt) {
  EXPECT_EQ(yaml_text("plain text"), "plain text");
  EXPECT_EQ(yaml_text("a/b.yaml"), "a/b.yaml");
  for (const std::string_view text :
       {"5", "true", "", "a: b", "a #b", " a", "a ", "-a", "[a]", "a,b", "*a", "@a", "\u20AC"}) {
    EXPECT_EQ(yaml_text(text), "\"" + std::string(text) + "\"");
  }
  EXPECT_EQ(yaml_text("\"\\\n\x01"), "\"\\\"\\\\\\n\\x01\"");
}

TEST(FieldWriter, WritesDistributions) {
  EXPECT_EQ(text_of(Distribution(80_us)), "80 us");
  EXPECT_EQ(text_of(Distribution(Law::exponential, 1_ms)), "{law: exponential, mean: 1 ms}");
  EXPECT_EQ(text_of(Distribution(Law::normal, 1_ms, Duration())), "{law: normal, mean: 1 ms, spread: 0 s}");
}

TEST(FieldWriter, LeavesOutWhatHasNoValue) {
  Outer spec;
  EXPECT_EQ(written(spec).find("limit"), std::string::npos);
  spec.limit = 7;
  spec.end = 2_s;
  const std::string text = written(spec);
  EXPECT_NE(text.find("limit: 7\n"), std::string::npos) << text;
  EXPECT_NE(text.find("end: 2 s\n"), std::string::npos) << text;
}

struct Room {
  std::optional<Inner> chair;
  void visit(Fields& f) { f.group(Field{"chair", "of a room"}, chair); }
};
struct Hall {
  std::optional<Room> room;
  void visit(Fields& f) { f.group(Field{"room", "of a hall"}, room); }
};

// A key without a value would not be there when read.
TEST(FieldWriter, GivesAGroupOfNothingAValue) {
  Hall hall;
  hall.room.emplace();
  FieldWriter writer;
  hall.visit(writer);
  EXPECT_EQ(writer.take_text(), "room: {}\n");
}

}  // namespace
}  // namespace headrace
