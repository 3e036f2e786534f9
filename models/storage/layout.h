// Layout: where the bytes of a file lie: stripes in turn over targets.
//
// Which target is a file's first is for a placement policy to say. Leaves out
// composite layouts, data on metadata targets and weighted allocation.
#pragma once

#include <cstdint>

#include "models/fields.h"
#include "sim/units.h"

namespace headrace {

struct LayoutSpec {
  std::int64_t stripe_count = 1;
  Bytes stripe_size = 1_MiB;

  void visit(Fields& f) {
    f.integer({"stripe_count", "targets a file is spread over", "Lustre default [read]"}, stripe_count, 1,
              2000);
    f.bytes({"stripe_size", "bytes on one target before the next one's turn", "Lustre default [read]"},
            stripe_size, 64_KiB, 4_GiB);
  }
};

// A run of bytes of a file on one target.
struct Extent {
  std::int32_t target = 0;  // Of the file system.
  std::int32_t stripe = 0;  // Of the file: which of its objects.
  Bytes offset;             // In the file.
  Bytes length;
};

class Layout {
 public:
  // A stripe count above the number of targets means all targets.
  Layout(const LayoutSpec& spec, std::int32_t first_target, std::int64_t targets);

  std::int64_t stripe_count() const { return stripe_count_; }
  std::int32_t target_of_stripe(std::int64_t stripe) const;
  // The run at `offset`: at most `most` bytes, aligned to multiples of `most`, and
  // never past a stripe; a file of one stripe has no stripe borders.
  Extent extent_at(Bytes offset, Bytes most) const;
  // How many bytes from `begin` to `end` lie on one stripe.
  Bytes bytes_on(std::int64_t stripe, Bytes begin, Bytes end) const;

 private:
  std::int64_t stripe_count_;
  Bytes stripe_size_;
  std::int64_t targets_;
  std::int32_t first_target_;
};

}  // namespace headrace
