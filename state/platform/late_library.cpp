#include "state/platform/late_library.hpp"

#include <dlfcn.h>
#include <stdexcept>
#include <string>

namespace artifactd {

namespace {

[[noreturn]] void fail_to_load(char const* soname) {
  auto const* why = ::dlerror();
  throw std::runtime_error(std::string("a library that artifactd needs cannot be loaded: ") +
                           (why == nullptr ? soname : why));
}

} // namespace

void* LateLibrary::find(char const* function) const {
  auto* handle = handle_.load(std::memory_order_acquire);
  if (handle == nullptr) {
    handle = ::dlopen(soname_, RTLD_NOW | RTLD_LOCAL); // the same handle for threads that meet here
    if (handle == nullptr) fail_to_load(soname_);
    handle_.store(handle, std::memory_order_release);
  }
  auto* const found = ::dlsym(handle, function);
  if (found == nullptr) fail_to_load(soname_);
  return found;
}

} // namespace artifactd
