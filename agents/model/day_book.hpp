// What calls of models have taken today (UTC), kept on the disk, so that a budget of a day holds whoever is
// restarted. What a call may take stands there before it is sent: one that was cut off by a crash counts as
// if it had taken all of it. With the day, runs and sessions begin anew; of those nothing is kept on the
// disk.
#pragma once

#include "agents/model/budget.hpp"
#include "state/session.hpp"

#include <functional>
#include <memory>
#include <mutex>

namespace artifactd::model {

/// From any thread.
class DayBook {
public:
  /// `directory` is its own, and only its. Fault::busy while another process has it, Fault::invalid when what
  /// is written there cannot be read: then nobody knows what may still be spent.
  static Result<std::unique_ptr<DayBook>> open(Session directory, std::function<Day()> today = today_in_utc);

  /// Brings the disk up to date with the ledger, and turns the page when a day has ended.
  Result<void> note();

  [[nodiscard]] Ledger& ledger() noexcept { return ledger_; }
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
  Ledger ledger_;
  std::mutex mutex_; ///< of what follows
  Day day_;
  Spending written_ = {}; ///< of that day
};

/// Asks once it is written down what the call may take. `model` is borrowed; `id` is whose price holds.
class NotedModel final : public Model {
public:
  NotedModel(Model& model, std::string id, DayBook& book) : model_(model), id_(std::move(id)), book_(book) {}

  [[nodiscard]] std::string const& id() const noexcept override { return id_; }
  /// Failing::transient, and nothing was sent, when it cannot be written down.
  [[nodiscard]] std::expected<Reply, Failure> ask(Request const& request, CallLimits const& limits) override;

private:
  Model& model_;
  std::string id_;
  DayBook& book_;
};

} // namespace artifactd::model
