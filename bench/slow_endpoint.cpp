#include "bench/slow_endpoint.hpp"

#include "bench/made_story.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <netinet/in.h>
#include <optional>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>

namespace artifactd::bench {

namespace {

constexpr int backlog = 512;

/// One complete request; std::nullopt if the client hangs up.
std::optional<std::string> request_from(int fd) {
  std::string text;
  std::array<char, 16384> buffer{};
  std::size_t whole = std::string::npos;
  while (text.size() < whole) {
    auto const got = ::read(fd, buffer.data(), buffer.size());
    if (got <= 0) return std::nullopt;
    text.append(buffer.data(), static_cast<std::size_t>(got));
    auto const head = text.find("\r\n\r\n");
    if (whole != std::string::npos || head == std::string::npos) continue;
    constexpr std::string_view name = "content-length: ";
    auto lower = text.substr(0, head);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
    auto const at = lower.find(name);
    whole = head + 4 + (at == std::string::npos ? 0 : std::stoul(lower.substr(at + name.size())));
  }
  return text;
}

std::string answer_to(std::string const& request, bool dice) {
  auto shape = std::string_view("turn_narration");
  for (auto const each : {"turn_checks", "turn_outcome", "turn_reflection"})
    if (request.contains(each)) shape = each;
  Json const body = {{"id", "r-1"},
                     {"model", "slow"},
                     {"choices",
                      {{{"index", 0},
                        {"finish_reason", "stop"},
                        {"message", {{"role", "assistant"}, {"content", story_reply(shape, dice)}}}}}},
                     {"usage", {{"prompt_tokens", 2000}, {"completion_tokens", 100}}}};
  auto const text = compact(body);
  return fmt::format("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
                     text.size(), text);
}

} // namespace

SlowEndpoint::SlowEndpoint(Duration delay, bool dice)
    : delay_(delay), dice_(dice), listening_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::bind(listening_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) return;
  ::listen(listening_.get(), backlog);
  accepting_ = std::jthread([this] { accept_all(); });
}

SlowEndpoint::~SlowEndpoint() {
  ::shutdown(listening_.get(), SHUT_RDWR); // ends accept; clients have hung up by now
  if (accepting_.joinable()) accepting_.join();
}

std::string SlowEndpoint::url() const {
  sockaddr_in address{};
  socklen_t length = sizeof address;
  ::getsockname(listening_.get(), reinterpret_cast<sockaddr*>(&address), &length);
  return fmt::format("http://127.0.0.1:{}/v1", ntohs(address.sin_port));
}

void SlowEndpoint::accept_all() {
  for (;;) {
    auto const connection =
        std::make_shared<UniqueFd>(::accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!*connection) return;
    serving_.run([this, connection] { serve(connection->get()); });
  }
}

void SlowEndpoint::serve(int connection) {
  while (auto const request = request_from(connection)) {
    auto const answered_at = Monotonic::now() + delay_;
    auto const now = ++now_;
    for (auto most = most_.load(); now > most && !most_.compare_exchange_weak(most, now);) {
    }
    auto const answer = answer_to(*request, dice_);
    std::this_thread::sleep_until(answered_at); // the purpose of this endpoint
    --now_;
    if (::send(connection, answer.data(), answer.size(), MSG_NOSIGNAL) < 0) return;
  }
}

} // namespace artifactd::bench
