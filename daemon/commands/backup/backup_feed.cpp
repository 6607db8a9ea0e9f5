#include "daemon/commands/backup/backup_feed.hpp"

#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr auto between_events = std::chrono::milliseconds(100);
constexpr std::uint64_t bar_width = 20;
constexpr std::size_t longest_about = 40;

} // namespace

std::string progress_bar(std::uint64_t done, std::uint64_t of) {
  if (of == 0) return "";
  auto const full = std::min(done, of) * bar_width / of;
  return fmt::format("[{:#<{}}{: <{}}] ", "", full, "", bar_width - full);
}

std::string shown_bytes(std::uint64_t bytes) {
  constexpr std::array units = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  auto amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; amount >= 1024 && unit + 1 < units.size(); ++unit)
    amount /= 1024;
  return unit == 0 ? fmt::format("{} bytes", bytes) : fmt::format("{:.1f} {}", amount, units[unit]);
}

BackupFeed::BackupFeed(Cli const& cli, std::string verb) : cli_(cli), verb_(std::move(verb)) {}

bool BackupFeed::tell(std::string const& about, std::uint64_t done, std::uint64_t of,
                      std::string const& amount) {
  auto const now = Monotonic::now();
  if (now < due_) return !interruption_.wanted();
  due_ = now + between_events;
  if (cli_.output == Output::json) {
    Json event{{"version", 1}, {"event", "progress"}, {"about", about}, {"done", done}};
    if (of > 0) event["of"] = of;
    fmt::print("{}\n", compact(event)); // not the command's document: a failure still has one of its own
    std::fflush(stdout);
  } else {
    auto shown = printable(about);
    if (shown.size() > longest_about) shown = "…" + shown.substr(shown.size() - longest_about);
    line_.show(fmt::format("{}{} {}  {}", progress_bar(done, of), amount, verb_, shown));
  }
  return !interruption_.wanted();
}

} // namespace artifactd
