// An agent that keeps to the reader's rule: it looks at `.lock` first, only when that has gone at `.error`,
// and gives instructions no meaning while `.lock` stands. What it reads must be what its work deserves, at
// every instant; and once it has read "accepted" it begins its next round, which nobody may judge.
#pragma once

#include "tests/faults/oracle.hpp"

namespace artifactd::faults {

enum class Receipt : std::uint8_t { waiting, accepted, refused };

[[nodiscard]] Receipt read_receipt(Stage const& stage, std::string const& lock);

/// What each agent would conclude now that handed in one drop and waits.
[[nodiscard]] Violations check_receipts(Stage const& stage, Expectation const& expected);

/// Notices a signal that was gone and comes back though nobody dropped it again: its agent has read the
/// receipt.
class Ghost {
public:
  explicit Ghost(std::string lock) : lock_(std::move(lock)) {}

  void look(Stage const& stage, Violations& found);

private:
  std::string lock_;
  bool gone_ = false;
};

/// One for each good work.
[[nodiscard]] std::vector<Ghost> ghosts_of(Expectation const& expected);

/// Every agent that reads "accepted" overwrites its inputs by half of its next round.
void begin_next_rounds(Stage& stage, Expectation const& expected);

/// Nobody changed what agents wrote.
[[nodiscard]] Violations check_inputs(Stage const& stage);

} // namespace artifactd::faults
