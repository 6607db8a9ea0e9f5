// Whether and when to retry an attempt that got no reply. Pure: time and chance are passed in. Follows the
// endpoints' own libraries (x-should-retry, then the status; retry-after-ms, then retry-after; else 0.5 s
// doubling up to 8 s), except that a spent allowance is never retried.
#pragma once

#include "agents/model/endpoint/answer.hpp"
#include "agents/model/endpoint/http.hpp"

#include <optional>

namespace artifactd::model {

/// How an attempt that got no reply is classified.
struct Verdict {
  Failing why = Failing::transient; ///< if it is not retried
  bool repeatable = true;
  std::optional<Duration> asked = {}; ///< how long the endpoint asks to be left alone: at most a day
};

/// `wall_ns` is the current time, for a retry-after that is a date.
[[nodiscard]] Verdict judge(Complaint const& complaint, HttpHeaders const& headers, std::int64_t wall_ns);
[[nodiscard]] Verdict judge(HttpTrouble trouble) noexcept;

/// Another attempt after `pause`, or the end.
struct NextStep {
  std::optional<Duration> pause = {};
  Failing why = Failing::transient;         ///< at the end
  std::optional<Duration> retry_after = {}; ///< at the end, if `why` is wait
};

struct Standing {
  unsigned retries = 0; ///< still allowed
  unsigned made = 0;    ///< attempts so far, including this one
  Duration left = {};   ///< until the caller's deadline
};

/// Never pauses in vain: ends at once if the pause would last longer than `left`, or if the endpoint asks for
/// more than `longest`. `chance` is from [0, 1) and picks the pause between zero and the whole backoff.
[[nodiscard]] NextStep next_step(Verdict const& verdict, Standing const& standing, Duration longest,
                                 double chance);

} // namespace artifactd::model
