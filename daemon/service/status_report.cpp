#include "daemon/service/status_report.hpp"

#include "daemon/process/log.hpp"
#include "daemon/process/version.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <malloc.h>

namespace artifactd {

namespace {

constexpr auto interval = std::chrono::seconds(1);
constexpr auto gathering = std::chrono::milliseconds(50); // many outcomes share one write

BoardRoot row(RootStatus const& root) {
  auto backend = root.state == RootState::watching  ? BoardRoot::Backend::events
                 : root.state == RootState::polling ? BoardRoot::Backend::polling
                                                    : BoardRoot::Backend::absent;
  return {root.path, backend, root.reason, root.sessions, root.watches, root.polled};
}

std::int64_t wall_of(Moment moment) {
  return wall_now_ns() + std::chrono::nanoseconds(moment - Monotonic::now()).count();
}

} // namespace

StatusReport::StatusReport(Loop& loop, StatusBoard& board, Settling& settling, Sessions const& sessions,
                           Workplace const& workplace, Journal const& journal, EditCounts const& edits,
                           Supervisor const& supervisor)
    : out_(board), settling_(settling), sessions_(sessions), workplace_(workplace), journal_(journal),
      edits_(edits), supervisor_(supervisor), started_ns_(wall_now_ns()), told_damaged_(journal.damaged()),
      timer_(loop, [this] { tick(); }) {}

void StatusReport::start() {
  tick();
}

void StatusReport::news() {
  if (fresh_) return;
  fresh_ = true;
  timer_.arm(Monotonic::now() + gathering);
}

void StatusReport::stopping() {
  stopping_ = true;
  out_.write(board());
}

std::string StatusReport::summary() const {
  std::size_t sessions = 0;
  auto status = sessions_.status();
  for (auto const& root : status.roots)
    sessions += root.sessions;
  auto text = fmt::format("{} sessions, {} settled, {} refused, {} pending", sessions, settling_.accepted(),
                          settling_.refused(), settling_.pending().size());
  return status.troubles.empty() ? text : text + "; degraded: " + status.troubles.front();
}

void StatusReport::tick() {
  fresh_ = false;
  if (auto kept = journal_.damaged(); kept != told_damaged_) {
    if (kept) log_event(LogLevel::error, "journal", {{"reason", journal_was_damaged}, {"kept", *kept}});
    told_damaged_ = std::move(kept);
  }
  tell_troubles(sessions_.status().troubles);
  out_.write(board());
  auto text = summary();
  if (text != last_summary_) supervisor_.status(text);
  last_summary_ = std::move(text);
  auto runs = workplace_.counters().runs;
  if (runs == last_runs_ && workplace_.counters().running == 0) {
    settling_.trim();
    ::malloc_trim(0);
  }
  last_runs_ = runs;
  timer_.arm(Monotonic::now() + interval);
}

void StatusReport::tell_troubles(std::vector<std::string> const& troubles) {
  std::set<std::string> present;
  for (auto const& trouble : troubles) {
    auto key = trouble;
    std::erase_if(key, [](char c) { return '0' <= c && c <= '9'; });
    if (!told_troubles_.contains(key)) log_event(LogLevel::warning, "degraded", {{"reason", trouble}});
    present.insert(std::move(key));
  }
  if (present.empty() && !told_troubles_.empty()) log_event(LogLevel::info, "no longer degraded");
  told_troubles_ = std::move(present);
}

Board StatusReport::board() const {
  Board board;
  board.version = version_text;
  board.started_ns = started_ns_;
  auto status = sessions_.status();
  for (auto const& root : status.roots)
    board.roots.push_back(row(root));
  if (!status.troubles.empty()) {
    board.health = Board::Health::degraded;
    for (auto const& trouble : status.troubles)
      board.reason += (board.reason.empty() ? "" : " ") + trouble;
  }
  if (auto const kept = journal_.damaged()) {
    board.health = Board::Health::degraded;
    board.reason += fmt::format("{}{}; the damaged one is {}", board.reason.empty() ? "" : " ",
                                journal_was_damaged, *kept);
  }
  if (stopping_) board.health = Board::Health::stopping;
  auto const counters = workplace_.counters();
  board.counters = {.settled = settling_.accepted(),
                    .refused = settling_.refused(),
                    .pending = settling_.pending().size(),
                    .runs = counters.runs,
                    .overflows = status.overflows,
                    .rescans = status.rescans,
                    .queued = counters.queued,
                    .running = counters.running,
                    .journal_dropped = journal_.dropped(),
                    .oldest_pending_ns =
                        counters.oldest ? Duration(Monotonic::now() - *counters.oldest).count() : 0,
                    .edits = edits_.ended,
                    .edits_published = edits_.published};
  for (auto const& [key, signal] : settling_.pending().oldest(board_stuck)) {
    auto due = workplace_.due_of(key);
    board.stuck.push_back({signal.session, signal.signal, signal.reason, signal.since_ns,
                           due ? wall_of(*due) : 0, signal.lasting});
  }
  board.stuck_total = board.counters.pending;
  return board;
}

} // namespace artifactd
