#include "agents/turn/store/attempts.hpp"

#include "agents/turn/store/played_here.hpp"
#include "agents/turn/store/process.hpp"
#include "agents/turn/store/rows/scene_rows.hpp"
#include "agents/turn/store/rows/turn_rows.hpp"

#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr std::string_view running_of_story =
    "SELECT id, user_action_id, pid, process_start, boot_id FROM turn_attempts WHERE session_id = ? AND "
    "state = 'running'";

/// Whether a process is playing it. For a file the owner's process decides, or this process's own record.
Result<bool> is_played(Database& database, std::string const& attempt_id, Process const& owner,
                       Process const& own) {
  if (!database.is_file()) return is_locked(database, attempt_id);
  return owner == own ? is_played_here(attempt_id) : is_alive(owner);
}

/// Claims the attempt for this process as long as the returned object lives.
Result<std::shared_ptr<void const>> claimed(Store const& store, std::string const& attempt_id) {
  if (auto const& locks = store.attempt_locks()) return locks->take(attempt_id);
  return std::make_shared<PlayedHere const>(attempt_id);
}

/// Fault::changed if another machine plays it since the connection was lost.
Result<void> need_claim(Store const& store, std::string const& attempt_id) {
  if (auto const& locks = store.attempt_locks()) return locks->keep(attempt_id);
  return {};
}

/// An attempt that is being played blocks this one; one that was left behind is marked as failed.
Result<void> end_interrupted(Database& database, NewAttempt const& wanted, Process const& own) {
  auto row = TRY(query(database, running_of_story, wanted.session_id));
  if (!TRY(row.step())) return {};
  auto const id = row.text(0);
  Process const owner{.pid = row.number(2), .start = row.number(3), .boot_id = row.text(4)};
  if (TRY(is_played(database, id, owner, own)))
    return fail(Fault::busy, fmt::format("process {} plays the turn {}", row.number(2), row.text(1)));
  row.reset();
  return execute(
      database,
      "UPDATE turn_attempts SET state = 'failed', error_code = 'turn.interrupted', ended_at = ? WHERE id = ?",
      wanted.at, id);
}

/// Fault::exists for another text under the id, Fault::changed for a turn that is already written.
Result<void> check_request(Database& database, NewAttempt const& wanted) {
  if (!TRY(number_of(database, "SELECT 1 FROM sessions WHERE id = ?", wanted.session_id)))
    return fail(Fault::missing, fmt::format("there is no story {}", wanted.session_id));
  if (TRY(turn_row(database, wanted.session_id, wanted.user_action_id)))
    return fail(Fault::changed, fmt::format("the request {} has been carried out", wanted.user_action_id));
  auto const text = TRY(
      text_of(database, "SELECT text FROM turn_attempts WHERE session_id = ? AND user_action_id = ? LIMIT 1",
              wanted.session_id, wanted.user_action_id));
  if (text && *text != wanted.text)
    return fail(Fault::exists, fmt::format("the id {} belongs to another text", wanted.user_action_id));
  return {};
}

Result<std::vector<RecordedReply>> replies_of(Database& database, std::string const& attempt_id) {
  auto rows = TRY(query(
      database, "SELECT digest, reply FROM turn_replies WHERE attempt_id = ? ORDER BY ordinal", attempt_id));
  return read_rows(rows, [](Statement const& row) { return RecordedReply{row.text(0), row.text(1)}; });
}

