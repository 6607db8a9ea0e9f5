// A session in a test's own directory, with what a test does to one: write files, drop signals, inspect the
// result. And two ways to inspect a Result: must() for what has to succeed, fault() for what has to fail.
#pragma once

#include "state/session/session.hpp"
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

  /// Like test::give_away(), and opens the session again.
  void give_away();

  /// About the name itself: a dangling link exists.
  [[nodiscard]] bool exists(std::string_view relative) const;
  /// Sorted; empty if the directory does not exist.
  [[nodiscard]] std::vector<std::string> names(std::string_view relative) const;
  [[nodiscard]] Stamp stamp(std::string_view relative) const;
  [[nodiscard]] UniqueFd open(std::string_view relative) const;

  /// The kept values of an agent's member: generation number and value, oldest first.
  [[nodiscard]] std::vector<std::pair<std::uint64_t, std::string>> kept_values(std::string_view agent) const;

  /// Drops `<name>.kg.lock` again, as a new file, and sights it.
  [[nodiscard]] Sighting drop(std::string_view name) const;

private:
  Session session_;
};

/// Throws if the text is not a name.
[[nodiscard]] Name name(std::string_view text);
[[nodiscard]] SignalName kg(std::string_view text);

/// The value, or an exception that ends the test with the error's message.
template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

/// For example "no_space".
[[nodiscard]] std::string_view fault_word(Fault fault) noexcept;

/// The word of the fault; "none" on success.
template <class T>
[[nodiscard]] std::string fault(Result<T> const& result) {
  return result ? "none" : std::string(fault_word(result.error().fault));
}

} // namespace artifactd::test
