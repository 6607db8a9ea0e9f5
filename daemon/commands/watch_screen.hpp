// What `artifactctl watch` shows on a terminal, as a function of what was told, the time and the size: a line
// for each signal that is at work or stuck, what went wrong before below it, and lines that are finished,
// which stay for a moment and then scroll away for good. Knows nothing of terminals but their width.
#pragma once

#include "daemon/activity_event.hpp"
#include "daemon/commands/display_text.hpp"
#include "daemon/terminal.hpp"
#include "state/clock.hpp"
#include "state/finding.hpp"

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
  /// The connection is a new one: what follows is all there is.
  void clear() { rows_.clear(); }

  /// Finished lines whose moment is over; they are said once.
  [[nodiscard]] std::vector<std::string> scrolled(Moment now, ScreenSize size);
  /// What stands below them, never more than fits; `frame` turns the spinner.
  [[nodiscard]] std::vector<std::string> live(ScreenSize size, unsigned frame) const;
  /// Something moves: draw again soon.
  [[nodiscard]] bool moving() const noexcept { return !rows_.empty(); }

private:
  struct Row {
    ActivityEvent last;
    std::optional<Moment> finished;

    [[nodiscard]] bool shows_error() const noexcept;
    [[nodiscard]] std::size_t height() const noexcept; ///< in lines
  };
  using Rows = std::map<std::pair<std::string, std::string>, Row>; ///< by session and signal

  [[nodiscard]] std::vector<Rows::const_iterator> chosen(std::size_t room) const;
  [[nodiscard]] std::string below(std::string const& text, ScreenSize size) const;
  [[nodiscard]] std::string line(Row const& row, ScreenSize size, unsigned frame) const;

  ScreenStyle style_;
  Rows rows_;
};

/// The event without where it happened: "refused, attempt 2/3".
[[nodiscard]] std::string activity_phrase(ActivityEvent const& event);

/// For an output that is no terminal: a line with its time, and those of its board.
[[nodiscard]] std::string activity_line(ActivityEvent const& event);

} // namespace artifactd
