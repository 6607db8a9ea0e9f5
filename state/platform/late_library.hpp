// Shared libraries that few commands need. Loading one at the start of a program, with all the libraries that
// it needs itself, would cost every command; here it is loaded at the first call of one of its functions.
// Programs are not linked with it, so debian/rules names it for the package.
#pragma once

#include <atomic>

namespace artifactd {

class LateLibrary {
public:
  /// `soname` is a literal: "libcurl.so.4".
  constexpr explicit LateLibrary(char const* soname) noexcept : soname_(soname) {}
  LateLibrary(LateLibrary const&) = delete;
  LateLibrary& operator=(LateLibrary const&) = delete;

  /// Never nullptr. Throws std::runtime_error if the library, or the function in it, is missing. Thread-safe.
  [[nodiscard]] void* find(char const* function) const;

private:
  char const* soname_;
  mutable std::atomic<void*> handle_ = nullptr; ///< stays open: functions found in it are kept
};

/// A function of such a library. It is called like the original, and looked up at the first call.
template <class Function>
class LateFunction {
public:
  constexpr LateFunction(LateLibrary const& library, char const* name) noexcept
      : library_(library), name_(name) {}
  LateFunction(LateFunction const&) = delete;
  LateFunction& operator=(LateFunction const&) = delete;

  template <class... Arguments>
  auto operator()(Arguments... arguments) const { // a template, since some are variadic
    return get()(arguments...);
  }

  [[nodiscard]] Function* get() const {
    auto* found = found_.load(std::memory_order_acquire);
    if (found == nullptr) {
      found = reinterpret_cast<Function*>(library_.find(name_));
      found_.store(found, std::memory_order_release);
    }
    return found;
  }

private:
  LateLibrary const& library_;
  char const* name_;
  mutable std::atomic<Function*> found_ = nullptr;
};

/// Declares `name` in the enclosing namespace, where it hides ::name: calls are written as usual.
#define LATE_FUNCTION(library, name)                                                                         \
  inline constinit ::artifactd::LateFunction<decltype(::name)> const name {                                  \
    library, #name                                                                                           \
  }

} // namespace artifactd