/// Resumes the request's attempt on this base, if there is one.
Result<std::optional<Attempt>> resumed_attempt(Database& database, NewAttempt const& wanted,
                                               Process const& own) {
  auto row = TRY(query(database,
                       "SELECT id, attempt, started_at FROM turn_attempts WHERE session_id = ? AND "
                       "user_action_id = ? AND base_scene_id = ? ORDER BY attempt DESC LIMIT 1",
                       wanted.session_id, wanted.user_action_id, wanted.base_scene_id));
  if (!TRY(row.step())) return std::nullopt;
  Attempt attempt{.id = row.text(0),
                  .ordinal = row.number(1),
                  .base_scene_id = wanted.base_scene_id,
                  .started_at = row.number(2),
                  .resumed = true,
                  .replies = {},
                  .playing = {}};
  row.reset();
  TRY(execute(database,
              "UPDATE turn_attempts SET state = 'running', pid = ?, process_start = ?, boot_id = ?, "
              "error_code = NULL, message = NULL, ended_at = NULL WHERE id = ?",
              own.pid, own.start, own.boot_id, attempt.id));
  attempt.replies = TRY(replies_of(database, attempt.id));
  return attempt;
}

Result<Attempt> begin_attempt(Database& database, NewAttempt const& wanted, Process const& own) {
  auto const last = TRY(number_of(
      database, "SELECT max(attempt) FROM turn_attempts WHERE session_id = ? AND user_action_id = ?",
      wanted.session_id, wanted.user_action_id));
  auto const ordinal = last.value_or(0) + 1;
  Attempt attempt{.id = entity_id(wanted.session_id, wanted.user_action_id, "attempt",
                                  static_cast<std::uint64_t>(ordinal)),
                  .ordinal = ordinal,
                  .base_scene_id = wanted.base_scene_id,
                  .started_at = wanted.at,
                  .resumed = false,
                  .replies = {},
                  .playing = {}};
  TRY(execute(
      database,
      "INSERT INTO turn_attempts(id, session_id, user_action_id, attempt, base_scene_id, text, state, pid, "
      "process_start, boot_id, started_at) VALUES(?, ?, ?, ?, ?, ?, 'running', ?, ?, ?, ?)",
      attempt.id, wanted.session_id, wanted.user_action_id, ordinal, wanted.base_scene_id, wanted.text,
      own.pid, own.start, own.boot_id, wanted.at));
  return attempt;
}

Result<void> need_running(Database& database, std::string const& attempt_id) {
  auto const state = TRY(text_of(database, "SELECT state FROM turn_attempts WHERE id = ?", attempt_id));
  if (!state) return fail(Fault::missing, "there is no attempt " + attempt_id);
  if (*state != "running") return fail(Fault::changed, "the attempt " + attempt_id + " has ended: " + *state);
  return {};
}

AttemptRow attempt_at(Statement const& row) {
  return {.id = row.text(0),
          .session_id = row.text(14),
          .user_action_id = row.text(1),
          .ordinal = row.number(2),
          .base_scene_id = row.text(3),
          .text = row.text(4),
          .state = row.text(5),
          .error_code = row.text(6),
          .message = row.text(7),
          .spent = nullptr,
          .started_at = row.number(12),
          .ended_at = optional_number(row, 13)};
}

constexpr std::string_view attempt_columns = "SELECT id, user_action_id, attempt, base_scene_id, text, "
                                             "state, error_code, message, spent, pid, process_start, "
                                             "boot_id, started_at, ended_at, session_id FROM turn_attempts ";

Result<std::vector<AttemptRow>> attempts_of(Database& database, Statement& rows) {
  auto const own = TRY(answer_as_self(own_process));
  std::vector<AttemptRow> found;
  while (TRY(rows.step())) {
    auto& row = found.emplace_back(attempt_at(rows));
    row.spent = TRY(json_at(rows, 8));
    Process const owner{.pid = rows.number(9), .start = rows.number(10), .boot_id = rows.text(11)};
    row.is_played = row.state == "running" && TRY(is_played(database, row.id, owner, own));
  }
  return found;
}

} // namespace

Result<Attempt> start_attempt(Store const& store, NewAttempt const& attempt) {
  auto const own = TRY(answer_as_self(own_process));
  return store.write([&](Database& database) -> Result<Attempt> {
    TRY(check_request(database, attempt));
    TRY(end_interrupted(database, attempt, own));
    auto again = TRY(resumed_attempt(database, attempt, own));
    auto started = again ? *std::move(again) : TRY(begin_attempt(database, attempt, own));
    started.playing = TRY(claimed(store, started.id));
    return started;
  });
}

