// The replies a turn has received so far, each made durable before it is used: a killed turn resumes without
// paying for any of them twice, and a played turn can be replayed without a model.
#pragma once

#include "agents/model/model.hpp"
#include "state/platform/result.hpp"

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
  /// Returns once it is durable. Concurrent calls share one flush.
  Result<void> keep(std::string const& digest, Outcome const& outcome);
  [[nodiscard]] bool replays() const noexcept { return !write_; }

private:
  Write write_;
  mutable std::mutex mutex_; ///< guards the following
  std::map<std::string, std::deque<Outcome>, std::less<>> recorded_;
  std::vector<RecordedReply> waiting_;
  std::size_t queued_ = 0;

  std::mutex writing_; ///< guards the following; taken before mutex_
  std::size_t written_ = 0;
  std::optional<Error> trouble_; ///< nothing is written after the first failure
};

/// A model that looks its calls up in the book and records new ones.
class RecordedModel final : public model::Model {
public:
  /// `wrapped` answers calls that are not recorded; null in a replay. Both are borrowed.
  RecordedModel(std::string key, ReplyBook& book, model::Model* wrapped)
      : key_(std::move(key)), book_(book), wrapped_(wrapped) {}

  [[nodiscard]] std::string const& id() const noexcept override { return key_; }
  /// Failing::bad_request for a call without a recorded reply in a replay. A reply that could not be stored
  /// is Failing::transient.
  [[nodiscard]] ReplyBook::Outcome ask(model::Request const& request,
                                       model::CallLimits const& limits) override;
  /// The model's name as the endpoint reported it in the last reply; empty before the first.
  [[nodiscard]] std::string const& reported() const noexcept { return reported_; }

private:
  [[nodiscard]] ReplyBook::Outcome answer(model::Request const& request, model::CallLimits const& limits);

  std::string key_;
  std::string reported_;
  ReplyBook& book_;
  model::Model* wrapped_;
};

} // namespace artifactd::turn
