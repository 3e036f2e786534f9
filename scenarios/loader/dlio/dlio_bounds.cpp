#include "scenarios/loader/dlio/dlio_values.h"

namespace headrace {
namespace {

// Walks a workload's fields to the one that stands at an address. Sizes and times are in DLIO's units.
class BoundsFinder final : public Fields {
 public:
  explicit BoundsFinder(const void* wanted) : wanted_(wanted) {}
  DlioBounds found;

  void integer(const Field&, std::int64_t& value, std::int64_t low, std::int64_t high) override {
    note(&value, static_cast<double>(low), static_cast<double>(high));
  }
  void number(const Field&, double& value, double low, double high) override { note(&value, low, high); }
  void duration(const Field&, Duration& value, Duration low, Duration high) override {
    note(&value, static_cast<double>(low.ns()) / 1e9, static_cast<double>(high.ns()) / 1e9);
  }
  void bytes(const Field&, Bytes& value, Bytes low, Bytes high) override {
    note(&value, static_cast<double>(low.count()), static_cast<double>(high.count()));
  }
  void flag(const Field&, bool&) override {}
  void text(const Field&, std::string&) override {}
  void texts(const Field&, std::vector<std::string>&) override {}
  void integers(const Field&, std::vector<std::int64_t>&) override {}
  void bandwidth(const Field&, Bandwidth&) override {}
  void distribution(const Field&, Distribution&) override {}

 protected:
  void word(const Field&, std::size_t&, std::span<const std::string_view>) override {}
  bool enter(const Field&) override { return true; }
  bool enter_optional(const Field&, bool present) override { return present; }
  std::size_t enter_list(const Field&, std::size_t size) override { return size; }
  void enter_item(std::size_t) override {}
  std::vector<std::string> enter_map(const Field&, std::vector<std::string> names) override { return names; }
  void enter_entry(const std::string&) override {}
  void leave() override {}

 private:
  void note(const void* value, double low, double high) {
    if (value == wanted_) found = {low, high};
  }

  const void* wanted_;
};

}  // namespace

DlioBounds bounds_of(WorkloadSpec& workload, const void* field) {
  BoundsFinder finder(field);
  workload.visit(finder);
  return finder.found;
}

}  // namespace headrace
