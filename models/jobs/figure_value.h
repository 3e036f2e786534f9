// FigureValue from a member of a result, for the tables of figures.
//
//   found<&ProbeResult::operations>                      // of what only the job's kind finds
//   of_part<&JobResult::cache, &CacheResult::hits>       // of a part that not every result has
//   found_histogram<&ProbeResult::latency>
//
// Times are in seconds, sizes in bytes.
#pragma once

#include <cstdint>
#include <optional>

#include "models/jobs/figure.h"
#include "models/jobs/job_result.h"

namespace headrace {

inline double figure_number(double value) { return value; }
inline double figure_number(std::int64_t count) { return static_cast<double>(count); }
inline double figure_number(Bytes size) { return static_cast<double>(size.count()); }
inline double figure_number(Duration span) { return span.in_seconds(); }

inline double ratio_or_zero(double part, double whole) { return whole > 0 ? part / whole : 0; }

// Returns a figure that a job has only where it has a number.
inline FigureValue where_known(std::optional<double> number) {
  return number ? FigureValue(*number) : FigureValue();
}

template <class Member>
struct OwnerOf;
template <class Type, class Whole>
struct OwnerOf<Type Whole::*> {
  using Class = Whole;
};

template <auto member>
FigureValue found(const JobResult& job) {
  const auto* const own = job.find<typename OwnerOf<decltype(member)>::Class>();
  return own == nullptr ? FigureValue() : FigureValue(figure_number(own->*member));
}

template <auto member>
const Histogram* found_histogram(const JobResult& job) {
  const auto* const own = job.find<typename OwnerOf<decltype(member)>::Class>();
  return own == nullptr ? nullptr : &(own->*member);
}

template <auto part, auto member>
FigureValue of_part(const JobResult& job) {
  return job.*part ? FigureValue(figure_number((*(job.*part)).*member)) : FigureValue();
}

}  // namespace headrace
