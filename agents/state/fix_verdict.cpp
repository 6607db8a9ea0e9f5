#include "agents/state/fix_verdict.hpp"

#include "agents/child/plain_run.hpp"
#include "agents/child/program.hpp"
#include "agents/state/fix_backup.hpp"
#include "state/session/atomic_file.hpp"

#include <filesystem>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr int deepest_directory = 16;
constexpr std::size_t most_files = 10'000;

/// Searches the *.md below a directory; an unreadable file counts as not containing it.
bool has_marker(int directory, std::string const& marker, int depth, std::size_t& files_left) {
  auto names = list_directory(directory, most_files);
  if (!names || depth == 0) return false;
  for (auto const& name : *names) {
    if (files_left == 0) return false;
    --files_left;
    if (name.ends_with(".md")) {
      auto text = read_file(directory, name, longest_edited);
      if (text && text->contains(marker)) return true;
    } else if (auto below = open_directory(directory, name)) {
      if (has_marker(below->get(), marker, depth - 1, files_left)) return true;
    }
  }
  return false;
}

/// After a colon, if there are any.
std::string words_of(Ran const& ran) {
  auto words = last_words(ran);
  return words.empty() ? words : ": " + words;
}

FixVerdict verdict_of(Ran const& ran, Duration timeout) {
  if (auto const* exited = std::get_if<Exited>(&ran.ending))
    return {exited->code == 0,
            fmt::format("the command ended with {}{}", exited->code, exited->code == 0 ? "" : words_of(ran))};
  if (auto const* killed = std::get_if<Killed>(&ran.ending))
    return {false, fmt::format("the command was killed by signal {}{}", killed->signal, words_of(ran))};
  return {false, fmt::format("the command did not end within {}", short_duration(timeout))};
}

/// A program that a fix may change, or that an agent wrote before, must not judge.
Result<void> check_program(Command const& command, FixTarget const& target) {
  auto const program = find_program(command, environment_of(command));
  if (!program) return {}; // starting it will report that
  auto const skill = path_of(target.directory.get()).value_or(target.path);
  std::error_code failed;
  auto const where = std::filesystem::canonical(*program, failed).native();
  if (failed || !where.starts_with(skill + "/")) return {};
  return fail(
      Fault::unsafe,
      fmt::format("{} is not run: it is inside the skill it would judge; set verify to a program outside",
                  where));
}

Result<FixVerdict> verify_by_command(Session const& session, FixPolicy const& policy, FixTarget const& target,
                                     std::string const& fix) {
  Command const command{.argv = policy.verify,
                        .environment = {"ARTIFACTD_SESSION=" + session.shown(),
                                        "ARTIFACTD_TARGET=" + target.path, "ARTIFACTD_FIX=" + fix},
                        .basics = Basics::given,
                        .directory = target.directory.get(),
                        .identity = TRY(command_identity(session)),
                        .timeout = policy.verify_timeout};
  TRY(check_program(command, target));
  auto ran = policy.runner(command);
  if (!ran) return fail(std::move(ran).error().within("verifying it"));
  return verdict_of(*ran, policy.verify_timeout);
}

constexpr std::string_view unchecked =
    "; warning: nothing was checked, since [state] verify names no program";

} // namespace

Result<FixVerdict> verify_applied(Session const& session, FixPolicy const& policy, FixTarget const& target,
                                  tuning::TuningState const& state, tuning::AppliedFix const& applied) {
  auto const& fix = applied.fix_id.text;
  if (!policy.verify.empty()) return verify_by_command(session, policy, target, fix);
  auto marker = "Applied fix " + fix;
  auto files_left = most_files;
  if (has_marker(target.directory.get(), marker, deepest_directory, files_left))
    return FixVerdict{true, fmt::format("the skill contains \"{}\"{}", marker, unchecked)};
  auto const left = check_left(session, policy.records, state, applied, target.directory.get());
  if (left)
    return FixVerdict{true, fmt::format("every file is as the fix left it{}{}",
                                        *left ? ", or as later fixes changed it" : "", unchecked)};
  if (left.error().fault == Fault::changed) return FixVerdict{false, left.error().message};
  if (left.error().fault == Fault::missing)
    return FixVerdict{false, fmt::format("\"{}\" is nowhere in the skill", marker)};
  return fail(left.error());
}

bool is_ours(Session const& session, FixPolicy const& policy, tuning::TuningState const& state,
             tuning::AppliedFix const& applied) {
  auto backup = backup_of(state, applied);
  return backup && has_record(session, policy.records, *backup);
}

} // namespace artifactd
