#include "agents/common/reinvoke.hpp"

#include "agents/child/plain_run.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/claim.hpp"
#include "state/settle/instructions.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr std::uint64_t log_bytes = 4u << 20; // small enough for a person to search; the report keeps the end
constexpr auto longest_settling = std::chrono::seconds(30); // graphs of 100 MB take less

std::vector<std::string> told_by_name(Session const& session, SignalName const& signal,
                                      ReinvokeRule const& rule, std::string const& attempt) {
  std::vector<std::string> environment;
  auto say = [&](char const* name, std::string_view value) {
    environment.push_back(fmt::format("ARTIFACTD_{}={}", name, value));
  };
  say("SESSION", session.shown());
  say("AGENT", signal.name.str());
  say("KIND", signal.kind.word());
  say("SIGNAL", layout::signal(signal));
  say("INSTRUCTIONS", layout::instructions(signal));
  say("ATTEMPT", attempt);
  environment.insert(environment.end(), rule.environment.begin(), rule.environment.end());
  return environment;
}

std::string attempt_of(nlohmann::ordered_json const& instructions) {
  auto found = instructions.find("attempt");
  auto number = found != instructions.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
  return std::to_string(number);
}

struct Log {
  UniqueFd file;
  std::string path; ///< relative to the session
};

/// One file for each signal and attempt; repeating the same attempt starts the file over.
Result<Log> open_log_file(Session const& session, SignalName const& signal, std::string const& attempt) {
  auto directory = TRY(session.private_directory(layout::runs));
  auto name = layout::run_log(signal, attempt);
  TRY(remove_name(directory.get(), name));
  auto file = TRY(open_beneath(directory.get(), name, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, 0600));
  TRY(adopt(file.get(), session, session.file_mode()));
  return Log{std::move(file), layout::runs + "/" + name};
}

/// How the run itself ended, before the session is looked at.
RunReport report_of(Ran const& ran, Duration timeout) {
  RunReport report{
      .ending = RunEnding::failed, .how = "", .last_words = last_words(ran), .log = "", .wall = ran.wall};
  if (auto const* exited = std::get_if<Exited>(&ran.ending)) {
    if (exited->code == 0) report.ending = RunEnding::nothing;
    report.how = fmt::format("exit status {}", exited->code);
  } else if (auto const* killed = std::get_if<Killed>(&ran.ending)) {
    report.how = fmt::format("killed by signal {}", killed->signal);
  } else if (std::holds_alternative<TimedOut>(ran.ending)) {
    report.how = fmt::format("timed out after {}", short_duration(timeout));
  } else {
    report.ending = RunEnding::cancelled;
    report.how = "ended by artifactd's shutdown";
  }
  return report;
}

/// Only an error that certainly occurred before the run allows repeating it without a penalty: a run may cost
/// money.
RunEnding ending_of(Error const& error) {
  switch (error.fault) {
  case Fault::busy:
  case Fault::exhausted:
  case Fault::no_space:
    return RunEnding::postponed;
  case Fault::io: // the run service hung up; the command may have done anything by then
    return error.code == ENOEXEC ? RunEnding::not_started : RunEnding::failed;
  default:
    return RunEnding::not_started;
  }
}

/// Shows whether something was submitted.
struct RefusedNow {
  Stamp refused;
  std::optional<Stamp> signal; ///< for a document, always present
};

/// Only a regular file is a signal: a directory or a link of that name is ignored, and submits nothing.
Result<std::optional<Stamp>> submitted(Session const& session, SignalName const& signal) {
  auto const there = TRY(unless_missing(stamp_at(session.directory(), layout::signal(signal))));
  return there && S_ISREG(there->mode) ? there : std::nullopt;
}

Result<RefusedNow> look(Session const& session, SignalName const& signal) {
  auto const pending = TRY(submitted(session, signal));
  return RefusedNow{TRY(stamp_at(session.directory(), layout::refused(signal))), pending};
}

Result<std::optional<Stamp>> records_of(Session const& session) {
  return unless_missing(stamp_at(session.directory(), layout::attempts));
}

