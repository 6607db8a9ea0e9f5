#include "daemon/process/standard_streams.hpp"
#include "daemon/process/version.hpp"
#include "daemon/programs/kind_list.hpp"
#include "daemon/service/app.hpp"
#include "state/platform/memory_limit.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <malloc.h>

namespace {

/// Large blocks go back to the system as soon as they are freed. By default each thread's heap would come to
/// keep some, and with 32 workers the setting `memory` would bound little. With little memory,
/// less is kept, and threads share heaps.
void keep_little_free_memory() noexcept {
  constexpr std::uint64_t mib = std::uint64_t{1} << 20;
  auto const limit = artifactd::memory_limit();
  auto const kept = static_cast<int>(std::clamp(limit / 256, mib / 4, 8 * mib));
  ::mallopt(M_MMAP_THRESHOLD, kept / 2); // graphs are in a BufferPool, which reuses them
  ::mallopt(M_TRIM_THRESHOLD, kept);
  if (limit < 256 * mib) ::mallopt(M_ARENA_MAX, 2);
}

} // namespace

int main(int argc, char** argv) {
  keep_little_free_memory();
  artifactd::occupy_standard_streams();
  try {
    auto options = artifactd::parse_artifactd(argc, argv, artifactd::commit_text);
    if (options) options->source.served = artifactd::kind_list();
    auto exit = options ? artifactd::run_artifactd(*options) : options.error();
    return static_cast<int>(exit);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "artifactd: %s\n", error.what()); // fmt::print throws if stderr is closed
    return static_cast<int>(artifactd::Exit::io);
  }
}
