// The moments around a rename: lets a test do deliberately what another process might do between a look and
// the following call, or between the call and the next look. Replaces the C library's renameat2 in a test
// binary that uses it.
#pragma once

#include <functional>
#include <string_view>

namespace artifactd::test {

struct RenameCall {
  std::string_view from;
  std::string_view to;
  unsigned flags;
};

/// During its lifetime, `act` runs before every renameat2 of this thread, except those that `act` makes
/// itself. It returns the errno with which the call fails; 0 lets it through.
class BeforeRename {
public:
  using Act = std::function<int(RenameCall const&)>;
  explicit BeforeRename(Act act);
  ~BeforeRename();
  BeforeRename(BeforeRename const&) = delete;
  BeforeRename& operator=(BeforeRename const&) = delete;
};

/// During its lifetime, `act` runs after every successful renameat2 of this thread, except those that `act`
/// makes itself.
class AfterRename {
public:
  using Act = std::function<void(RenameCall const&)>;
  explicit AfterRename(Act act);
  ~AfterRename();
  AfterRename(AfterRename const&) = delete;
  AfterRename& operator=(AfterRename const&) = delete;
};

/// Runs `act` once, before the first exchange.
[[nodiscard]] BeforeRename::Act once_before_exchange(std::function<void()> act);

} // namespace artifactd::test
