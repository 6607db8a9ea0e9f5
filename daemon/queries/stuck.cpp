#include "daemon/queries/stuck.hpp"

#include "daemon/queries/odd_file.hpp"
#include "daemon/queries/told_refusal.hpp"
#include "daemon/queries/watched.hpp"
#include "daemon/status/short_disk.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/stamp.hpp"
#include "state/session/session_layout.hpp"
#include "watchers/scan.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>

namespace artifactd {

namespace {

/// Reported once for the graph, not for each signal that waits for it.
constexpr std::string_view of_the_graph = "graph.damaged:";

/// Words that a command follows.
std::string what_to_do(SignalName const& refused, ToldRefusal const& told) {
  if (!told.unusable_folder.empty()) return fmt::format("repair {}, then", told.unusable_folder);
  if (!told.blames_inputs) return layout::inputs_of(refused) + " needs no change; to submit it again";
  return fmt::format(fmt::runtime(refused.kind.traits().to_repair), refused.name.str()) + ", then";
}

using Reasons = std::map<std::pair<std::string, std::string>, BoardStuck const*>;

Reasons reasons_of(std::optional<Board> const& board) {
  Reasons reasons;
  if (board)
    for (auto const& row : board->stuck)
      reasons[{row.session, row.signal}] = &row;
  return reasons;
}

class Looking {
public:
  Looking(Config const& config, SeenDaemon const& daemon)
      : config_(config), kinds_(config.served.kinds), daemon_(daemon.state),
        board_(daemon.board_if_reporting()), reasons_(reasons_of(board_)), onlooker_(onlooker_of(config)) {}

  /// A session that cannot be looked at hides no other.
  void look_safely(SessionKey const& key) try { look(key); } catch (std::exception const& error) {
    add(not_looked_at(key, error));
  }

  [[nodiscard]] Stuck take() {
    closed_above();
    return std::move(stuck_);
  }

private:
  void look(SessionKey const& key) {
    session_ = full_path(key);
    looked_at_.push_back(session_);
    unwatched_ = board_ ? why_unwatched(config_, *board_, key) : std::nullopt;
    auto entered = enter_session(key, kinds_);
    if (!entered && entered.error().fault == Fault::missing) return; // removed while we looked at others
    auto signs =
        entered ? scan_session(entered->session.directory(), kinds_) : std::unexpected(entered.error());
    ++stuck_.sessions;
    auto const told = trouble_on_board();
    if (!signs) {
      if (!told) add(closed_session(signs.error(), onlooker_));
      return;
    }
    auto const directory = entered->session.directory();
    stuck_.pending += signs->pending.size();
    for (auto const& signal : signs->refused)
      if (std::ranges::find(signs->pending, signal.name, &SeenSignal::name) == signs->pending.end())
        refused(directory, signal); // else submitted again, and about to be judged
    for (auto const& signal : signs->pending)
      pending(signal);
    for (auto const& seen : signs->documents)
      document(entered->session, seen);
    misplaced(directory);
    for (auto const& each : signs->odd)
      odd(directory, each);
  }

  void add(StuckRow row) {
    row.session = session_;
    stuck_.rows.push_back(std::move(row));
  }

  void odd(int directory, OddFile const& odd) {
    auto const unknown = odd.why == Oddity::unknown_kind; // perhaps it belongs to another program
    auto advice = advice_on(odd, directory, session_, kinds_);
    add({.state = StuckRow::State::odd,
         .file = odd.file,
         .reason = "ignored: " + advice.reason,
         .next = std::move(advice.command),
         .actor = unknown ? Actor::ours : Actor::operators,
         .code = std::string(oddity_word(odd.why)),
         .harmless = unknown});
  }

  void refused(int directory, SeenSignal const& signal) {
    auto const& name = signal.name;
    auto told = told_refusal(directory, name);
    StuckRow row{.state = StuckRow::State::refused,
                 .file = layout::refused(name),
                 .reason = told.failure.empty() ? "its instructions give no reason" : told.failure,
                 .since_ns = signal.stamp.changed_ns,
                 .code = told.code,
                 .edited = board_ && told.edited,
                 .rerun = board_ && told.rerun};
    if (!told.unasked.empty()) row.reason += "; no model could be asked: " + printable(told.unasked);
    row.brief = without_location(row.reason, name);
    if (!told.in_place) row.lines = std::move(told.lines);
    if (row.goes_on()) {
      row.actor = Actor::ours;
      row.todo = fmt::format("{}; nothing needs to be done yet; see",
                             row.edited ? "the editor is working on it, or about to"
                                        : "artifactd runs its agent again");
      row.next = "artifactctl explain " + shell_quoted(session_ + "/" + layout::signal(name));
    } else if (told.spent) {
      row.actor = Actor::persons;
      row.todo = "no attempt is left; what a person can do";
      row.next = "artifactctl inbox " + shell_quoted(session_);
    } else {
      row.actor = Actor::agents;
      row.todo = what_to_do(name, told);
      row.next = command_about("retry", session_, name);
    }
    add(std::move(row));
  }