Result<void> append_replies(Store const& store, std::string const& attempt_id,
                            std::span<RecordedReply const> replies) {
  TRY(need_claim(store, attempt_id));
  return store.write([&](Database& database) -> Result<void> {
    TRY(need_running(database, attempt_id));
    // An INSERT that selects from its own table would copy into a temporary one first.
    for (auto const& [digest, reply] : replies)
      TRY(execute(database,
                  "INSERT INTO turn_replies(attempt_id, ordinal, digest, reply) VALUES(?1, (SELECT "
                  "coalesce(max(ordinal) + 1, 0) FROM turn_replies WHERE attempt_id = ?1), ?2, ?3)",
                  attempt_id, digest, reply));
    return {};
  });
}

Result<std::vector<RecordedReply>> replies_of_turn(Store const& store, std::string const& session_id,
                                                   std::string const& user_action_id) {
  return store.read([&](Database& database) -> Result<std::vector<RecordedReply>> {
    auto const id =
        TRY(text_of(database,
                    "SELECT id FROM turn_attempts WHERE session_id = ? AND user_action_id = ? AND "
                    "state = 'done'",
                    session_id, user_action_id));
    return id ? replies_of(database, *id) : std::vector<RecordedReply>();
  });
}

Result<void> drop_replies(Store const& store, std::string const& attempt_id,
                          std::span<std::string const> digests) {
  TRY(need_claim(store, attempt_id));
  return store.write([&](Database& database) -> Result<void> {
    TRY(need_running(database, attempt_id));
    for (auto const& digest : digests)
      TRY(execute(database, "DELETE FROM turn_replies WHERE attempt_id = ? AND digest = ?", attempt_id,
                  digest));
    return {};
  });
}

Result<void> fail_attempt(Store const& store, std::string const& attempt_id, Failed const& failed) {
  TRY(need_claim(store, attempt_id));
  return store.write([&](Database& database) -> Result<void> {
    TRY(need_running(database, attempt_id));
    TRY(execute(database,
                "UPDATE turn_attempts SET state = ?, error_code = ?, message = ?, spent = ?, ended_at = ? "
                "WHERE id = ?",
                failed.state, OrNull{failed.error_code}, OrNull{failed.message}, JsonText(failed.spent),
                failed.at, attempt_id));
    auto row =
        TRY(query(database, "SELECT session_id, user_action_id FROM turn_attempts WHERE id = ?", attempt_id));
    if (!TRY(row.step())) return {};
    SceneKey const key{.session_id = row.text(0),
                       .user_action_id = row.text(1),
                       .scene_id = {},
                       .scene_index = failed.turn_index,
                       .at = failed.at};
    auto const first = TRY(
        number_of(database, "SELECT max(position) + 1 FROM turn_events WHERE attempt_id = ?", attempt_id));
    return insert_events(database, key, attempt_id, failed.events, first.value_or(0));
  });
}

Result<std::vector<AttemptRow>> attempts(Store const& store, std::string const& session_id,
                                         std::string const& user_action_id) {
  return store.read([&](Database& database) -> Result<std::vector<AttemptRow>> {
    constexpr std::string_view in_order = "ORDER BY started_at, user_action_id, attempt";
    auto const of_story = fmt::format("{}WHERE session_id = ? ", attempt_columns);
    auto rows = user_action_id.empty()
                    ? TRY(query(database, fmt::format("{}{}", of_story, in_order), session_id))
                    : TRY(query(database, fmt::format("{}AND user_action_id = ? {}", of_story, in_order),
                                session_id, user_action_id));
    return attempts_of(database, rows);
  });
}

} // namespace artifactd::turn
