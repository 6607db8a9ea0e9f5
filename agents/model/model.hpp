// One call of a language model: a prompt goes out, a text comes back with what it took. Whatever answers (an
// HTTP endpoint, a program, a recorded cassette) answers in these words. A call is repeated here only for the
// transport's sake; what a reply says is judged by the step that asked (agents/model/step), and by nobody
// else.
#pragma once

#include "state/clock.hpp"

#include <cstdint>
#include <expected>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::model {

struct Message {
  enum class Role : std::uint8_t { user, assistant };
  Role role = Role::user;
  std::string text;
};

/// What a reply has to look like. The endpoint is asked to hold to it where it can; it is checked in any
/// case.
struct ReplyShape {
  std::string name; ///< at most 64 of [A-Za-z0-9_-]
  nlohmann::ordered_json schema;
};

struct Request {
  std::string system; ///< the same bytes for every call of one kind, so that endpoints can cache it
  std::vector<Message> messages;
  std::optional<ReplyShape> shape;
  unsigned max_tokens = 4096; ///< of the reply
  /// Bytes at the start of the first message that other calls of the kind begin with as well: endpoints that
  /// are told can cache them behind the system's.
  std::size_t constant = 0;
};

/// Tokens. `input` is everything that was read, cached or not, however the endpoint counts.
struct Usage {
  std::uint64_t input = 0;
  std::uint64_t cached = 0;        ///< of the input: read from a cache
  std::uint64_t cache_written = 0; ///< of the input: written to a cache
  std::uint64_t output = 0;

  Usage& operator+=(Usage const& other) noexcept {
    input += other.input;
    cached += other.cached;
    cache_written += other.cache_written;
    output += other.output;
    return *this;
  }
  bool operator==(Usage const&) const = default;
};

/// One sending, whether it was answered or not.
struct Attempt {
  int status = 0;      ///< of HTTP; 0: none came
  std::string outcome; ///< "ok", "timeout: no first byte within 30 s", "429 rate_limit_error"; never a secret
  std::string request_id = {};
  Usage usage = {};
  Duration wall = {};
  /// Somebody may have worked at it, and what that took nobody says.
  bool unmetered = false;
};

struct Reply {
  std::string text;  ///< complete: one that was cut short or refused is a Failure
  std::string model; ///< as the endpoint names it
  Usage usage;       ///< of all attempts together
  std::vector<Attempt> attempts;
};

enum class Failing : std::uint8_t {
  transient,   ///< the network or the endpoint, and the retries are used up: the same call may succeed later
  wait,        ///< the endpoint says when: `retry_after`
  bad_request, ///< the endpoint does not take such a request
  auth,        ///< no key, or one that is not let in
  quota,       ///< no money or no allowance left there: waiting a moment does not help
  over_budget, ///< our own limits: nothing was sent
  truncated,   ///< the reply reached its limit of tokens, or ended in the middle
  refused,     ///< the model declined
  empty,       ///< the model was done, and said nothing
  malformed,   ///< an answer that is none
  cancelled,   ///< the caller wants it no longer
};
[[nodiscard]] std::string_view failing_word(Failing why) noexcept;

struct Failure {
  Failing why = Failing::transient;
  std::string message;                   ///< what happened, for people; no secret in it
  std::optional<Duration> retry_after{}; ///< of wait
  std::string raw = {};                  ///< what was received of a truncated, refused or malformed reply
  Usage usage = {};                      ///< of all attempts together
  std::vector<Attempt> attempts = {};
};

struct CallLimits {
  Moment deadline; ///< for all attempts together
  int cancel = -1; ///< a descriptor that becomes readable once the call is wanted no longer
};

class Model {
public:
  virtual ~Model() = default;
  /// Which model it is, as prices and cassettes know it: "claude-haiku-4-5".
  [[nodiscard]] virtual std::string const& id() const noexcept = 0;
  /// Blocks. Never throws for what the other side does.
  [[nodiscard]] virtual std::expected<Reply, Failure> ask(Request const& request,
                                                          CallLimits const& limits) = 0;
};

} // namespace artifactd::model
