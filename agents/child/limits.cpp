#include "agents/child/limits.hpp"

#include <sys/resource.h>

namespace artifactd {

namespace {

bool set(__rlimit_resource resource, std::optional<std::uint64_t> const& most) noexcept {
  if (!most) return true;
  rlimit const limit{*most, *most};
  return ::setrlimit(resource, &limit) == 0;
}

} // namespace

bool apply_limits(ChildLimits const& limits) noexcept {
  return set(RLIMIT_AS, limits.memory) && set(RLIMIT_FSIZE, limits.file_size) &&
         set(RLIMIT_NOFILE, limits.files) && set(RLIMIT_NPROC, limits.processes) &&
         set(RLIMIT_CPU, limits.cpu) && set(RLIMIT_CORE, std::uint64_t{0});
}

} // namespace artifactd
