// The rule wizard on a whole screen, as a value: render() shows its state, press() says what a key means in
// it. Acting on that is up to the caller.
#pragma once

#include "daemon/commands/rule/rule_work.hpp"
#include "daemon/terminal/display_text.hpp"
#include "daemon/terminal/keys.hpp"
#include "daemon/terminal/terminal.hpp"
#include "state/vocabulary/finding.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace artifactd {

class RuleScreen {
public:
  /// `title`: shown in the first line, next to the state.
  RuleScreen(Charset charset, Colour colour, std::string title)
      : charset_(charset), colour_(colour), title_(std::move(title)) {}

  /// Handles typing and scrolling itself; returns the keys meant for the wizard. Enter in HINT_INPUT is
  /// returned as WizardKey::accept: take_typed() is the hint.
  std::optional<extraction::WizardKey> press(Key const& key, extraction::Wizard const& wizard);

  /// What was typed, which is then forgotten.
  [[nodiscard]] std::string take_typed() { return std::exchange(typed_, {}); }

  /// At most `size.height` lines, none wider than `size.width` columns. `frame` turns the spinner.
  [[nodiscard]] std::vector<std::string> render(RuleWork const& work, ScreenSize size, unsigned frame) const;

private:
  using Lines = std::vector<std::string>;

  [[nodiscard]] Lines body(RuleWork const& work, unsigned frame) const;
  [[nodiscard]] std::string sign(unsigned frame) const;

  Charset charset_;
  Colour colour_;
  std::string title_;
  std::string typed_ = {};
  std::size_t scroll_ = 0;
};

/// The outcome of each attempt, one per line: "Attempt 1: YAML syntax error (line 5: …)".
[[nodiscard]] std::vector<std::string> attempt_lines(extraction::Wizard const& wizard);

} // namespace artifactd
