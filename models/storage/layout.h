// Layout: where the bytes of a file lie: stripes in turn over targets.
//
// A file is one component or several, one behind the other, each with stripes
// of its own; the first bytes may lie on the metadata server's own target
// instead. Components that begin behind the end of a file have no objects.
// Which target is a file's first is for a placement policy to say; the objects
// of later components follow those of earlier ones. Leaves out components with
// stripe sizes or targets of their own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/check.h"
#include "models/fields.h"
#include "sim/units.h"

namespace headrace {

struct LayoutSpec;

// Part of a layout that a file carries. A plain one is no more than that; of another the rest is in its spec,
// which outlives the file's opening.
struct FileLayout {
  std::int64_t stripe_count = 1;
  Bytes stripe_size = 1_MiB;
  const LayoutSpec* more = nullptr;
};

struct LayoutComponent {
  Bytes until = 1_GiB;
  std::int64_t stripe_count = 1;

  void visit(Fields& f) {
    f.bytes(required("until", "where in a file the next component begins; the last one has no end"), until,
            64_KiB, Bytes::count(std::int64_t{1} << 60));
    f.integer({"stripe_count", "targets that it is spread over", "Lustre default [read]"}, stripe_count, 1,
              2000);
  }
};

struct TargetPool {
  std::int64_t first = 0;
  std::int64_t count = 1;

  void visit(Fields& f) {
    f.integer(required("first", "its first target, counted from 0"), first, 0, 99'999);
    f.integer(required("count", "targets of it; past the last there is, those there are"), count, 1, 100'000);
  }
};

struct LayoutSpec {
  std::int64_t stripe_count = 1;
  Bytes stripe_size = 1_MiB;
  Bytes mdt_size;
  std::vector<LayoutComponent> components;
  bool overstriping = false;
  std::optional<TargetPool> pool;

  bool is_plain() const {
    return mdt_size == Bytes() && components.empty() && !overstriping && !pool.has_value();
  }
  operator FileLayout() const {  // NOLINT: what a file takes of it.
    FileLayout file;
    file.stripe_count = stripe_count;
    file.stripe_size = stripe_size;
    if (!is_plain()) file.more = this;
    return file;
  }

  void check(Check& check) const;
  void visit(Fields& f) {
    f.integer({"stripe_count", "targets a file is spread over", "Lustre default [read]"}, stripe_count, 1,
              2000);
    f.bytes({"stripe_size", "bytes on one target before the next one's turn", "Lustre default [read]"},
            stripe_size, 64_KiB, 4_GiB);
    f.bytes({"mdt_size",
             "first bytes of a file that lie on its metadata server (DoM); a file that has no more is opened "
             "with its data",
             "none by default; servers allow 1 MiB unless told otherwise [read]"},
            mdt_size, 0_B, 1_GiB);
    f.list(Field{"components",
                 "a progressive layout (PFL) in place of stripe_count: components one behind the other"},
           components);
    f.flag({"overstriping", "a stripe count above the number of targets puts several stripes on each",
            "Lustre default: not [assumed]"},
           overstriping);
    f.group(Field{"pool", "the targets that it takes part of; without it, all"}, pool);
  }
};

// A run of bytes of a file on one target.
struct Extent {
  std::int32_t target = 0;  // Of the file system.
  std::int32_t stripe = 0;  // Of the file: which of its objects.
  Bytes offset;             // In the file.
  Bytes length;
};

// Place for a file: which targets it may lie on, and where its metadata server's own is.
struct LayoutPlace {
  std::int32_t pool_first = 0;
  std::int64_t targets = 1;  // Of the pool.
  std::int32_t mdt = 0;
};

class Layout {
 public:
  // A plain one. A stripe count above the number of targets means all targets.
  Layout(const FileLayout& file, std::int32_t first_target, std::int64_t targets);
  // Makes the layout of a file so large; begin_at() follows.
  Layout(const LayoutSpec& spec, Bytes size, const LayoutPlace& place);
  // The first target, counted from that of its pool.
  void begin_at(std::int32_t first_target) { first_target_ = first_target; }

  std::int64_t stripe_count() const { return stripe_count_; }  // Objects, of all components.
  bool is_composite() const { return parts_ != nullptr; }
  // Objects that are not on the metadata server.
  std::int64_t stripes_on_targets() const { return stripe_count_ - mdt_objects(); }
  bool is_on_mdt(std::int64_t stripe) const { return stripe < mdt_objects(); }

  std::int32_t target_of_stripe(std::int64_t stripe) const;
  // The run at `offset`: at most `most` bytes, aligned to multiples of `most`, and
  // never past a stripe; where there is one stripe there are no stripe borders.
  Extent extent_at(Bytes offset, Bytes most) const {
    return parts_ == nullptr ? cut(offset, most, stripe_count_) : cut_part(offset, most);
  }
  // How many bytes from `begin` to `end` lie on one stripe.
  Bytes bytes_on(std::int64_t stripe, Bytes begin, Bytes end) const;

 private:
  struct Part {
    Bytes begin, end;
    std::int64_t stripe_count = 1;
    std::int64_t first_stripe = 0;
  };
  struct Parts {
    std::vector<Part> list;
    LayoutPlace place;
    std::int64_t mdt_objects = 0;  // 1 where the first part lies there.
  };

  std::int64_t mdt_objects() const { return parts_ == nullptr ? 0 : parts_->mdt_objects; }
  void add_part(Bytes end, std::int64_t stripe_count);
  Extent cut(Bytes offset, Bytes most, std::int64_t stripe_count) const;
  Extent cut_part(Bytes offset, Bytes most) const;
  Bytes bytes_of(std::int64_t stripe, std::int64_t stripe_count, Bytes begin, Bytes end) const;

  std::int64_t stripe_count_;
  Bytes stripe_size_;
  std::int64_t targets_;
  std::int32_t first_target_;
  std::unique_ptr<Parts> parts_;  // Of one that is not plain.
};

}  // namespace headrace
