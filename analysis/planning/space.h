// DesignSpace: the designs that a plan chooses from, as a grid of axes.
//
//   DesignSpace space({{"oss.count", {2, 4, 8}}, {"policy", {0, 0}, AxisKind::categorical}});
//   space.point({1, 0});  // The number of a design: 4 servers, the first policy.
//
// An axis knows how many values it has and how far they are from each other, not
// what they mean. Known costs and limits are numbers a point (see cheapest.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace headrace {

enum class AxisKind { ordered, categorical };

struct PlanAxis {
  std::string name;
  // Places of the values of an axis, one a value. Of an ordered axis ascending, on the scale on which equal
  // steps are about equally much (the logarithm of a range of ratios); of a categorical axis only how many
  // there are counts.
  std::vector<double> coordinates;
  AxisKind kind = AxisKind::ordered;
};

class DesignSpace {
 public:
  explicit DesignSpace(std::vector<PlanAxis> axes);

  const std::vector<PlanAxis>& axes() const { return axes_; }
  std::size_t size() const { return size_; }

  std::size_t digit(std::size_t point, std::size_t axis) const {
    return point / strides_[axis] % axes_[axis].coordinates.size();
  }
  std::size_t point(const std::vector<std::size_t>& digits) const;
  // Returns by how far the numbers of two points differ whose digits of the axis differ by one.
  std::size_t stride(std::size_t axis) const { return strides_[axis]; }

  // Returns the distance of two values of an axis whose range is 1 long; of two different values of a
  // categorical axis it is 1.
  double distance(std::size_t axis, std::size_t from_digit, std::size_t to_digit) const;

  // Every point that differs in one axis: by a step of an ordered one, by any value of a categorical one.
  std::vector<std::size_t> neighbours(std::size_t point) const;

  // `count` points of which each axis has every part of its range about equally often.
  std::vector<std::size_t> latin_hypercube(std::size_t count, std::uint64_t seed) const;

 private:
  std::vector<PlanAxis> axes_;
  std::vector<std::size_t> strides_;
  std::size_t size_ = 1;
};

}  // namespace headrace
