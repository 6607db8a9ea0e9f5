// What model calls have used today (UTC), kept on disk, so that a daily budget holds across restarts. A
// call's maximum is on disk before it is sent: a call cut off by a crash counts as if it had used all of it.
// The accounts of runs and sessions also start over each day and are never kept on disk.
#pragma once

#include "agents/model/budget.hpp"
#include "agents/model/call_book.hpp"
#include "state/session/session.hpp"

#include <functional>
#include <memory>
#include <mutex>

namespace artifactd::model {

/// May be used from any thread.
class DayBook {
public:
  /// `directory` must be used by nothing else. Fault::busy while another process holds it, Fault::invalid if
  /// its contents cannot be read: then what may still be spent is unknown.
  static Result<std::unique_ptr<DayBook>> open(Session directory, std::function<Day()> today = today_in_utc);

  /// Brings the disk up to date with the ledger, and starts over when a day has ended.
  Result<void> note();
  /// The same, unless a call is in flight: the last one to end does it, or the next one to begin. Until then
  /// the disk overstates the spending.
  Result<void> note_if_idle();

  [[nodiscard]] Ledger& ledger() noexcept { return ledger_; }
  [[nodiscard]] CallBook& calls() noexcept { return calls_; }
  /// Never goes back, whatever the clock does.
  [[nodiscard]] Day today();
  [[nodiscard]] Spending spent_today();

private:
  DayBook(Session directory, std::function<Day()> clock)
      : directory_(std::move(directory)), clock_(std::move(clock)), day_(clock_()) {}

  Result<void> read();
  void turn_page();

  Session directory_;
  std::function<Day()> clock_;
  CallBook calls_{directory_};
  Ledger ledger_;
  std::mutex mutex_; ///< guards the following members
  Day day_;
  Spending written_ = {}; ///< of that day
};

/// Sends a call only after its maximum usage is on disk. `model` is borrowed; `id` is the model whose price
/// applies.
class NotedModel final : public Model {
public:
  NotedModel(Model& model, std::string id, DayBook& book) : model_(model), id_(std::move(id)), book_(book) {}

  [[nodiscard]] std::string const& id() const noexcept override { return id_; }
  /// Failing::transient, and nothing was sent, if the disk could not be written.
  [[nodiscard]] std::expected<Reply, Failure> ask(Request const& request, CallLimits const& limits) override;

private:
  Model& model_;
  std::string id_;
  DayBook& book_;
};

} // namespace artifactd::model
