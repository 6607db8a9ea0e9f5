#include "agents/state/fix_target.hpp"

#include "agents/state/history.hpp"
#include "agents/state/untouchable.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/tuning/judge.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <sys/stat.h>

namespace artifactd {

namespace {

constexpr auto skill_file = "SKILL.md";

/// Judged by the words alone, without looking at the disk.
Result<void> check_words(std::string const& path, std::string const& root) {
  for (auto const& part : std::filesystem::path(path))
    if (part == "..")
      return fail(Fault::unsafe,
                  fmt::format("target_skill.path {} has a \"..\" in it: name the skill's directory itself, "
                              "relative to {}",
                              path, root));
  if (holds_internals(path))
    return fail(
        Fault::unsafe,
        fmt::format(
            "target_skill.path {} belongs to version control or a package manager; fixes change skills only",
            path));
  return {};
}

Result<void> check_skill(int directory, std::string const& path) {
  auto const stamp = TRY(unless_missing(stamp_at(directory, skill_file)));
  if (stamp && S_ISREG(stamp->mode)) return {};
  return fail(Fault::unsafe,
              fmt::format("target_skill.path {} is not a skill: {} {}; fixes change skills only", path,
                          skill_file, stamp ? "is not a regular file" : "is not there"));
}

} // namespace

Result<FixTarget> fix_target(std::string const& root, tuning::TuningState const& state) {
  if (root.empty())
    return fail(Fault::denied,
                "no directory is set where fixes may be applied: set target_root of the [[root]], or give "
                "--target DIR, the directory target_skill.path is relative to");
  if (!state.target_path) return fail(Fault::invalid, "the state names no target_skill.path");
  auto path = state.target_path->text;
  auto prefix = root.ends_with('/') ? root : root + "/";
  if (path.starts_with(prefix)) path = path.substr(prefix.size());
  if (path.starts_with('/'))
    return fail(Fault::unsafe,
                fmt::format("the run is about the skill {}, which is not below {}: nothing was "
                            "changed; give --target with a directory above the skill",
                            path, root));
  if (path.empty() || path.find('\0') != path.npos)
    return fail(Fault::unsafe,
                fmt::format("target_skill.path {} is not below {}", state.target_path->text, root));
  while (path.ends_with('/'))
    path.pop_back();
  TRY(check_words(path, root));
  auto top = TRY(open_trusted_directory(root));
  auto directory = open_directory(top.get(), path);
  if (!directory && directory.error().fault == Fault::unsafe)
    return fail(Fault::unsafe,
                fmt::format("target_skill.path {} leads out of {}, or through a link", path, root));
  if (!directory) return fail(std::move(directory).error().within("target_skill.path"));
  if (same_file(TRY(stamp_of(directory->get())), TRY(stamp_of(top.get()))))
    return fail(Fault::unsafe, "target_skill.path is the target root itself: " + root);
  TRY(check_skill(directory->get(), path));
  return FixTarget{*std::move(directory), prefix + path};
}

bool lacks_root(Error const& error) noexcept {
  return error.fault == Fault::denied && error.code == 0;
}

Result<tuning::TuningState> state_in_place(Session const& session) {
  auto read = read_file(session.directory(), layout::tuning_state, tuning::longest_state);
  if (!read && read.error().fault == Fault::missing)
    return fail(Fault::missing,
                fmt::format("{} has no {}: a run begins with artifactctl state run SESSION --skill DIR",
                            session.shown(), layout::tuning_state));
  if (!read && read.error().code == ELOOP)
    return fail(Fault::unsafe, fmt::format("{} is not a regular file", layout::tuning_state));
  auto text = TRY(std::move(read));
  auto good = TRY(TRY(tuning::StateHistory::open(session)).last_good());
  auto accepted = good && *good->state.text == text;
  auto judged =
      tuning::judge(layout::tuning_state, std::move(text), good && !accepted ? &good->state : nullptr);
  if (!judged.refused()) return *std::move(judged.state);
  return fail(Fault::invalid,
              fmt::format("{} is refused: {}", layout::tuning_state, first_error(judged.findings)->message));
}

} // namespace artifactd
