// Preloaded into a program: counts what it allocates, and writes the number into the file that
// $ALLOCATIONS names when the program ends.
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace {

std::atomic<unsigned long> allocations;

/// The C library's own entry points: dlsym would allocate.
extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* __libc_calloc(std::size_t count, std::size_t size);
extern "C" void* __libc_realloc(void* block, std::size_t size);
extern "C" void* __libc_memalign(std::size_t alignment, std::size_t size);

struct AtEnd {
  ~AtEnd() {
    auto const* path = std::getenv("ALLOCATIONS");
    if (path == nullptr) return;
    auto const text = std::to_string(allocations.load());
    auto const file = ::open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return;
    static_cast<void>(::write(file, text.data(), text.size()));
    ::close(file);
  }
};
AtEnd const at_end;

} // namespace

extern "C" void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
extern "C" void* calloc(std::size_t count, std::size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}
extern "C" void* realloc(void* block, std::size_t size) {
  ++allocations;
  return __libc_realloc(block, size);
}
extern "C" void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}
