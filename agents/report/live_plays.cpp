#include "agents/report/live_plays.hpp"

#include "agents/report/lost_correction.hpp"
#include "agents/report/new_issue.hpp"
#include "agents/report/play_repair.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/identity.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/core.h>
#include <span>
#include <sys/stat.h>

namespace artifactd::report {

namespace {

constexpr std::int64_t live_for_ns = std::chrono::nanoseconds(std::chrono::hours(1)).count();
/// How long a host may take to create the files of a play.
constexpr std::int64_t begun_within_ns = std::chrono::nanoseconds(std::chrono::seconds(10)).count();
/// A log is said to pause when nothing was appended for so long.
constexpr std::int64_t pauses_after_ns = std::chrono::nanoseconds(std::chrono::seconds(10)).count();
constexpr std::size_t most_plays_listed = 100'000;
constexpr std::uint64_t most_at_once = std::uint64_t{64} << 20; // bytes of logs in one look
constexpr std::uint64_t kept_every = std::uint64_t{64} << 10;   // bytes of a log
constexpr std::size_t largest_checkpoint = std::size_t{1} << 20;
constexpr std::size_t most_told = 20;    // issues of one play in one look
constexpr std::size_t most_at_work = 64; // examinations in memory

/// Clocks get adjusted now and then: a future time is treated like a past one.
bool is_younger(std::int64_t time_ns, std::int64_t age_ns) {
  return std::abs(wall_now_ns() - time_ns) < age_ns;
}

bool is_about_the_play(Error const& error) {
  return error.fault == Fault::missing || error.fault == Fault::invalid || error.fault == Fault::unsafe ||
         error.fault == Fault::too_large;
}

bool lives(Stamp const& log) {
  return is_younger(log.modified_ns, live_for_ns);
}

} // namespace

/// One look at one session.
class LivePlays::Visit {
public:
  Visit(ReportPolicy const& policy, Session const& session, PlayBook& book, Plays& plays, PlaysSeen& seen,
        std::uint64_t look, bool all)
      : policy_(policy), session_(session), book_(book), plays_(plays), seen_(seen), look_(look), all_(all) {}

  void visit(int plays, std::string const& id) {
    auto const name = Name::parse(id);
    auto const directory = name ? open_directory(plays, id) : Result<UniqueFd>(fail(Fault::missing, ""));
    if (!directory) return gone(id);
    auto const log = stamp_at(directory->get(), play::log_name);
    if (!log || !S_ISREG(log->mode)) {
      auto const itself = stamp_of(directory->get());
      seen_.awaited = seen_.awaited || (itself && is_younger(itself->changed_ns, begun_within_ns));
      return gone(id);
    }
    auto& known = plays_[id];
    if (lives(*log)) live_.emplace_back(log->modified_ns, id);
    if (same_content(*log, known.log)) return rest(id, known, *log);
    if (!known.trouble.empty() && !all_) return; // retried when all plays are looked at
    if (examined_ >= most_at_once) {
      seen_.unfinished = true;
      return;
    }
    known.used = look_;
    auto const done = examine(*name, directory->get(), known, *log);
    if (!done) return trouble(id, known, *log, done.error());
    if (same_content(*log, known.log)) rest(id, known, *log);
  }

  /// Forgets the others, which are gone.
  void keep_only(std::set<std::string> const& names) {
    std::vector<std::string> left;
    for (auto const& [id, known] : plays_)
      if (!names.contains(id)) left.push_back(id);
    for (auto const& id : left)
      gone(id);
  }

  void gone(std::string const& id) {
    if (plays_.erase(id) == 0) return;
    auto const forgotten = answer_as_self([&] { return book_.forget(session_.shown(), id); });
    seen_.awaited = seen_.awaited || !forgotten;
  }

