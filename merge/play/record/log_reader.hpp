// Reads the lines of a log from its text, also while it grows; invalid or out-of-order lines are noted and
// skipped.
#pragma once

#include "merge/play/record/record_line.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::play {

/// The longest line of a log, in bytes.
inline constexpr std::size_t longest_line = std::size_t{1} << 20;

class LogReader {
public:
  /// `last_step` is that of the line before the text; 0 at the beginning of the log.
  explicit LogReader(std::uint64_t last_step = 0) : last_step_(last_step) {}

  /// Appends the complete lines of the text, and returns their size in bytes: the remainder is a line that is
  /// still being written.
  std::size_t read(std::string_view text, std::vector<RecordLine>& lines);

  [[nodiscard]] std::uint64_t last_step() const noexcept { return last_step_; }
  /// What is wrong with the form of the log; at most a hundred faults.
  [[nodiscard]] std::vector<std::string> const& odd() const noexcept { return odd_; }

private:
  void take(std::string_view text, std::vector<RecordLine>& lines);
  void note(std::string_view what);

  std::uint64_t last_step_;
  std::size_t number_ = 0; ///< of lines read
  std::vector<std::string> odd_;
};

} // namespace artifactd::play
