#include "daemon/terminal/terminal.hpp"

#include <array>
#include <cerrno>
#include <clocale>
#include <cstdlib>
#include <langinfo.h>
#include <poll.h>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace artifactd {

namespace {

// Long lines are cut at the margin rather than wrapped: only the terminal knows the widths of characters.
constexpr std::string_view enter_screen = "\x1b[?1049h\x1b[?7l\x1b[?25l";
constexpr std::string_view leave_screen = "\x1b[?25h\x1b[?7h\x1b[?1049l";
constexpr int escape_pause_ms = 40; ///< how long the rest of an arrow key may take to follow its ESC

void put(std::string_view text) {
  while (!text.empty()) {
    auto written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return; // if the terminal is gone, the next read ends
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

} // namespace

bool on_terminal() {
  auto const* name = std::getenv("TERM");
  return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1 && name != nullptr &&
         std::string_view(name) != "dumb";
}

Result<Terminal> Terminal::open(Screen screen) {
  termios before{};
  if (!on_terminal() || ::tcgetattr(STDIN_FILENO, &before) < 0)
    return fail(Fault::unsupported, "this terminal cannot show a full screen");
  sigset_t ours;
  sigset_t mask;
  ::sigemptyset(&ours);
  for (int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGWINCH})
    ::sigaddset(&ours, signal);
  UniqueFd signals(::signalfd(-1, &ours, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!signals) return fail(errno_error("make", "signalfd"));
  ::pthread_sigmask(SIG_BLOCK, &ours, &mask);
  Terminal terminal(screen, before, mask, std::move(signals));
  terminal.enter();
  return terminal;
}

void Terminal::enter() const {
  auto raw = before_;
  raw.c_iflag &= ~static_cast<tcflag_t>(ICRNL | IXON | ISTRIP);
  raw.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON | ISIG | IEXTEN);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  ::tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
  if (screen_ == Screen::whole) put(enter_screen);
}

void Terminal::leave() const {
  if (screen_ == Screen::whole) put(leave_screen);
  ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
}

Key Terminal::suspend() const {
  leave();
  ::kill(0, SIGTSTP); // as the terminal itself would: every process of the job; returns after SIGCONT
  enter();
  return {Key::Kind::resized};
}

Terminal::Terminal(Terminal&& other) noexcept
    : screen_(other.screen_), before_(other.before_), mask_(other.mask_), signals_(std::move(other.signals_)),
      bytes_(std::move(other.bytes_)) {}

Terminal::~Terminal() {
  if (!signals_) return;
  leave();
  ::pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
}

Charset terminal_charset() {
  // The locale of the process remains "C": libraries, such as libarchive, convert names to it otherwise.
  auto const locale = ::newlocale(LC_CTYPE_MASK, "", nullptr);
  if (locale == nullptr) return Charset::ascii;
  auto const is_utf8 = std::string_view(::nl_langinfo_l(CODESET, locale)) == "UTF-8";
  ::freelocale(locale);
  return is_utf8 ? Charset::utf8 : Charset::ascii;
}

std::string as_stdout_shows(std::string_view text) {
  return ::isatty(STDOUT_FILENO) == 1 ? in_charset(text, terminal_charset()) : std::string(text);
}

ScreenSize terminal_size(int terminal) {
  winsize size{};
  if (::ioctl(terminal, TIOCGWINSZ, &size) < 0 || size.ws_col == 0 || size.ws_row == 0) return {};
  return {size.ws_col, size.ws_row};
}

std::string frame_of(std::span<std::string const> lines) {
  constexpr std::string_view home = "\x1b[H", erase_line = "\x1b[2K", erase_below = "\x1b[J";
  std::string frame(home);
  if (lines.empty()) frame += erase_below;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) frame += "\r\n";
    frame += i + 1 == lines.size() ? erase_below : erase_line;
    frame += lines[i];
  }
  return frame;
}

void Terminal::draw(std::span<std::string const> lines) const {
  put(frame_of(lines));
}

Key Terminal::received() {
  signalfd_siginfo info{};
  if (::read(signals_.get(), &info, sizeof info) != sizeof info) return {Key::Kind::other};
  return {info.ssi_signo == SIGWINCH ? Key::Kind::resized : Key::Kind::leave};
}

Key Terminal::read(Duration patience) {
  auto const wait = static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(patience).count());
  for (;;) {
    if (auto key = take_key(bytes_, Input::flowing))
      return key->kind == Key::Kind::suspend ? suspend() : *std::move(key);
    std::array<pollfd, 2> watched{{{signals_.get(), POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}}};
    auto ready = ::poll(watched.data(), watched.size(), bytes_.empty() ? wait : escape_pause_ms);
    if (ready < 0 && errno != EINTR) return {Key::Kind::leave};
    if (ready < 0) continue;
    if (watched[0].revents != 0) return received();
    if (ready == 0) return take_key(bytes_, Input::resting).value_or(Key{Key::Kind::resized});
    std::array<char, 256> chunk;
    auto got = ::read(STDIN_FILENO, chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return {Key::Kind::leave};
    bytes_.append(chunk.data(), static_cast<std::size_t>(got));
  }
}

} // namespace artifactd