  void pending(SeenSignal const& signal) {
    auto file = layout::signal(signal.name);
    StuckRow row{.state = StuckRow::State::pending,
                 .file = file,
                 .actor = Actor::ours,
                 .since_ns = signal.stamp.changed_ns};
    if (auto known = reasons_.find({session_, file}); known != reasons_.end()) {
      row.reason = known->second->reason;
      row.since_ns = known->second->since_ns;
      row.next_retry_ns = known->second->next_retry_ns;
      row.lasting = known->second->lasting && !row.reason.starts_with(of_the_graph);
      if (row.lasting) row.actor = Actor::operators;
      name_disk(row);
    } else if (board_ && !unwatched_) {
      return; // just submitted, and about to be settled
    } else if (unwatched_) {
      row.lasting = true;
      row.reason = *unwatched_;
      without_daemon(row, signal.name, "to settle it without one");
    } else {
      row.reason = fmt::format("the daemon {}", words_about(daemon_));
      if (daemon_ == SeenDaemon::State::absent)
        without_daemon(row, signal.name, "start artifactd, or settle it without one");
      else if (daemon_ == SeenDaemon::State::silent)
        without_daemon(row, signal.name, "restart artifactd, or settle it without one");
    }
    add(std::move(row));
  }

  /// An operator has to act, since no daemon does.
  void without_daemon(StuckRow& row, SignalName const& signal, std::string todo) {
    row.actor = Actor::operators;
    row.todo = std::move(todo);
    row.next = fmt::format("artifactctl merge {} {}", shell_quoted(session_), signal.name.str());
  }

  /// A document that was refused without being replaced, or that waits for something.
  void document(Session const& session, SeenSignal const& seen) {
    auto const& [name, stamp] = seen;
    if (reasons_.contains({session_, layout::signal(name)})) return pending(seen);
    auto told = told_refusal(session.directory(), name);
    if (!told.in_place) return;
    auto const& traits = name.kind.traits();
    auto const was_accepted = !traits.document->restore_command(session).value_or("").empty();
    add({.state = StuckRow::State::trouble,
         .file = layout::signal(name),
         .reason = "refused, and left as it is: " + told.failure,
         .lines = std::move(told.lines),
         .todo = was_accepted ? "what was accepted before is listed by"
                              : "repair it where it is: then it is judged again; to check it before",
         .next =
             fmt::format("artifactctl {} {}", was_accepted ? traits.history_command : traits.check_command,
                         shell_quoted(session_)),
         .actor = told.spent ? Actor::persons : Actor::agents,
         .since_ns = stamp.changed_ns});
  }

  /// What the daemon says about the session as a whole.
  bool trouble_on_board() {
    auto known = reasons_.find({session_, ""});
    if (known == reasons_.end()) return false;
    add_trouble(*known->second);
    return true;
  }

  /// What it says about directories above the sessions that were looked at.
  void closed_above() {
    for (auto const& [about, told] : reasons_) {
      auto const& [path, signal] = about;
      auto const is_below = [&](std::string const& session) { return session.starts_with(path + "/"); };
      if (!signal.empty() || std::ranges::none_of(looked_at_, is_below)) continue;
      session_ = path;
      add_trouble(*told);
    }
  }

  void add_trouble(BoardStuck const& told) {
    StuckRow row{.state = StuckRow::State::trouble,
                 .reason = told.reason,
                 .since_ns = told.since_ns,
                 .next_retry_ns = told.next_retry_ns,
                 .lasting = told.lasting};
    name_disk(row);
    add(std::move(row));
  }

  /// Nothing is settled until an operator frees, enlarges or mounts it.
  void name_disk(StuckRow& row) {
    auto const of_state = row.reason.contains(config_.state_dir + "/");
    auto remedy = disk_remedy(row.reason, of_state ? config_.state_dir : session_);
    if (!remedy) return;
    row.actor = Actor::operators;
    row.lasting = true;
    row.todo = std::move(remedy->todo);
    row.next = std::move(remedy->command);
  }

  void misplaced(int directory) {
    auto found = misplaced_signals(directory, kinds_);
    for (auto const& path : found ? *found : std::vector<std::string>())
      add({.state = StuckRow::State::misplaced,
           .file = path,
           .reason = "signals are looked for in the session's own directory only",
           .next = command_for_misplaced(path, directory, session_)});
  }

  Config const& config_;
  Kinds const& kinds_;
  SeenDaemon::State daemon_;
  std::optional<Board> board_; ///< of a daemon that reports
  Reasons reasons_;
  Onlooker onlooker_;
  std::vector<std::string> looked_at_;
  std::optional<std::string> unwatched_; ///< why the daemon does not watch this session
  Stuck stuck_;
  std::string session_;
};

} // namespace

Stuck look_for_stuck(Config const& config, std::vector<SessionKey> const& sessions,
                     SeenDaemon const& daemon) {
  Looking looking(config, daemon);
  for (auto const& session : sessions)
    looking.look_safely(session);
  return looking.take();
}

} // namespace artifactd
