#include "daemon/commands/commands.hpp"
#include "daemon/commands/status/activity_feed.hpp"
#include "daemon/commands/status/terminal.hpp"
#include "daemon/commands/status/watch_screen.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr auto frame_time = std::chrono::milliseconds(120);

/// Signals to poll for: to exit, or that the terminal was resized.
class Interruptions {
public:
  Interruptions() {
    sigset_t wanted;
    sigemptyset(&wanted);
    for (auto signal : {SIGINT, SIGTERM, SIGHUP, SIGWINCH})
      sigaddset(&wanted, signal);
    ::sigprocmask(SIG_BLOCK, &wanted, &former_);
    fd_ = UniqueFd(::signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK));
  }
  ~Interruptions() { ::sigprocmask(SIG_SETMASK, &former_, nullptr); }
  Interruptions(Interruptions const&) = delete;
  Interruptions& operator=(Interruptions const&) = delete;

  [[nodiscard]] int fd() const noexcept { return fd_.get(); }
  [[nodiscard]] bool want_to_leave() const {
    signalfd_siginfo info{};
    while (::read(fd_.get(), &info, sizeof info) == static_cast<ssize_t>(sizeof info))
      if (info.ssi_signo != SIGWINCH) return true;
    return false;
  }

private:
  UniqueFd fd_;
  sigset_t former_{};
};

/// Where events are shown: on a terminal's screen, or as lines.
class Display {
public:
  explicit Display(Cli const& cli) : cli_(cli), screen_({terminal_charset(), cli.colour}) {
    live_ = cli.output == Output::text && ::isatty(STDOUT_FILENO) == 1;
    if (char const* kind = std::getenv("TERM"); kind == nullptr || std::string_view(kind) == "dumb")
      live_ = false;
  }

  void start_over() { screen_.clear(); }

  void take(ActivityEvent const& event) {
    if (live_)
      screen_.take(event, Monotonic::now());
    else if (cli_.output == Output::json)
      print_json(to_json(event));
    else
      fmt::print("{}\n", activity_line(event));
  }

  void say(std::string const& text) {
    if (live_)
      said_.push_back(fitted(in_charset(printable(text), charset_), terminal_size().width - 1, charset_));
    else
      tell(cli_, printable(text));
  }

  void draw() {
    if (live_) {
      auto size = terminal_size();
      auto lines = std::exchange(said_, {});
      std::ranges::move(screen_.scrolled(Monotonic::now(), size), std::back_inserter(lines));
      auto text = area_.draw(lines, screen_.live(size, frame()), size);
      std::fwrite(text.data(), 1, text.size(), stdout);
    }
    std::fflush(stdout);
  }

  [[nodiscard]] bool moving() const noexcept { return live_ && screen_.moving(); }

private:
  [[nodiscard]] static unsigned frame() {
    return static_cast<unsigned>(Monotonic::now().time_since_epoch() / frame_time);
  }

  Cli const& cli_;
  Charset charset_ = terminal_charset();
  WatchScreen screen_;
  LiveArea area_;
  std::vector<std::string> said_;
  bool live_ = false;
};

int wait_ms(ActivityFeed const& feed, Display const& display, Moment end) {
  auto now = Monotonic::now();
  auto until = std::min({end, feed.next_look(), now + std::chrono::hours(1)});
  if (display.moving()) until = std::min(until, now + frame_time);
  return static_cast<int>(
      std::max<std::int64_t>(std::chrono::ceil<std::chrono::milliseconds>(until - now).count(), 0));
}

Exit follow(ActivityFeed& feed, Display& display, std::optional<Duration> limit) {
  Interruptions interruptions;
  auto end =
      limit ? Monotonic::now() + std::min<Duration>(*limit, std::chrono::hours(24 * 365)) : Moment::max();
  while (std::ferror(stdout) == 0) {
    auto events = feed.take();
    if (feed.started_over()) display.start_over();
    for (auto const& event : events)
      display.take(event);
    display.draw();
    if (Monotonic::now() >= end) break;
    std::array waiting{pollfd{feed.fd(), POLLIN, 0}, pollfd{interruptions.fd(), POLLIN, 0}};
    ::poll(waiting.data(), waiting.size(), wait_ms(feed, display, end));
    if (interruptions.want_to_leave()) break;
  }
  return Exit::ok;
}

} // namespace

Exit watch_command(Cli const& cli, WatchOptions const& options) {
  auto config = configuration_to_look(cli);
  if (!config) return config.error();
  std::string session;
  if (options.session) {
    auto named = session_argument(*config, *options.session);
    if (!named) return complain(cli, named.error());
    session = named->session.shown();
  }
  Display display(cli);
  ActivityFeed feed(*config, session, [&](std::string const& text) { display.say(text); });
  if (auto opened = feed.open(); !opened) {
    auto denied = opened.error().fault == Fault::denied;
    tell(cli, printable(opened.error().message) +
                  (denied ? "; run this as root, as the daemon's user or as a member of its group"
                          : "; start it with `systemctl start artifactd`"));
    return Exit::unreachable;
  }
  return follow(feed, display, options.timeout);
}

} // namespace artifactd
