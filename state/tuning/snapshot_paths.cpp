#include "state/tuning/snapshot.hpp"

#include <fmt/core.h>

namespace artifactd::tuning {

namespace {

/// Removes and returns the first step of a path.
std::string_view take_step(std::string_view& path) noexcept {
  auto slash = path.find('/');
  auto step = path.substr(0, slash);
  path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
  return step;
}

bool climbs(std::string_view path) noexcept {
  while (!path.empty())
    if (take_step(path) == "..") return true;
  return false;
}

std::string_view without_ending(std::string_view directory) noexcept {
  if (directory.starts_with("./")) directory.remove_prefix(2);
  while (directory.size() > 1 && directory.ends_with('/'))
    directory.remove_suffix(1);
  return directory;
}

bool lies_below(std::string_view path, std::string_view directory) noexcept {
  path = without_ending(path);
  directory = without_ending(directory);
  return path.size() > directory.size() + 1 && path.starts_with(directory) && path[directory.size()] == '/' &&
         !climbs(path);
}

/// Whether the path stays below the directory it is relative to.
bool stays_below(std::string_view path) noexcept {
  return !path.empty() && path.front() != '/' && path.find('\\') == path.npos &&
         path.find('\0') == path.npos && !climbs(path);
}

void check_file(Text const& file, Report& report) {
  if (stays_below(file.text)) return;
  report.error("X34", *file.node, "the file's path is not a relative path below its directory",
               "for instance phases/01-collect.md");
}

} // namespace

void check_paths(TuningState const& state, Report& report) {
  for (auto const& issue : state.issues)
    check_file(issue.file, report);
  for (auto const& fix : state.proposed)
    for (auto const& change : fix.changes)
      check_file(change.file, report);
  if (state.work_dir && state.backup_dir && !lies_below(state.backup_dir->text, state.work_dir->text))
    report.error("X35", *state.backup_dir->node, "the backups are not in the work directory",
                 "a directory below " + state.work_dir->text);
  for (auto const& applied : state.applied)
    if (state.backup_dir && !lies_below(applied.backup_path.text, state.backup_dir->text))
      report.error("X35", *applied.backup_path.node, "the backup of the fix is not in the backup directory",
                   "a directory below " + state.backup_dir->text);
}

} // namespace artifactd::tuning
