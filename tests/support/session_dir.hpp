// A session in a directory of a test's own, with what a test does to one: write files, drop signals, look at
// what stands there. And the two ways a test looks at a Result: must() for what has to succeed, fault() for
// what has to fail.
#pragma once

#include "state/session.hpp"
#include "state/settle/claim.hpp"
#include "state/settle/signal.hpp"
#include "tests/support/scratch_dir.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace artifactd::test {

class SessionDir : public ScratchDir {
public:
  SessionDir();

  [[nodiscard]] Session const& session() const noexcept { return session_; }
  [[nodiscard]] Claim claim() const;

  /// As ScratchDir's, and the session is opened again.
  void give_away();

  /// The name itself: a dangling link exists.
  [[nodiscard]] bool exists(std::string_view relative) const;
  /// Sorted; none when there is no such directory.
  [[nodiscard]] std::vector<std::string> names(std::string_view relative) const;
  [[nodiscard]] Stamp stamp(std::string_view relative) const;
  [[nodiscard]] UniqueFd open(std::string_view relative) const;

  /// What history keeps of an agent's member: number of the generation and value, oldest first.
  [[nodiscard]] std::vector<std::pair<std::uint64_t, std::string>> kept_values(std::string_view agent) const;

  /// Drops `<name>.kg.lock` anew, as another file than any before, and sights it.
  [[nodiscard]] Sighting drop(std::string_view name) const;

private:
  Session session_;
};

/// Throws where the text is no name.
[[nodiscard]] Name name(std::string_view text);
[[nodiscard]] SignalName kg(std::string_view text);

/// The value, or an exception that ends the test with the error's message.
template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

/// "no_space"
[[nodiscard]] std::string_view fault_word(Fault fault) noexcept;

/// The word of the fault, "none" where there is none.
template <class T>
[[nodiscard]] std::string fault(Result<T> const& result) {
  return result ? "none" : std::string(fault_word(result.error().fault));
}

} // namespace artifactd::test
