// FieldReader: reads a Tree into specs through their visit().
//
//   FieldReader reader(tree, problems);
//   scenario.visit(reader);
//   reader.finish();
//
// What is asked for is taken out, and what is left over is unknown. A field with
// a problem keeps its default, so one pass finds every problem. Afterwards the
// reader knows where each field stood.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "models/fields.h"
#include "scenarios/loader/text/tree.h"

namespace headrace {

// Tells what is known of a field that is not where it was given.
struct StrayField {
  std::string policies;             // That have a parameter of its path, "partial, window"; empty: none.
  std::vector<std::string> places;  // Where fields of its name stand: "platform.nodes.<name>.cores".
};
using FindStray = StrayField (*)(std::string_view path);

class FieldReader final : public Fields {
 public:
  // A parameter of a policy that was not chosen, and a field that stands elsewhere, are told as such where
  // `find_stray` knows them.
  FieldReader(const Tree& root, Problems& problems, FindStray find_stray = nullptr);
  void finish();  // After the visit: reports the keys that nobody asked for.

  // Fields that were read without a problem, groups included, by path: "platform.nodes.clients.count".
  const std::map<std::string, Mark>& places() const { return places_; }

  void integer(const Field& field, std::int64_t& value, std::int64_t low, std::int64_t high) override;
  void number(const Field& field, double& value, double low, double high) override;
  void flag(const Field& field, bool& value) override;
  void text(const Field& field, std::string& value) override;
  void texts(const Field& field, std::vector<std::string>& value) override;
  void integers(const Field& field, std::vector<std::int64_t>& value) override;
  void duration(const Field& field, Duration& value, Duration low, Duration high) override;
  void bytes(const Field& field, Bytes& value, Bytes low, Bytes high) override;
  void bandwidth(const Field& field, Bandwidth& value) override;
  void distribution(const Field& field, Distribution& value) override;

 protected:
  bool has_value(const Field& field, bool present) override;
  void word(const Field& field, std::size_t& index, std::span<const std::string_view> words) override;
  bool enter(const Field& field) override;
  bool enter_optional(const Field& field, bool present) override;
  std::size_t enter_list(const Field& field, std::size_t size) override;
  void enter_item(std::size_t index) override;
  std::vector<std::string> enter_map(const Field& field, std::vector<std::string> names) override;
  void enter_entry(const std::string& name) override;
  void leave() override;

 private:
  // A required field that is not there. It is told when all keys of its map are known: a misspelt one that
  // stands for it says as much.
  struct Missing {
    std::string_view name;
    std::string help;
  };
  // A map, list or map of names that is being read; without a tree it was refused, and nothing in it is
  // missing.
  struct Frame {
    const Tree* tree = nullptr;
    std::string path;
    Mark named;                               // Where its key stands.
    bool fields = true;                       // Keys are fields, so those left over are unknown.
    std::vector<bool> used;                   // By entry.
    std::vector<std::string_view> known;      // Fields asked for.
    std::vector<Missing> missing;             // Those of them that are required, and not there.
    std::vector<const Tree::Entry*> entries;  // Of a map of names: in the order they will be entered.
    std::size_t next_entry = 0;
    std::unordered_map<std::string_view, std::size_t> index;  // Only of a large tree.
  };

  Frame& top() { return frames_.back(); }
  void push(const Tree* tree, std::string path, Mark named, bool fields);
  std::string path_of(std::string_view name) const;
  std::size_t find(std::string_view name) const;
  const Tree::Entry* take(const Field& field);
  const Tree::Entry* take(const Field& field, Tree::Kind kind, const char* wanted);
  void refuse_kind(const Field& field, const Tree& value, const char* wanted);
  void refuse_range(const Field& field, const Tree& value, const std::string& bounds);
  template <class T>
  bool read(const Field& field, const char* wanted, T& value, const Tree::Entry*& entry);
  template <class T>
  void read_list(const Field& field, std::vector<T>& value, const char* wanted);
  void read_law(const Field& field, Distribution& value, const Tree::Entry& entry);
  void report_left_over(const Frame& frame);

  Problems& problems_;
  FindStray find_stray_;
  std::vector<Frame> frames_;
  std::map<std::string, Mark> places_;
};

}  // namespace headrace
