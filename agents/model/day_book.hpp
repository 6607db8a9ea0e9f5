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

  /// As note_if_idle().
  ~DayBook();
  DayBook(DayBook const&) = delete;
  DayBook& operator=(DayBook const&) = delete;

  /// Ensures that the disk states at least what is spent and reserved. One write serves all callers that wait
  /// for it.
  Result<void> cover();
  /// Writes what is spent, unless a call is in flight. Until then, the disk may state more.
  Result<void> note_if_idle();

  [[nodiscard]] Ledger& ledger() noexcept { return ledger_; }
  [[nodiscard]] CallBook& calls() noexcept { return calls_; }
  /// Never goes back, whatever the clock does.
  [[nodiscard]] Day today();
  [[nodiscard]] Spending spent_today();

private:
  DayBook(Session directory, std::function<Day()> clock)
      : directory_(std::move(directory)), clock_(std::move(clock)), day_(clock_()) {}

  /// What is spent and reserved on a day, or what the disk states of it.
  struct Page {
    Day day;
    Spending taken;
  };

  Result<void> read();
  void turn_page();
  Page current_page();
  [[nodiscard]] Spending stated(Day day) const noexcept;
  Result<void> write(Page const& page);

  Session directory_;
  std::function<Day()> clock_;
  CallBook calls_{directory_};
  Ledger ledger_;
  std::mutex mutex_; ///< guards day_; never held while the disk is written
  Day day_;
  std::mutex writing_; ///< guards written_ and the file; locked before mutex_
  Page written_{day_, {}};
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
