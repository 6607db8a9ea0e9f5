#include "tests/support/last_instant.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace artifactd::test {

namespace {
thread_local BeforeRename::Act acting;
thread_local AfterRename::Act reacting;
} // namespace

BeforeRename::BeforeRename(Act act) {
  acting = std::move(act);
}

BeforeRename::~BeforeRename() {
  acting = nullptr;
}

AfterRename::AfterRename(Act act) {
  reacting = std::move(act);
}

AfterRename::~AfterRename() {
  reacting = nullptr;
}

BeforeRename::Act once_before_exchange(std::function<void()> act) {
  return [act = std::move(act), done = false](RenameCall const& call) mutable {
    if (!done && (call.flags & RENAME_EXCHANGE) != 0) {
      done = true;
      act();
    }
    return 0;
  };
}

} // namespace artifactd::test

extern "C" int renameat2(int from_directory, char const* from, int to_directory, char const* to,
                         unsigned flags) noexcept {
  using artifactd::test::acting;
  using artifactd::test::reacting;
  if (acting) {
    auto act = std::exchange(acting, nullptr);
    auto code = act({from, to, flags});
    acting = std::move(act);
    if (code != 0) {
      errno = code;
      return -1;
    }
  }
  auto const result =
      static_cast<int>(::syscall(SYS_renameat2, from_directory, from, to_directory, to, flags));
  if (result == 0 && reacting) {
    auto react = std::exchange(reacting, nullptr);
    react({from, to, flags});
    reacting = std::move(react);
  }
  return result;
}
