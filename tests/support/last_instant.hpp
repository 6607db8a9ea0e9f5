// The instants around a rename: what another process might do between a look and the call that follows it, or
// between the call and the next look, done by a test on purpose. Stands in for the C library's renameat2 in a
// test binary that uses it.
#pragma once

#include <functional>
#include <string_view>

namespace artifactd::test {

struct RenameCall {
  std::string_view from;
  std::string_view to;
  unsigned flags;
};

/// While it lives, `act` runs ahead of every renameat2 of this thread, except those of its own making. What
/// it returns is the errno the call fails with; 0 lets it through.
class BeforeRename {
public:
  using Act = std::function<int(RenameCall const&)>;
  explicit BeforeRename(Act act);
  ~BeforeRename();
  BeforeRename(BeforeRename const&) = delete;
  BeforeRename& operator=(BeforeRename const&) = delete;
};

/// While it lives, `act` runs behind every renameat2 of this thread that succeeded, except those of its own
/// making.
class AfterRename {
public:
  using Act = std::function<void(RenameCall const&)>;
  explicit AfterRename(Act act);
  ~AfterRename();
  AfterRename(AfterRename const&) = delete;
  AfterRename& operator=(AfterRename const&) = delete;
};

/// Runs `act` once, ahead of the first exchange.
[[nodiscard]] BeforeRename::Act once_before_exchange(std::function<void()> act);

} // namespace artifactd::test
