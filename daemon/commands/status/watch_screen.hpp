// What `artifactctl watch` shows on a terminal, as a function of the events, the time and the size: a
// summary, below it a line for each signal that is at work or stuck, the newest at the bottom, with what went
// wrong before below it. Finished lines stay for a moment and then scroll away above the summary. Knows only
// the terminal's size.
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
  /// The connection is new: what follows is everything, also what was counted before.
  void clear() {
    rows_.clear();
    counted_until_ns_ = newest_ns_;
  }

  /// Finished lines whose time is up; each is returned once.
  [[nodiscard]] std::vector<std::string> scrolled(Moment now, ScreenSize size);
  /// The summary and the lines below it, never more than fit; `frame` turns the spinner.
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

  /// What was seen since the beginning.
  struct Seen {
    std::size_t merged = 0;
    std::size_t refused = 0;
    std::size_t escalated = 0;
  };

  [[nodiscard]] std::vector<Rows::const_iterator> chosen(std::size_t room, Boards boards) const;
  [[nodiscard]] std::string summary(std::size_t hidden) const;
  void count(ActivityEvent const& event);
  [[nodiscard]] std::string below(std::string const& text, ScreenSize size) const;
  [[nodiscard]] std::string line(Row const& row, ScreenSize size, unsigned frame) const;

  ScreenStyle style_;
  Rows rows_ = {};
  Seen seen_ = {};
  std::int64_t newest_ns_ = 0; ///< wall time of the newest event
  std::int64_t counted_until_ns_ = 0;
};

/// The event without where it happened: "refused, attempt 2/3".
[[nodiscard]] std::string activity_phrase(ActivityEvent const& event);

/// For an output that is not a terminal: a line with its time, and the lines of its board.
[[nodiscard]] std::string activity_line(ActivityEvent const& event);

} // namespace artifactd
