// Lines that a person types: with editing and history on a terminal, plain elsewhere.
#pragma once

#include <optional>
#include <string>

namespace artifactd {

class LineInput {
public:
  explicit LineInput(std::string prompt);

  /// std::nullopt at the end of the input.
  [[nodiscard]] std::optional<std::string> read();

private:
  std::string prompt_;
  bool on_terminal_;
};

} // namespace artifactd
