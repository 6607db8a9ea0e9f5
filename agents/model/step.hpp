// The only way in which artifactd asks a model: a request and a contract go in; a value that keeps the
// contract comes out, or a typed failure. A reply that breaks the contract is sent back once for repair; if
// that fails, the request is asked once more from the beginning, with the faults found; if that fails, the
// step has failed. A truncated or empty reply is not sent back: the request is asked once more at once, after
// a truncated one with twice the token limit, or with the same if the endpoint or a budget does not allow
// that. If no repair has been tried by then, a faulty reply to it may still be sent back once. A reply that
// is blank, very long or not UTF-8 is never sent back (agents/model/follow_up). Anything else the model
// reports (no answer, a refusal) ends the step: it is neither repaired nor asked again here. A step writes
// nothing; may run on any thread.
#pragma once

#include "agents/model/contract.hpp"

namespace artifactd::model {

/// The calls of a step, in order.
enum class Rung : std::uint8_t {
  first,  ///< the original request
  repair, ///< the reply sent back with its faults
  retry,  ///< the request again, with the faults of all replies so far
};

struct RungRecord {
  Rung rung = Rung::first;
  std::string digest;                 ///< of the call, as used in cassettes
  std::optional<Failing> failing{};   ///< why there was no reply
  std::vector<std::string> faults{};  ///< of the reply, printable
  std::vector<std::string> repairs{}; ///< the repairs that made the reply strict JSON, printable
  Usage usage{};
  Duration wall{};

  [[nodiscard]] bool ok() const noexcept { return !failing && faults.empty(); }
};

struct StepRecord {
  std::string model;
  std::vector<RungRecord> rungs; ///< those that were tried

  [[nodiscard]] Usage usage() const noexcept;
};

struct StepValue {
  nlohmann::ordered_json value;
  std::string text; ///< the reply as received
  std::string json; ///< the value as strict JSON: numbers keep their spelling
  StepRecord record;
};

struct StepFailure {
  Failing why = Failing::malformed; ///< malformed also if every reply broke the contract
  std::string message;              ///< one line, printable
  std::optional<Duration> retry_after{};
  std::vector<std::string> faults{}; ///< of the last reply, printable
  std::string raw{};                 ///< that reply, or the part that arrived; never print it unescaped
  StepRecord record{};
};

/// A token limit is raised at most to this.
inline constexpr unsigned most_reply_tokens = 64'000;

struct StepLimits {
  CallLimits call; ///< for all calls together
  JsonBounds reply{};
};

/// `request.shape` is set to the contract's. Failing::bad_request, and nothing is sent, if its schema does
/// not compile.
[[nodiscard]] std::expected<StepValue, StepFailure>
run_step(Model& model, Request request, Contract const& contract, StepLimits const& limits);

} // namespace artifactd::model