/// The run deleted its `.error`, and nobody has settled or given up the work since: that removes the record
/// of its attempts and its instructions, but not the directory of all records, which was `records`.
Result<bool> was_deleted(Session const& session, SignalName const& signal,
                         std::optional<Stamp> const& records) {
  if (signal.kind.is_document()) return false; // its content is lost, so there is nothing to put back
  if (TRY(submitted(session, signal))) return false;
  if (TRY(unless_missing(stamp_at(session.directory(), layout::instructions(signal))))) return true;
  auto const records_now = TRY(records_of(session));
  if (records && (!records_now || !same_file(*records_now, *records))) return true;
  return !TRY(load_attempts(session, signal)).attempts.empty();
}

/// Without it the work would wait for nobody, and no attempt could be counted.
Result<void> put_back_refused(Session const& session, SignalName const& signal) {
  auto file = TRY(open_beneath(session.directory(), layout::refused(signal), O_WRONLY | O_CREAT | O_EXCL,
                               session.file_mode()));
  TRY(adopt(file.get(), session, session.file_mode()));
  return sync_directory(session.directory());
}

/// True if the `.error` from the start of the run is untouched, or was only deleted, so nobody resubmitted;
/// puts a deleted one back. Needs the claim: while the session is being settled, a signal may be under a
/// temporary name on its way to `.error`.
Result<bool> still_refused(Session const& session, SignalName const& signal, RefusedNow const& before,
                           std::optional<Stamp> const& records) {
  auto claim = TRY(Claim::take_soon(session, longest_settling));
  auto const now = TRY(unless_missing(look(session, signal)));
  if (!now) {
    if (!TRY(was_deleted(session, signal, records))) return false;
    TRY(put_back_refused(session, signal));
    return true;
  }
  if (!signal.kind.is_document() && now->signal) return false;
  if (!S_ISREG(now->refused.mode)) return true; // only the run can have put that there
  return untouched(now->refused, before.refused) && now->signal == before.signal;
}

} // namespace

Result<RunReport> reinvoke(Session const& session, SignalName const& signal, ReinvokeRule const& rule,
                           RunLock const& lock, Runner const& runner, int cancel) {
  auto before = TRY(look(session, signal));
  auto const records = TRY(records_of(session));
  auto instructions = read_instructions(session.directory(), signal);
  if (!instructions && instructions.error().fault != Fault::missing &&
      instructions.error().fault != Fault::invalid)
    return fail(std::move(instructions).error());
  // Deleting the instructions loses information, but gains no attempts.
  if (!instructions) instructions = nlohmann::ordered_json::object();
  auto attempt = attempt_of(*instructions);
  auto identity = command_identity(session);
  if (!identity) return RunReport{ending_of(identity.error()), identity.error().message, "", "", {}};
  auto log = TRY(open_log_file(session, signal, attempt));
  Keep keep{.copy = log.file.get(), .copy_bytes = log_bytes};
  Command command{.argv = rule.argv,
                  .environment = told_by_name(session, signal, rule, attempt),
                  .basics = Basics::given,
                  .directory = session.directory(),
                  .input = to_prompt(signal, *instructions),
                  .output = keep,
                  .errors = keep,
                  .passed = {lock.fd()},
                  .limits = rule.limits,
                  .identity = *std::move(identity),
                  .timeout = rule.timeout,
                  .cancel = cancel};
  auto ran = runner(command);
  lock.end_others(); // nothing outlives its run, even if it left the process group
  if (!ran) return RunReport{ending_of(ran.error()), ran.error().message, "", log.path, {}};
  auto report = report_of(*ran, rule.timeout);
  report.log = log.path;
  // Only the result counts: a command may resubmit and then fail.
  auto const refused = still_refused(session, signal, before, records);
  auto const given_up = report.ending == RunEnding::cancelled && !signal.kind.is_document() &&
                        !stamp_at(session.directory(), layout::signal(signal));
  if (refused && !*refused && !given_up) report.ending = RunEnding::submitted;
  return report;
}

} // namespace artifactd