  [[nodiscard]] std::vector<std::string> live() {
    std::ranges::sort(live_, std::greater<>());
    if (live_.size() > policy_.live_plays) live_.resize(policy_.live_plays);
    std::vector<std::string> ids;
    for (auto& [at, id] : live_)
      ids.push_back(std::move(id));
    return ids;
  }

private:
  Result<void> examine(Name const& id, int directory, Known& known, Stamp const& log) {
    auto const file = TRY(play::open_log(directory));
    auto const replaced = known.is_replaced || is_another(log, known);
    auto const is_cut = known.at_work && log.size < known.at_work->examination.offset();
    if (replaced || is_cut) known.at_work.reset();
    if (!known.at_work) TRY(begin(id, file.get(), known));
    auto& examination = known.at_work->examination;
    // Another file may be the log of another play of that name.
    auto const is_rewritten = (examination.take_rewritten() || is_cut) && !replaced;
    auto const from = examination.offset();
    bool more = true;
    while (more && examined_ + (examination.offset() - from) < most_at_once)
      more = TRY(examination.go_on(file.get()));
    examined_ += examination.offset() - from;
    if (!more) examination.pause(play::read_state(directory));
    TRY(tell(id, known, is_rewritten));
    seen_.unfinished = seen_.unfinished || more;
    known.log = log;
    if (more) known.log.size = 0; // so it is looked at again
    known.trouble.clear();
    known.is_replaced = false;
    if (examination.offset() - known.kept < kept_every && known.kept > 0) return {};
    return LivePlays::keep(book_, session_.shown(), id.str(), known);
  }

  /// From the end of the last examination, if the log still begins the same.
  Result<void> begin(Name const& id, int log, Known& known) {
    auto played = TRY(read_play_head(session_, id));
    std::set<std::string> open;
    for (auto const& issue : TRY(answer_as_self([&] { return book_.issues(session_.shown()); })))
      if (issue.play == id.str() && issue.state != PlayIssue::State::settled) open.insert(issue.key);
    auto const artifacts = digest_of_files(played.files);
    auto at_work = std::make_unique<AtWork>(std::move(played), std::move(open), artifacts);
    auto const kept = TRY(answer_as_self([&] { return book_.checkpoint(session_.shown(), id.str()); }));
    if (auto const checkpoint = play::checkpoint_from(kept))
      TRY(at_work->examination.resume(log, *checkpoint));
    known.kept = at_work->examination.offset();
    known.at_work = std::move(at_work);
    return {};
  }

  Result<void> tell(Name const& id, Known& known, bool is_rewritten) {
    auto& examination = known.at_work->examination;
    if (examination.take_corrected())
      TRY(answer_as_self([&] { return book_.close(session_.shown(), id.str(), PlayIssue::State::settled); }));
    std::vector<PlayIssue> fresh;
    for (auto const& each : examination.take_issues())
      if (fresh.size() < most_told) fresh.push_back(issue_of(session_, id.str(), each));
    // A host that continues from its own memory does so repeatedly: once per look is enough.
    if (auto const unseen = examination.take_unseen(); !unseen.empty()) {
      auto const offered = offer_again(session_, id, unseen.front(), policy_);
      fresh.push_back(issue_of(session_, id.str(), "two_hosts", unseen.front().step,
                               two_hosts(unseen.front(), offered.value_or(""))));
    }
    if (auto const step = examination.take_edited(); step != 0)
      fresh.push_back(issue_of(session_, id.str(), "edited_log", step,
                               fmt::format("Step {} of the log was edited: its digests do not match", step)));
    if (is_rewritten) {
      fresh.push_back(issue_of(session_, id.str(), "edited_log", 0,
                               "The log was edited: lines that were examined are gone or changed"));
      fresh.back().happened = true;
    }
    for (auto& issue : fresh) {
      if (policy_.repair) TRY(ask_for_repair(issue, known));
      TRY(answer_as_self([&] { return book_.add(issue); }));
      seen_.issues.push_back(std::move(issue));
    }
    return {};
  }

  Result<void> ask_for_repair(PlayIssue& issue, Known const& known) {
    auto const& [examination, agent, artifacts] = *known.at_work;
    if (!agent || !issue.certain || issue.fragment.empty() || issue.step == 0) return {};
    issue.edit = TRY(repair_play(session_, book_, issue, *agent, artifacts));
    return {};
  }

  /// It is unchanged since it was examined. When it pauses, the position is stored: what is cut from then on
  /// is noticed by another daemon, too.
  void rest(std::string const& id, Known& known, Stamp const& log) {
    if (!known.at_work || is_younger(log.modified_ns, pauses_after_ns)) return;
    auto const is_kept = known.kept == known.at_work->examination.offset();
    if (lives(log) && is_kept) return;
    if (LivePlays::keep(book_, session_.shown(), id, known) && !lives(log)) known.at_work.reset();
  }

