#include "watchers/audit.hpp"

namespace artifactd {

namespace {

/// Kernels before 6.13 stamp directories with a clock that ticks every 1 to 10 ms.
constexpr std::int64_t racy_ns = 50'000'000;

bool near(std::int64_t a, std::int64_t b) noexcept {
  return a > b - racy_ns && a < b + racy_ns;
}

} // namespace

void Gate::look(Stamp const& now, std::int64_t wall_ns) noexcept {
  // A directory that changed since the previous look may still be changing. This test does not rely on a
  // clock shared with a file server; the other one covers two looks in quick succession.
  racy_ = differs(now) || near(now.modified_ns, wall_ns) || near(now.changed_ns, wall_ns);
  modified_ns_ = now.modified_ns;
  changed_ns_ = now.changed_ns;
  inode_ = now.inode;
}

bool Gate::differs(Stamp const& now) const noexcept {
  return now.modified_ns != modified_ns_ || now.changed_ns != changed_ns_ || now.inode != inode_;
}

} // namespace artifactd
