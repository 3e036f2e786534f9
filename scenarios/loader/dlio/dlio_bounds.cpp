#include "models/field_visitor.h"
#include "scenarios/loader/dlio/dlio_values.h"

namespace headrace {
namespace {

// Walks a workload's fields to the one that stands at an address. Sizes and times are in DLIO's units.
class BoundsFinder final : public FieldVisitor {
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
