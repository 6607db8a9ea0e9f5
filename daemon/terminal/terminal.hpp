// The terminal of this process, while the object exists: keys one by one and, unless only keys are wanted, an
// alternate screen. However it ends (return, exception, SIGINT, SIGQUIT, SIGTERM, SIGHUP) the terminal is
// restored; the signals arrive as Key::leave. Ctrl-Z suspends the process, with the terminal as it was
// before.
#pragma once

#include "daemon/terminal/display_text.hpp"
#include "daemon/terminal/keys.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/fd.hpp"

#include <csignal>
#include <span>
#include <string>
#include <string_view>
#include <termios.h>

namespace artifactd {

struct ScreenSize {
  std::size_t width = 80;
  std::size_t height = 24;
};

/// Of the terminal on this descriptor, stdout; 80 × 24 if unknown.
[[nodiscard]] ScreenSize terminal_size(int terminal = 1);

/// That of the user's locale (LC_ALL, LC_CTYPE, LANG).
[[nodiscard]] Charset terminal_charset();

/// In ASCII if stdout is a terminal whose locale knows nothing else; otherwise, every byte as it is.
[[nodiscard]] std::string as_stdout_shows(std::string_view text);

/// The text that shows `lines` at the top of an otherwise empty screen. Each row is erased before it is
/// written: erasing after a line that fills its row would take that line's last character.
[[nodiscard]] std::string frame_of(std::span<std::string const> lines);

class Terminal {
public:
  enum class Screen : bool { whole, untouched };

  /// Fault::unsupported if stdin or stdout is not a capable terminal.
  static Result<Terminal> open(Screen screen = Screen::whole);
  ~Terminal();
  Terminal(Terminal&& other) noexcept;
  Terminal& operator=(Terminal&&) = delete;

  [[nodiscard]] ScreenSize size() const { return terminal_size(); }
  void draw(std::span<std::string const> lines) const;
  /// The next key; Key::resized if the size changed or no key came within `patience`.
  [[nodiscard]] Key read(Duration patience);

private:
  Terminal(Screen screen, termios const& before, sigset_t const& mask, UniqueFd signals)
      : screen_(screen), before_(before), mask_(mask), signals_(std::move(signals)) {}
  void enter() const;
  void leave() const;
  [[nodiscard]] Key suspend() const;
  Key received();

  Screen screen_;
  termios before_;
  sigset_t mask_;
  UniqueFd signals_; ///< empty: nothing to restore
  std::string bytes_ = {};
};

/// Whether a full screen makes sense on stdin and stdout.
[[nodiscard]] bool on_terminal();

} // namespace artifactd
