#include "daemon/service/status_report.hpp"

#include "daemon/process/log.hpp"
#include "daemon/process/version.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <iterator>
#include <malloc.h>

namespace artifactd {

namespace {

constexpr auto interval = std::chrono::seconds(1);
constexpr std::size_t most_closed_shown = board_stuck / 4;
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

StatusReport::StatusReport(Loop& loop, StatusBoard& board, Supervisor const& supervisor,
                           StatusSources const& sources)
    : out_(board), supervisor_(supervisor), from_(sources), started_ns_(wall_now_ns()),
      told_damaged_(sources.journal.damaged()), timer_(loop, [this] { tick(); }) {}

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
  auto status = from_.sessions.status();
  for (auto const& root : status.roots)
    sessions += root.sessions;
  auto text =
      fmt::format("{} sessions, {} settled, {} refused, {} pending", sessions, from_.settling.accepted(),
                  from_.settling.refused(), from_.settling.pending().size());
  auto const found = troubles();
  return found.empty() ? text : text + "; degraded: " + found.front();
}

std::vector<std::string> StatusReport::troubles() const {
  auto all = from_.sessions.status().troubles;
  std::ranges::move(from_.own_troubles(), std::back_inserter(all));
  if (!board_trouble_.empty()) all.push_back(board_trouble_);
  return all;
}

void StatusReport::tick() {
  fresh_ = false;
  if (auto kept = from_.journal.damaged(); kept != told_damaged_) {
    if (kept) log_event(LogLevel::error, "journal", {{"reason", journal_was_damaged}, {"kept", *kept}});
    told_damaged_ = std::move(kept);
  }
  auto const kept_board = out_.keep_in_place();
  board_trouble_ = kept_board ? "" : "there is no status board: " + printable(kept_board.error().message);
  tell_troubles(troubles());
  out_.write(board());
  auto text = summary();
  if (text != last_summary_) supervisor_.status(text);
  last_summary_ = std::move(text);
  auto runs = from_.workplace.counters().runs;
  if (runs == last_runs_ && from_.workplace.counters().running == 0) {
    from_.settling.trim();
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
  auto status = from_.sessions.status();
  for (auto const& root : status.roots)
    board.roots.push_back(row(root));
  auto reasons = troubles();
  if (auto const kept = from_.journal.damaged())
    reasons.push_back(fmt::format("{}; the damaged one is {}", journal_was_damaged, *kept));
  if (!reasons.empty()) board.health = Board::Health::degraded;
  board.reason = fmt::format("{}", fmt::join(reasons, "\n"));
  if (stopping_) board.health = Board::Health::stopping;
  auto const counters = from_.workplace.counters();
  board.counters = {.settled = from_.settling.accepted(),
                    .refused = from_.settling.refused(),
                    .pending = from_.settling.pending().size(),
                    .runs = counters.runs,
                    .overflows = status.overflows,
                    .rescans = status.rescans,
                    .queued = counters.queued,
                    .running = counters.running,
                    .journal_dropped = from_.journal.dropped(),
                    .oldest_pending_ns =
                        counters.oldest ? Duration(Monotonic::now() - *counters.oldest).count() : 0,
                    .edits = from_.edits.ended,
                    .edits_published = from_.edits.published};
  for (auto const& [session, reason] : status.closed)
    if (board.stuck.size() < most_closed_shown)
      board.stuck.push_back({.session = session, .reason = reason, .lasting = true});
  for (auto const& [key, signal] : from_.settling.pending().oldest(board_stuck - board.stuck.size())) {
    auto due = from_.workplace.due_of(key);
    board.stuck.push_back({signal.session, signal.signal, signal.reason, signal.since_ns,
                           due ? wall_of(*due) : 0, signal.lasting});
  }
  board.stuck_total = board.counters.pending + status.closed.size();
  return board;
}

} // namespace artifactd
