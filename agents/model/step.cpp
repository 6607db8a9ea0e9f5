#include "agents/model/step.hpp"

#include "agents/model/follow_up.hpp"
#include "agents/model/message_json.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <optional>
#include <utility>

namespace artifactd::model {

namespace {

class Ladder {
public:
  using Outcome = std::expected<StepValue, StepFailure>;

  Ladder(Model& model, ReplyJudge const& judge, CallLimits const& limits)
      : model_(model), judge_(judge), limits_(limits) {
    record_.model = model.id();
  }

  Outcome climb(Request const& request) {
    if (auto outcome = take(Rung::first, request)) return *std::move(outcome);
    auto repairs = 1;
    if (!unusable_ && is_repairable(reply_)) {
      --repairs;
      if (auto outcome = take(Rung::repair, repair_request(request, reply_, last_faults())))
        return *std::move(outcome);
    }
    auto const was_unusable = unusable_.has_value();
    if (auto outcome = ask_again(request)) return *std::move(outcome);
    if (was_unusable && repairs > 0 && !unusable_ && is_repairable(reply_))
      if (auto outcome = take(Rung::repair, repair_request(request, reply_, last_faults())))
        return *std::move(outcome);
    if (unusable_) return passed_on(*std::exchange(unusable_, std::nullopt));
    auto message = fmt::format("after {} calls the reply still breaks its contract: {}", record_.rungs.size(),
                               last_faults().front());
    return failed(Failing::malformed, std::move(message));
  }

private:
  /// With a higher limit if the last reply was truncated; not every endpoint or budget allows that.
  std::optional<Outcome> ask_again(Request const& request) {
    auto const was_cut = unusable_ && unusable_->why == Failing::truncated;
    auto again = retry_request(request, all_faults());
    auto const limit = again.max_tokens;
    if (was_cut) again.max_tokens = std::max(limit, std::min(2 * limit, most_reply_tokens));
    auto outcome = take(Rung::retry, again);
    if (again.max_tokens == limit || !outcome || *outcome || !is_too_much(outcome->error().why))
      return outcome;
    record_ = std::move(outcome->error().record);
    again.max_tokens = limit;
    return take(Rung::retry, again);
  }

  static bool is_too_much(Failing why) noexcept {
    return why == Failing::bad_request || why == Failing::over_budget;
  }

  static bool is_unusable(Failing why) noexcept { return why == Failing::truncated || why == Failing::empty; }

  /// The fault listed in the next request.
  static std::string fault_of(Failing why, Request const& request) {
    if (why == Failing::empty) return "the reply was empty";
    return fmt::format("the reply was cut short at its limit of {} tokens: answer in fewer words",
                       request.max_tokens);
  }

  /// std::nullopt if there is a reply but it is faulty, truncated or empty: the ladder continues.
  std::optional<Outcome> take(Rung rung, Request const& request) {
    auto& record =
        record_.rungs.emplace_back(RungRecord{.rung = rung, .digest = digest_of(model_.id(), request)});
    auto const began = Monotonic::now();
    auto reply = model_.ask(request, limits_);
    record.wall = Monotonic::now() - began;
    record.usage = reply ? reply->usage : reply.error().usage;
    unusable_.reset();
    if (!reply) {
      auto const why = reply.error().why;
      record.failing = why;
      if (!is_unusable(why)) return passed_on(std::move(reply).error());
      record.faults = faults_ = {fault_of(why, request)};
      unusable_ = std::move(reply).error();
      return std::nullopt;
    }
    reply_ = std::move(reply->text);
    auto judged = judge_.judge(reply_);
    if (judged) {
      record.repairs = std::move(judged->repairs);
      return StepValue{std::move(judged->value), std::move(reply_), std::move(judged->text),
                       std::move(record_)};
    }
    record.faults = faults_ = std::move(judged).error();
    return std::nullopt;
  }

  Outcome passed_on(Failure failure) {
    if (!failure.raw.empty()) reply_ = std::move(failure.raw);
    return failed(failure.why, printable(failure.message), failure.retry_after);
  }

  Outcome failed(Failing why, std::string message, std::optional<Duration> retry_after = {}) {
    return std::unexpected(StepFailure{why, std::move(message), retry_after, std::move(faults_),
                                       std::move(reply_), std::move(record_)});
  }

  [[nodiscard]] std::vector<std::string> const& last_faults() const noexcept { return faults_; }

  [[nodiscard]] std::vector<std::string> all_faults() const {
    std::vector<std::string> all;
    for (auto const& rung : record_.rungs)
      for (auto const& fault : rung.faults)
        if (std::ranges::find(all, fault) == all.end()) all.push_back(fault);
    return all;
  }

  Model& model_;
  ReplyJudge const& judge_;
  CallLimits limits_;
  StepRecord record_;
  std::string reply_;               ///< the last one received
  std::vector<std::string> faults_; ///< of that reply
  std::optional<Failure> unusable_; ///< the last reply was truncated or empty
};

} // namespace

Usage StepRecord::usage() const noexcept {
  Usage sum;
  for (auto const& each : rungs)
    sum += each.usage;
  return sum;
}

std::expected<StepValue, StepFailure> run_step(Model& model, Request request, Contract const& contract,
                                               StepLimits const& limits) {
  auto const judge = ReplyJudge::over(contract, limits.reply);
  if (!judge)
    return std::unexpected(
        StepFailure{.why = Failing::bad_request, .message = printable(judge.error().message)});
  request.shape = contract.shape;
  return Ladder(model, *judge, limits.call).climb(request);
}

} // namespace artifactd::model
