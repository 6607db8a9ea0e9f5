// The one way in which anything here asks a model: a request and a contract go in, a value that keeps the
// contract comes out, or a typed failure. A reply that breaks it is sent back once for repair; failing that,
// the request is asked once more from the beginning, with what was wrong; failing that, the step has failed.
// A reply that was cut short or is empty is not sent back: the request is asked once more at once, of one
// that was cut short with twice the limit of tokens, or with the same where the endpoint or a budget does not
// allow that. Whatever else the model itself reports (no answer, a refusal) ends the step: it is neither
// repaired nor asked again here. A step writes nothing; any thread.
#pragma once

#include "agents/model/contract.hpp"

namespace artifactd::model {

/// The calls of a step, in order.
enum class Rung : std::uint8_t {
  first,  ///< the request as it came
  repair, ///< the reply sent back with its faults
  retry,  ///< the request again, with the faults of all replies so far
};

struct RungRecord {
  Rung rung = Rung::first;
  std::string digest;                  ///< of the call, as cassettes know it
  std::optional<Failing> failing{};    ///< no reply, and why
  std::vector<std::string> faults{};   ///< of the reply, printable
  std::vector<std::string> mendings{}; ///< what made strict JSON of the reply, printable
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
  std::string text; ///< the reply as it came
  std::string json; ///< the strict JSON of the value: numbers as they were written
  StepRecord record;
};

struct StepFailure {
  Failing why = Failing::malformed; ///< malformed also: every reply broke the contract
  std::string message;              ///< one line, printable
  std::optional<Duration> retry_after{};
  std::vector<std::string> faults{}; ///< of the last reply there was, printable
  std::string raw{};                 ///< that reply, or what was received of it; never to be printed as it is
  StepRecord record{};
};

/// A limit of tokens is raised up to this.
inline constexpr unsigned most_reply_tokens = 64'000;

struct StepLimits {
  CallLimits call; ///< for all calls together
  JsonBounds reply{};
};

/// `request.shape` becomes the contract's. Failing::bad_request, and nothing is sent, where its schema does
/// not compile.
[[nodiscard]] std::expected<StepValue, StepFailure>
run_step(Model& model, Request request, Contract const& contract, StepLimits const& limits);

} // namespace artifactd::model
