// One call of a language model: a prompt goes out, a text comes back with its usage. Every kind of model (an
// HTTP endpoint, a program, a recorded cassette) implements this interface. A model repeats a call only
// because of the transport; the content of a reply is judged only by the step that asked (agents/model/step).
#pragma once

#include "state/json/json_text.hpp"
#include "state/platform/clock.hpp"

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace artifactd::model {

struct Message {
  enum class Role : std::uint8_t { user, assistant };
  Role role = Role::user;
  std::string text;
};
inline constexpr std::array<std::string_view, 2> role_words = {"user", "assistant"};
[[nodiscard]] inline std::string_view role_word(Message::Role role) noexcept {
  return role_words[static_cast<std::size_t>(role)];
}

/// The required form of a reply. The endpoint is asked to enforce it if it can; it is checked in any case.
struct ReplyShape {
  ReplyShape(std::string named, Json of)
      : name(std::move(named)), text(compact(of)), schema_(std::make_shared<Json const>(std::move(of))) {}

  [[nodiscard]] Json const& schema() const noexcept { return *schema_; }

  std::string name; ///< at most 64 characters of [A-Za-z0-9_-]
  std::string text; ///< the schema on one line, its members in order

private:
  std::shared_ptr<Json const> schema_; ///< shared by the copies of a shape
};

struct Request {
  std::string system; ///< the same bytes for every call of one kind, so that endpoints can cache it
  std::vector<Message> messages;
  std::optional<ReplyShape> shape;
  unsigned max_tokens = 4096; ///< of the reply
  /// Bytes at the start of the first message that other calls of this kind share: endpoints that take a cache
  /// mark can cache them after the system prompt.
  std::size_t constant = 0;
};

/// Tokens. `input` is everything that was read, cached or not, however the endpoint counts.
struct Usage {
  std::uint64_t input = 0;
  std::uint64_t cached = 0;        ///< part of the input: read from a cache
  std::uint64_t cache_written = 0; ///< part of the input: written to a cache
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

/// One request sent, answered or not.
struct Attempt {
  int status = 0;      ///< of HTTP; 0: none arrived
  std::string outcome; ///< "ok", "timeout: no first byte within 30 s", "429 rate_limit_error"; never a secret
  std::string request_id = {};
  Usage usage = {};
  Duration wall = {};
  /// The request may have been worked on, but its usage was not reported.
  bool unmetered = false;
};

struct Reply {
  std::string text;  ///< complete: a truncated or refused reply is a Failure
  std::string model; ///< the endpoint's name for it
  Usage usage;       ///< the sum of all attempts
  std::vector<Attempt> attempts;
};

enum class Failing : std::uint8_t {
  /// the network or the endpoint failed and the retries are used up: the same call may succeed later
  transient,
  wait,        ///< the endpoint says when to retry: `retry_after`
  bad_request, ///< the endpoint does not accept such a request
  auth,        ///< no key, or a rejected one
  quota,       ///< no money or allowance left at the endpoint: a short wait does not help
  over_budget, ///< our own limits: nothing was sent
  truncated,   ///< the reply reached its token limit, or broke off
  refused,     ///< the model declined
  empty,       ///< the model finished without any text
  malformed,   ///< the answer is not in the expected format
  cancelled,   ///< by the caller
};
inline constexpr std::array<std::string_view, 11> failing_words = {
    "transient", "wait",    "bad_request", "auth",      "quota",    "over_budget",
    "truncated", "refused", "empty",       "malformed", "cancelled"};
[[nodiscard]] inline std::string_view failing_word(Failing why) noexcept {
  return failing_words[static_cast<std::size_t>(why)];
}

struct Failure {
  Failing why = Failing::transient;
  std::string message;                   ///< for people; never holds a secret
  std::optional<Duration> retry_after{}; ///< if `why` is wait
  std::string raw = {};                  ///< the part that arrived of a truncated, refused or malformed reply
  Usage usage = {};                      ///< the sum of all attempts
  std::vector<Attempt> attempts = {};
};

/// A call that failed without any text or usage to report.
[[nodiscard]] inline std::unexpected<Failure> failed_call(Failing why, std::string message) {
  return std::unexpected(Failure{.why = why, .message = std::move(message)});
}

struct CallLimits {
  Moment deadline; ///< for all attempts together
  int cancel = -1; ///< a descriptor that becomes readable when the call is cancelled
};

class Model {
public:
  virtual ~Model() = default;
  /// The model's id, as used in prices and cassettes: "claude-haiku-4-5".
  [[nodiscard]] virtual std::string const& id() const noexcept = 0;
  /// Blocks. Never throws because of the other side.
  [[nodiscard]] virtual std::expected<Reply, Failure> ask(Request const& request,
                                                          CallLimits const& limits) = 0;
};

} // namespace artifactd::model
