// The replies a turn has received so far, each made durable before the turn goes on with it: a killed turn
// resumes without paying for any of them twice, and a played turn can be replayed without a model.
#pragma once

#include "agents/model/model.hpp"
#include "state/platform/result.hpp"

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <span>

namespace artifactd::turn {

struct RecordedReply {
  std::string digest; ///< of the call (agents/model/message_json)
  std::string text;   ///< JSON: {"reply": …} or {"failure": …}
};

/// Thread-safe.
class ReplyBook {
public:
  using Outcome = std::expected<model::Reply, model::Failure>;
  /// Makes the replies durable, in this order, all at once.
  using Write = std::function<Result<void>(std::span<RecordedReply const>)>;

  /// `recorded`: in the order of their ordinals; a transient failure is superseded by a later reply to the
  /// same call. Without `write` the book only replays and nothing is added.
  ReplyBook(std::span<RecordedReply const> recorded, Write write);

  /// The recorded outcome of the call, if it can be used; equal calls are answered in order.
  [[nodiscard]] std::optional<Outcome> take(std::string const& digest);
  /// Makes the outcome durable. If another thread is already writing, it writes this one as well, and the
  /// call returns at once: replies that arrive together share one flush.
  Result<void> keep(std::string const& digest, Outcome const& outcome);
  /// Returns once all that was kept before is durable. The first failure to write is final.
  Result<void> durable();
  [[nodiscard]] bool replays() const noexcept { return !write_; }

private:
  [[nodiscard]] Result<void> stored(std::span<RecordedReply const> batch) const;
  [[nodiscard]] Result<void> outcome_of_writing() const;

  Write write_;
  std::mutex mutex_; ///< guards the following
  std::map<std::string, std::deque<Outcome>, std::less<>> recorded_;
  std::vector<RecordedReply> waiting_;
  bool writing_ = false; ///< by a thread that goes on until no reply is waiting
  std::condition_variable written_;
  std::optional<Error> trouble_; ///< nothing is written after the first failure
};

/// A model that looks its calls up in the book and records new ones.
class RecordedModel final : public model::Model {
public:
  /// `wrapped` answers calls that are not recorded; null in a replay. Both are borrowed.
  RecordedModel(std::string key, ReplyBook& book, model::Model* wrapped)
      : key_(std::move(key)), book_(book), wrapped_(wrapped) {}

  [[nodiscard]] std::string const& id() const noexcept override { return key_; }
  /// Failing::bad_request for a call without a recorded reply in a replay. No call is made before the reply
  /// to this model's last one is durable. A reply that could not be stored is Failing::transient.
  [[nodiscard]] ReplyBook::Outcome ask(model::Request const& request,
                                       model::CallLimits const& limits) override;
  /// The model's name as the endpoint reported it in the last reply; empty before the first.
  [[nodiscard]] std::string const& reported() const noexcept { return reported_; }

private:
  [[nodiscard]] ReplyBook::Outcome answer(model::Request const& request, model::CallLimits const& limits);

  std::string key_;
  std::string reported_;
  bool asked_ = false; ///< `wrapped_`
  ReplyBook& book_;
  model::Model* wrapped_;
};

} // namespace artifactd::turn
