#include "daemon/queries/stuck_row.hpp"

#include <array>
#include <fmt/core.h>

namespace artifactd {

std::string_view state_word(StuckRow::State state) noexcept {
  switch (state) {
  case StuckRow::State::pending:
    return "pending";
  case StuckRow::State::refused:
    return "refused";
  case StuckRow::State::misplaced:
    return "misplaced";
  case StuckRow::State::odd:
    return "odd";
  case StuckRow::State::trouble:
    return "trouble";
  }
  return "trouble";
}

std::string cure_of(StuckRow const& row) {
  if (row.todo.empty() || row.next.empty()) return row.todo + row.next;
  return row.todo + ": " + row.next;
}

std::string_view actor_word(Actor actor) noexcept {
  constexpr std::array<std::string_view, actors> words = {"operator", "person", "agent", "artifactd"};
  return words[static_cast<std::size_t>(actor)];
}

std::string command_about(std::string_view word, std::string const& session, SignalName const& signal) {
  auto name = signal.name.str();
  if (!signal.kind.is_default() && !signal.kind.is_document()) name += "." + std::string(signal.kind.word());
  return fmt::format("artifactctl {} {} {}", word, shell_quoted(session), name);
}

} // namespace artifactd
