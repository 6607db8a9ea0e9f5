// An agent that follows the reader's rule: it looks at `.lock` first, at `.error` only once `.lock` is gone,
// and ignores instructions while `.lock` exists. At every instant it must read what its work deserves; and
// once it has read "accepted" it begins its next round, which must not be judged.
#pragma once

#include "tests/faults/oracle.hpp"

namespace artifactd::faults {

enum class Receipt : std::uint8_t { waiting, accepted, refused };

[[nodiscard]] Receipt read_receipt(Stage const& stage, std::string const& lock);

/// Checks what each agent would now conclude that submitted one drop and waits.
[[nodiscard]] Violations check_receipts(Stage const& stage, Expectation const& expected);

/// Detects a signal that was gone and reappears although nobody dropped it again: its agent has already read
/// the receipt.
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

/// Every agent that reads "accepted" overwrites its inputs with half of its next round.
void begin_next_rounds(Stage& stage, Expectation const& expected);

/// Checks that nobody changed what agents wrote.
[[nodiscard]] Violations check_inputs(Stage const& stage);

} // namespace artifactd::faults
