// One thing that waits, or is wrong, in a session: who has to act, and how.
#pragma once

#include "state/vocabulary/names.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// Who has to act, the most urgent first.
enum class Actor : std::uint8_t {
  operators, ///< the machine, the session or its graph has to be fixed
  persons,   ///< a person has to decide, since no attempt is left
  agents,    ///< refused: the artifacts have to be repaired
  ours,      ///< artifactd goes on by itself, or nothing has to be done
};
inline constexpr std::size_t actors = 4;

/// "operator", "person", "agent", "artifactd"
[[nodiscard]] std::string_view actor_word(Actor actor) noexcept;

struct StuckRow {
  enum class State : std::uint8_t {
    pending,   ///< not settled; artifactd retries by itself
    refused,   ///< `.error`: somebody has to repair the artifacts
    misplaced, ///< a signal in a place where it is never found
    odd,       ///< named like a signal, but invalid
    trouble,   ///< the session itself cannot be looked at
  };
  State state = State::pending;
  std::string session = {};
  std::string file = {};               ///< relative to the session
  std::string reason = {};             ///< one sentence
  std::string brief = {};              ///< the same for a narrow line, if different
  std::vector<std::string> lines = {}; ///< of the instructions
  std::string todo = {};               ///< the purpose of `next`: "repair the artifacts, then"
  std::string next = {};               ///< the command to type; empty: nothing has to be done
  Actor actor = Actor::operators;
  std::int64_t since_ns = 0;
  std::int64_t next_retry_ns = 0;
  std::string code = {}; ///< of refused work: of its first error; for odd: its word
  bool edited = false;   ///< refused, and the editor of a running daemon tries next
  bool rerun = false;    ///< refused, and a running daemon runs its agent again
  bool harmless = false; ///< nobody has to act on it
  bool lasting = false;  ///< pending until a person changes the session, its rights or the configuration

  [[nodiscard]] bool goes_on() const noexcept { return edited || rerun; }
  [[nodiscard]] bool waits_for_person() const noexcept {
    return lasting || (state != State::pending && !goes_on() && !harmless);
  }
};

/// `todo` and `next` as one line; empty if nothing has to be done.
[[nodiscard]] std::string cure_of(StuckRow const& row);

[[nodiscard]] std::string_view state_word(StuckRow::State state) noexcept;

/// "artifactctl <word> SESSION NAME[.KIND]"
[[nodiscard]] std::string command_about(std::string_view word, std::string const& session,
                                        SignalName const& signal);

} // namespace artifactd
