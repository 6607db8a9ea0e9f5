// The replies that a turn has been given so far, each durable before it is used: a turn that was killed is
// taken up again and pays for none of them twice, and one that was played is replayed from them without any
// model.
#pragma once

#include "agents/model/model.hpp"
#include "state/result.hpp"

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

/// From any thread.
class ReplyBook {
public:
  using Outcome = std::expected<model::Reply, model::Failure>;
  /// Makes them durable, in this order, all at once.
  using Write = std::function<Result<void>(std::span<RecordedReply const>)>;

  /// `recorded`: in the order of their ordinals; of a failure of the moment and what the same call gave
  /// later, the later counts. Without `write` nothing is added: it replays.
  ReplyBook(std::span<RecordedReply const> recorded, Write write);

  /// What was answered, if that can take the place of an answer; equal calls are answered in order.
  [[nodiscard]] std::optional<Outcome> take(std::string const& digest);
  /// Returns once it is durable. Those of several threads share one flush.
  Result<void> keep(std::string const& digest, Outcome const& outcome);
  [[nodiscard]] bool replays() const noexcept { return !write_; }

private:
  Write write_;
  mutable std::mutex mutex_; ///< of what follows
  std::map<std::string, std::deque<Outcome>, std::less<>> recorded_;
  std::vector<RecordedReply> waiting_;
  std::size_t queued_ = 0;

  std::mutex writing_; ///< of what follows; taken before mutex_
  std::size_t written_ = 0;
  std::optional<Error> trouble_; ///< nothing is written after the first failure
};

/// A model whose calls go through the book.
class RecordedModel final : public model::Model {
public:
  /// `wrapped` is asked for what is not recorded; null in a replay. Both borrowed.
  RecordedModel(std::string key, ReplyBook& book, model::Model* wrapped)
      : key_(std::move(key)), book_(book), wrapped_(wrapped) {}

  [[nodiscard]] std::string const& id() const noexcept override { return key_; }
  /// Failing::bad_request for a call that a replay has no reply to. A reply that could not be kept is
  /// Failing::transient.
  [[nodiscard]] ReplyBook::Outcome ask(model::Request const& request,
                                       model::CallLimits const& limits) override;
  /// The model's name as its endpoint gave it in the last reply; empty before.
  [[nodiscard]] std::string const& reported() const noexcept { return reported_; }

private:
  [[nodiscard]] ReplyBook::Outcome answer(model::Request const& request, model::CallLimits const& limits);

  std::string key_;
  std::string reported_;
  ReplyBook& book_;
  model::Model* wrapped_;
};

} // namespace artifactd::turn
