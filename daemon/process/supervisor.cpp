#include "daemon/process/supervisor.hpp"

#include "daemon/process/late_systemd.hpp"

#include <cstdlib>
#include <ctime>
#include <fmt/core.h>

namespace artifactd {

namespace {

std::int64_t monotonic_us() noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1000;
}

/// One line: the protocol separates its assignments by newlines.
std::string line(std::string_view text) {
  std::string flat(text.substr(0, 500));
  for (auto& c : flat)
    if (c == '\n' || c == '\0') c = ' ';
  return flat;
}

/// Delivery is the supervisor's concern: a daemon that cannot report still works.
void send(std::string const& message) {
  if (std::getenv("NOTIFY_SOCKET") != nullptr) sd_notify(0, message.c_str());
}

} // namespace

Supervisor::Supervisor() {
  if (std::getenv("WATCHDOG_USEC") == nullptr) return;
  std::uint64_t demanded_us = 0;
  if (sd_watchdog_enabled(0, &demanded_us) > 0) interval_ = std::chrono::microseconds(demanded_us / 2);
}

void Supervisor::ready(std::string_view text) const {
  send("READY=1\nSTATUS=" + line(text));
}

void Supervisor::status(std::string_view text) const {
  send("STATUS=" + line(text));
}

void Supervisor::reloading() const {
  send(fmt::format("RELOADING=1\nMONOTONIC_USEC={}\nSTATUS=Reloading", monotonic_us()));
}

void Supervisor::stopping() const {
  send("STOPPING=1\nSTATUS=Stopping");
}

void Supervisor::alive() const {
  send("WATCHDOG=1");
}

} // namespace artifactd
