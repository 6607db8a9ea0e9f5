// What `artifactctl watch` shows on a terminal, as a function of the events, the time and the size: a line
// for each signal that is at work or stuck, with what went wrong before below it, and finished lines, which
// stay for a moment and then scroll away. Knows only the terminal's size.
#pragma once

#include "daemon/status/activity_event.hpp"
#include "daemon/terminal/display_text.hpp"
#include "daemon/terminal/terminal.hpp"
#include "state/platform/clock.hpp"
#include "state/vocabulary/finding.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct ScreenStyle {
  Charset charset = Charset::utf8;
  Colour colour = Colour::off;
};

class WatchScreen {
public:
  explicit WatchScreen(ScreenStyle style) : style_(style) {}

  void take(ActivityEvent event, Moment now);
  /// The connection is new: what follows is everything.
  void clear() { rows_.clear(); }

  /// Finished lines whose time is up; each is returned once.
  [[nodiscard]] std::vector<std::string> scrolled(Moment now, ScreenSize size);
  /// The lines below them, never more than fit; `frame` turns the spinner.
  [[nodiscard]] std::vector<std::string> live(ScreenSize size, unsigned frame) const;
  /// Something moves: draw again soon.
  [[nodiscard]] bool moving() const noexcept { return !rows_.empty(); }

private:
  enum class Boards : std::uint8_t { shown, hidden };
  struct Row {
    ActivityEvent last;
    std::optional<Moment> finished;

    [[nodiscard]] bool shows_error() const noexcept;
    [[nodiscard]] std::size_t height(Boards boards) const noexcept; ///< in lines
  };
  using Rows = std::map<std::pair<std::string, std::string>, Row>; ///< by session and signal

  [[nodiscard]] std::vector<Rows::const_iterator> chosen(std::size_t room, Boards boards) const;
  [[nodiscard]] std::string below(std::string const& text, ScreenSize size) const;
  [[nodiscard]] std::string line(Row const& row, ScreenSize size, unsigned frame) const;

  ScreenStyle style_;
  Rows rows_;
};

/// The event without where it happened: "refused, attempt 2/3".
[[nodiscard]] std::string activity_phrase(ActivityEvent const& event);

/// For an output that is not a terminal: a line with its time, and the lines of its board.
[[nodiscard]] std::string activity_line(ActivityEvent const& event);

} // namespace artifactd
