#include "agents/turn/prompts/reply_book.hpp"

#include "agents/model/message_json.hpp"
#include "state/json/json_text.hpp"

#include <fmt/core.h>
#include <utility>

namespace artifactd::turn {

namespace {

using model::Failing;
using Outcome = ReplyBook::Outcome;

std::string recorded_text(Outcome const& outcome) {
  return outcome ? fmt::format(R"({{"reply":{}}})", compact(model::to_json(*outcome)))
                 : fmt::format(R"({{"failure":{}}})", compact(model::to_json(outcome.error())));
}

/// std::nullopt if the text is damaged: the call is made again.
std::optional<Outcome> outcome_of(std::string const& text) {
  auto const json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  if (auto const found = json.find("reply"); found != json.end()) {
    auto reply = model::reply_from_json(*found);
    return reply ? std::optional<Outcome>(*std::move(reply)) : std::nullopt;
  }
  if (auto const found = json.find("failure"); found != json.end()) {
    auto failure = model::failure_from_json(*found);
    return failure ? std::optional<Outcome>(std::unexpected(*std::move(failure))) : std::nullopt;
  }
  return std::nullopt;
}

/// Whether an outcome is the model's answer; other failures are transient and may be retried.
bool is_answer(Outcome const& outcome) {
  if (outcome) return true;
  auto const why = outcome.error().why;
  return why == Failing::truncated || why == Failing::refused || why == Failing::empty ||
         why == Failing::malformed;
}

std::unexpected<model::Failure> not_stored(Error error) {
  return std::unexpected(model::Failure{.why = Failing::transient, .message = std::move(error).message});
}

} // namespace

ReplyBook::ReplyBook(std::span<RecordedReply const> recorded, Write write) : write_(std::move(write)) {
  for (auto const& each : recorded) {
    auto outcome = outcome_of(each.text);
    if (!outcome) continue;
    auto& known = recorded_[each.digest];
    if (!known.empty() && !is_answer(known.back())) known.pop_back(); // the call was made again
    known.push_back(*std::move(outcome));
  }
}

std::optional<Outcome> ReplyBook::take(std::string const& digest) {
  std::scoped_lock const lock(mutex_);
  auto const found = recorded_.find(digest);
  while (found != recorded_.end() && !found->second.empty()) {
    auto outcome = std::move(found->second.front());
    found->second.pop_front();
    if (replays() || is_answer(outcome)) return outcome;
  }
  return std::nullopt;
}

Result<void> ReplyBook::keep(std::string const& digest, Outcome const& outcome) {
  RecordedReply reply{digest, recorded_text(outcome)};
  std::unique_lock lock(mutex_);
  waiting_.push_back(std::move(reply));
  if (std::exchange(writing_, true)) return {};
  while (!trouble_ && !waiting_.empty()) {
    auto const batch = std::exchange(waiting_, {});
    lock.unlock();
    auto written = stored(batch);
    lock.lock();
    if (!written) trouble_ = std::move(written).error();
  }
  writing_ = false;
  written_.notify_all();
  return outcome_of_writing();
}

/// Others may wait for its end, which an exception must not prevent.
Result<void> ReplyBook::stored(std::span<RecordedReply const> batch) const try {
  return write_(batch);
} catch (std::exception const& error) {
  return fail(Fault::io, error.what());
}

Result<void> ReplyBook::durable() {
  std::unique_lock lock(mutex_);
  written_.wait(lock, [this] { return !writing_; });
  return outcome_of_writing();
}

Result<void> ReplyBook::outcome_of_writing() const {
  return trouble_ ? Result<void>(fail(*trouble_)) : Result<void>();
}

Outcome RecordedModel::ask(model::Request const& request, model::CallLimits const& limits) {
  auto outcome = answer(request, limits);
  if (outcome) reported_ = outcome->model;
  return outcome;
}

Outcome RecordedModel::answer(model::Request const& request, model::CallLimits const& limits) {
  auto const digest = model::digest_of(key_, request);
  if (auto recorded = book_.take(digest)) return *std::move(recorded);
  if (book_.replays() || wrapped_ == nullptr)
    return std::unexpected(model::Failure{.why = Failing::bad_request,
                                          .message = fmt::format("no reply to call {} is recorded", digest)});
  if (std::exchange(asked_, true))
    if (auto kept = book_.durable(); !kept) return not_stored(std::move(kept).error());
  auto outcome = wrapped_->ask(request, limits);
  if (auto kept = book_.keep(digest, outcome); !kept) return not_stored(std::move(kept).error());
  return outcome;
}

} // namespace artifactd::turn
