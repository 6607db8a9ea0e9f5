// Whether an attempt that got no reply is made again, and when. Pure: time and chance are passed in. The rule
// is that of the endpoints' own libraries (x-should-retry, then the status; retry-after-ms, then
// retry-after; else 0.5 s doubling up to 8 s), except for what no repetition mends: a spent allowance.
#pragma once

#include "agents/model/answer.hpp"
#include "agents/model/http.hpp"

#include <optional>

namespace artifactd::model {

/// What an attempt that got no reply is worth.
struct Verdict {
  Failing why = Failing::transient; ///< if nothing more is tried
  bool repeatable = true;
  std::optional<Duration> asked = {}; ///< for how long the endpoint wants to be left alone: at most a day
};

/// `wall_ns` is now, for a retry-after that is a date.
[[nodiscard]] Verdict judge(Complaint const& complaint, HttpHeaders const& headers, std::int64_t wall_ns);
[[nodiscard]] Verdict judge(HttpTrouble trouble) noexcept;

/// What comes next: another attempt after `pause`, or the end.
struct NextStep {
  std::optional<Duration> pause = {};
  Failing why = Failing::transient;         ///< at the end
  std::optional<Duration> retry_after = {}; ///< at the end, of `wait`
};

struct Standing {
  unsigned retries = 0; ///< still allowed
  unsigned made = 0;    ///< attempts, this one included
  Duration left = {};   ///< until the caller's deadline
};

/// Never pauses in vain: what would last longer than `left`, or longer than `longest` because the endpoint
/// asks for it, ends at once. `chance` is from [0, 1) and picks the pause between nothing and the whole
/// backoff.
[[nodiscard]] NextStep next_step(Verdict const& verdict, Standing const& standing, Duration longest,
                                 double chance);

} // namespace artifactd::model
