// Attacks on the Python sandbox: pieces of Python that try to get out, run in it as they are, and what became
// of them.
#pragma once

#include "agents/child/sandbox.hpp"

#include <string>
#include <string_view>

namespace artifactd::test {

struct Attack {
  std::string_view name;
  std::string_view body; ///< of a Python function; what it returns is true when it got out
};

/// The usual settings, with walls that are tried once for all attacks.
SandboxSettings const& tried_sandbox();

/// "held: <the error that stopped it>", "escaped", "broken: …" when the attack itself is at fault,
/// "died: <signal>", "timed out". The body finds `call(number, argument…)`, a raw system call that only EPERM
/// counts as refusing, ctypes' `libc`, and `given`, the text passed here.
std::string fate_of(Attack const& attack, std::string_view given = "",
                    SandboxSettings const& settings = tried_sandbox());

/// Waits at most ten seconds for an attack to be under way, also one of a child process of ours.
bool an_attacker_appears();

/// Whether processes of earlier attacks are still there after ten seconds of waiting for them to go.
bool any_attacker_left();

} // namespace artifactd::test
