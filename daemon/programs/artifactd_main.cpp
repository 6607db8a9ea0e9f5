#include "daemon/process/standard_streams.hpp"
#include "daemon/process/version.hpp"
#include "daemon/programs/kind_list.hpp"
#include "daemon/service/app.hpp"

#include <cstdio>
#include <exception>
#include <malloc.h>

namespace {

/// Large blocks go back to the system as soon as they are freed. By default each thread's heap would come to
/// keep some, and with 32 workers the setting `memory` would bound little.
void keep_little_free_memory() noexcept {
  ::mallopt(M_MMAP_THRESHOLD, 4 << 20); // graphs are in a BufferPool, which reuses them
  ::mallopt(M_TRIM_THRESHOLD, 8 << 20);
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
