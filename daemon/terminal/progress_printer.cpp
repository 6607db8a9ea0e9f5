#include "daemon/terminal/progress_printer.hpp"

#include "daemon/terminal/terminal.hpp"
#include "state/platform/blocked_signals.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/identity.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <fmt/core.h>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr auto quick = std::chrono::milliseconds(500); ///< work that takes less needs no bar
constexpr auto at_most_every = std::chrono::milliseconds(100);
constexpr std::size_t widest_bar = 30;
constexpr std::size_t narrowest_bar = 5;

std::string counted(Progress const& progress) {
  return progress.of == 0 ? fmt::format("{}", progress.done)
                          : fmt::format("{} of {}", std::min(progress.done, progress.of), progress.of);
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i)
    all += text;
  return all;
}

/// For one write, so that lines of several threads do not mix.
void write_out(std::string const& text) {
  fmt::print(stderr, "{}", text);
  std::fflush(stderr);
}

} // namespace

/// Prints at its own pace, on a thread of its own: work that stands still is shown as well.
class ProgressPrinter::Ticker {
public:
  Ticker(ProgressForm form, Colour colour) : form_(form), colour_(colour) {
    BlockedSignals const blocked;
    as_self([&] { thread_ = std::jthread([this](std::stop_token const& stop) { tick(stop); }); });
  }
  ~Ticker() {
    thread_.request_stop();
    thread_.join();
    if (form_ == ProgressForm::json)
      print();
    else if (shown_)
      write_out(std::string(erase_bar));
  }
  Ticker(Ticker const&) = delete;
  Ticker& operator=(Ticker const&) = delete;

  void show(Progress const& progress) {
    std::lock_guard const lock(mutex_);
    auto const first = !now_;
    now_ = progress;
    if (first) news_.notify_all();
  }

private:
  void tick(std::stop_token const& stop) {
    auto const begin = Monotonic::now() + (form_ == ProgressForm::bar ? quick : Duration::zero());
    std::unique_lock lock(mutex_);
    news_.wait(lock, stop, [this] { return now_.has_value(); });
    news_.wait_until(lock, stop, begin, [] { return false; });
    while (!stop.stop_requested()) {
      lock.unlock();
      print();
      lock.lock();
      news_.wait_for(lock, stop, at_most_every, [] { return false; });
    }
  }

  /// A bar is drawn again even without news: something else may have erased it.
  void print() {
    std::unique_lock lock(mutex_);
    if (!now_ || (form_ == ProgressForm::json && now_ == shown_)) return;
    shown_ = now_;
    lock.unlock();
    if (form_ == ProgressForm::json) return write_out(to_json(*shown_).dump() + "\n");
    write_out(std::string(erase_bar) +
              progress_bar(*shown_, terminal_size(STDERR_FILENO).width, charset_, colour_));
  }

  ProgressForm form_;
  Colour colour_;
  Charset charset_ = terminal_charset();
  std::mutex mutex_;
  std::condition_variable_any news_;
  std::optional<Progress> now_ = {};
  std::optional<Progress> shown_ = {}; ///< written by one thread at a time
  std::jthread thread_ = {};
};

ProgressForm progress_on_terminal() {
  auto const* name = std::getenv("TERM");
  auto const capable = ::isatty(STDERR_FILENO) == 1 && name != nullptr && std::string_view(name) != "dumb";
  return capable ? ProgressForm::bar : ProgressForm::none;
}

ProgressPrinter::ProgressPrinter(ProgressForm form, Colour colour)
    : ticker_(form == ProgressForm::none ? nullptr : std::make_unique<Ticker>(form, colour)) {}

ProgressPrinter::~ProgressPrinter() = default;

void ProgressPrinter::show(Progress const& progress) {
  if (ticker_) ticker_->show(progress);
}

OnProgress ProgressPrinter::listener() {
  if (!ticker_) return {};
  return [this](Progress const& progress) { show(progress); };
}

std::string progress_bar(Progress const& progress, std::size_t width, Charset charset, Colour colour) {
  auto const doing = in_charset(progress.doing, charset);
  auto const count = counted(progress);
  auto const text = display_width(doing) + count.size() + 4; // with the gaps
  auto const room = width > text ? std::min(width - text - 1, widest_bar) : 0;
  if (progress.of == 0 || room < narrowest_bar)
    return fitted(doing + "  " + count, width - std::min<std::size_t>(width, 1), charset);
  auto const full = room * std::min(progress.done, progress.of) / progress.of;
  auto const utf8 = charset == Charset::utf8;
  return fmt::format("{}  {}{}  {}", doing,
                     full == 0 ? "" : painted(colour, "36", repeated(utf8 ? "█" : "#", full)),
                     repeated(utf8 ? "░" : ".", room - full), count);
}

nlohmann::ordered_json to_json(Progress const& progress) {
  nlohmann::ordered_json json{
      {"version", 1}, {"event", "progress"}, {"doing", progress.doing}, {"done", progress.done}};
  if (progress.of > 0) json["of"] = progress.of;
  return json;
}

} // namespace artifactd
