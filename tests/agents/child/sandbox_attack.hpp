// Attacks on the Python sandbox: Python code that tries to escape, run unchanged inside it, and the outcome.
#pragma once

#include "agents/child/sandbox.hpp"

#include <string>
#include <string_view>

namespace artifactd::test {

struct Attack {
  std::string_view name;
  std::string_view body; ///< body of a Python function that returns true if it escaped
};

/// The default settings; the walls are probed once for all attacks.
SandboxSettings const& tried_sandbox();

/// "held: <the error that stopped it>", "escaped", "broken: …" if the attack itself is faulty, "died:
/// <signal>", "timed out". The body can use `call(number, argument…)`, a raw system call for which only EPERM
/// counts as a refusal, ctypes' `libc`, and `given`, the text passed here.
std::string fate_of(Attack const& attack, std::string_view given = "",
                    SandboxSettings const& settings = tried_sandbox());

/// Waits at most ten seconds for an attack to run, including one in a child process of ours.
bool an_attacker_appears();

/// Waits at most ten seconds for processes of earlier attacks to end; true if any are left.
bool any_attacker_left();

} // namespace artifactd::test