  static bool is_another(Stamp const& log, Known const& known) {
    return known.log.size > 0 && !same_file(log, known.log);
  }

  void trouble(std::string const& id, Known& known, Stamp const& log, Error const& error) {
    known.at_work.reset();
    // Its other files may still appear, and the machine may recover.
    if (is_younger(log.modified_ns, begun_within_ns) || !is_about_the_play(error)) {
      seen_.awaited = true;
      return;
    }
    known.is_replaced = known.is_replaced || is_another(log, known);
    known.log = log; // until it changes again
    if (std::exchange(known.trouble, error.message) == error.message) return;
    seen_.troubles.push_back(fmt::format("play '{}' cannot be examined: {}", id, error.message));
  }

  ReportPolicy const& policy_;
  Session const& session_;
  PlayBook& book_;
  Plays& plays_;
  PlaysSeen& seen_;
  std::uint64_t const look_; ///< its number
  bool const all_;           ///< whether all plays are looked at
  std::vector<std::pair<std::int64_t, std::string>> live_;
  std::uint64_t examined_ = 0; ///< bytes
};

/// Stores how far its log was examined.
Result<void> LivePlays::keep(PlayBook& book, std::string const& session, std::string const& id,
                             Known& known) {
  auto const& examination = known.at_work->examination;
  auto checkpoint = play::to_json(examination.checkpoint());
  if (compact(checkpoint).size() > largest_checkpoint) checkpoint = nullptr;
  TRY(answer_as_self([&] { return book.keep(session, {id, known.log, std::move(checkpoint)}); }));
  known.kept = examination.offset();
  return {};
}

/// What is known of the session; at first, what is in the book.
Result<LivePlays::Plays*> LivePlays::plays_of(Session const& session, PlayBook& book) {
  auto const found = sessions_.find(session.shown());
  if (found != sessions_.end()) return &found->second;
  Plays plays;
  for (auto const& each : TRY(answer_as_self([&] { return book.examined(session.shown()); })))
    plays[each.play].log = each.log;
  return &(sessions_[session.shown()] = std::move(plays));
}

Result<PlaysSeen> LivePlays::look(Session const& session, ReportPolicy const& policy,
                                  std::set<std::string> const* only) {
  ++looks_;
  auto const directory = open_directory(session.directory(), layout::plays);
  if (!directory && directory.error().fault != Fault::missing) return fail(Error(directory.error()));
  auto book = TRY(answer_as_self([&] { return PlayBook::open(policy.plays); }));
  auto& plays = *TRY(plays_of(session, book));
  PlaysSeen seen;
  Visit visit(policy, session, book, plays, seen, looks_, only == nullptr);
  auto names = only != nullptr ? *only : std::set<std::string>();
  if (only == nullptr && directory)
    for (auto& name : TRY(list_directory(directory->get(), most_plays_listed)))
      names.insert(std::move(name));
  if (only == nullptr) visit.keep_only(names);
  if (!directory) {
    sessions_.erase(session.shown());
    return fail(Error(directory.error()));
  }
  for (auto const& name : names)
    visit.visit(directory->get(), name);
  seen.live = visit.live();
  TRY(rest(book));
  return seen;
}

/// The most recently used examinations stay in memory; the others resume from the book.
Result<void> LivePlays::rest(PlayBook& book) {
  struct Entry {
    std::string const* session;
    std::string const* id;
    Known* known;
  };
  std::vector<Entry> at_work;
  for (auto& [session, plays] : sessions_)
    for (auto& [id, known] : plays)
      if (known.at_work) at_work.push_back({&session, &id, &known});
  if (at_work.size() <= most_at_work) return {};
  std::ranges::sort(at_work, std::greater<>(), [](Entry const& each) { return each.known->used; });
  for (auto const& each : std::span(at_work).subspan(most_at_work)) {
    TRY(keep(book, *each.session, *each.id, *each.known));
    each.known->at_work.reset();
  }
  return {};
}

} // namespace artifactd::report
