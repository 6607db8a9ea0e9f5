#include "agents/model/endpoint/retry.hpp"

#include "agents/model/endpoint/late_curl.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>

namespace artifactd::model {

namespace {

constexpr std::chrono::seconds longest_asked = std::chrono::hours(24);
constexpr Duration first_backoff = std::chrono::milliseconds(500);
constexpr Duration last_backoff = std::chrono::seconds(8);

/// Allowances that stay spent until somebody pays or a month ends. Reported with a 429 or a 400, without a
/// retry-after.
constexpr std::array<std::string_view, 3> spent_codes = {
    "enforced_spend_limit_reached", "contract_spend_limit_reached", "insufficient_quota"};

/// std::nullopt unless it is a positive number of `unit`s, at least a nanosecond; at most a day.
std::optional<Duration> asked_number(std::string_view text, Duration unit) {
  double number = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  auto const most = static_cast<double>(longest_asked / unit);
  Duration const asked(std::llround(std::clamp(number, 0.0, most) * static_cast<double>(unit.count())));
  return asked > Duration::zero() ? std::optional(asked) : std::nullopt;
}

std::optional<Duration> asked_pause(HttpHeaders const& headers, std::int64_t wall_ns) {
  if (auto pause = asked_number(headers.retry_after_ms, std::chrono::milliseconds(1))) return pause;
  if (auto pause = asked_number(headers.retry_after, std::chrono::seconds(1))) return pause;
  if (headers.retry_after.find(' ') == std::string::npos) return std::nullopt; // not a date
  auto const date = curl_getdate(headers.retry_after.c_str(), nullptr);
  if (date < 0) return std::nullopt;
  // In seconds until it is bounded: a distant year does not fit into nanoseconds.
  auto const away = std::chrono::seconds(date) - std::chrono::floor<std::chrono::seconds>(Duration(wall_ns));
  if (away <= away.zero()) return std::nullopt;
  return std::min(away, longest_asked);
}

bool spent(Complaint const& complaint) {
  auto const known = [](std::string_view word) {
    return std::ranges::find(spent_codes, word) != spent_codes.end();
  };
  return complaint.status == 402 || complaint.type == "billing_error" || known(complaint.code) ||
         known(complaint.type);
}

bool passing(int status) {
  return status == 408 || status == 409 || status == 429 || status >= 500;
}

Duration backoff(unsigned made, double chance) {
  auto const doublings = std::min(made > 0 ? made - 1 : 0U, 10U);
  auto const most = std::min(first_backoff * (1 << doublings), last_backoff);
  return Duration(
      static_cast<Duration::rep>(std::clamp(chance, 0.0, 1.0) * static_cast<double>(most.count())));
}

} // namespace

Verdict judge(Complaint const& complaint, HttpHeaders const& headers, std::int64_t wall_ns) {
  if (spent(complaint)) return {.why = Failing::quota, .repeatable = false};
  Verdict verdict{.asked = asked_pause(headers, wall_ns)};
  auto const status = complaint.status;
  verdict.repeatable = passing(status);
  if (!verdict.repeatable)
    verdict.why = status == 401 || status == 403 ? Failing::auth : Failing::bad_request;
  if (headers.should_retry == "true") verdict.repeatable = true;
  if (headers.should_retry == "false") verdict.repeatable = false;
  return verdict;
}

Verdict judge(HttpTrouble trouble) noexcept {
  switch (trouble) {
  case HttpTrouble::transport:
  case HttpTrouble::timeout:
    return {};
  case HttpTrouble::deadline:
    return {.repeatable = false};
  case HttpTrouble::too_large:
    return {.why = Failing::malformed, .repeatable = false};
  case HttpTrouble::cancelled:
    return {.why = Failing::cancelled, .repeatable = false};
  }
  return {};
}

NextStep next_step(Verdict const& verdict, Standing const& standing, Duration longest, double chance) {
  NextStep end{.why = verdict.why};
  if (verdict.asked && verdict.why == Failing::transient) {
    end.why = Failing::wait;
    end.retry_after = verdict.asked;
  }
  if (!verdict.repeatable || standing.retries == 0) return end;
  if (verdict.asked && *verdict.asked > longest) return end;
  auto const pause = verdict.asked.value_or(std::min(backoff(standing.made, chance), longest));
  if (pause >= standing.left) return end;
  return {.pause = pause};
}

} // namespace artifactd::model
