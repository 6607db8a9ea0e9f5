#include "agents/child/confinement.hpp"
#include "daemon/queries/checkup.hpp"
#include "daemon/queries/stuck.hpp"
#include "daemon/settling/policies.hpp"
#include "state/platform/private_directory.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

using Weight = Diagnosed::Weight;

void check_privacy(std::string const& directory, Checkup& checkup) {
  struct stat status{};
  if (::stat(directory.c_str(), &status) < 0 || !is_open_to_others(status.st_mode)) return;
  checkup.push_back(
      {Weight::problem, directory,
       fmt::format("others may look into it or write in it (mode {:o})", status.st_mode & 07777),
       "chmod go-rw -- " + shell_quoted(directory)});
}

/// What root once made here for itself, the daemon cannot use.
void check_owners(Config const& config, Checkup& checkup) {
  struct stat above{};
  if (::stat(config.state_dir.c_str(), &above) < 0) return;
  std::string files;
  std::string first;
  auto const look = [&](std::string const& path) {
    struct stat status{};
    if (::lstat(path.c_str(), &status) < 0 || status.st_uid == above.st_uid) return;
    if (first.empty()) first = fmt::format("{} belongs to user {}", path, status.st_uid);
    files += " " + shell_quoted(path);
  };
  for (auto const& database :
       {config.journal_path(), config.stories_path(), config.plays_path(), config.reports_path()})
    for (std::string_view const beside : {"", "-wal", "-shm"})
      look(fmt::format("{}{}", database, beside));
  for (std::string_view const beside : {"", ".lock"})
    look(fmt::format("{}{}", config.web_tokens_path(), beside));
  for (auto const& other : {config.run_locks_path(), config.mirror_path(), config.stories_path() + ".lock"})
    look(other);
  if (files.empty()) return;
  checkup.push_back({Weight::problem, config.state_dir,
                     fmt::format("{}, and the directory to user {}", first, above.st_uid),
                     fmt::format("chown {}:{} --{}", above.st_uid, above.st_gid, files)});
}

/// Whether the daemon itself starts commands, with a session's identity.
bool runs_commands(Config const& config) {
  auto any = std::ranges::any_of(config.agents, [](AgentRule const& each) { return !each.reinvoke.empty(); });
  return config.reinvoke.socket.empty() && (any || !config.fixes.verify.empty());
}

} // namespace

void check_isolation(Config const& config, Checkup& checkup) {
  check_privacy(config.state_dir, checkup);
  check_privacy(config.runtime_dir, checkup);
  check_owners(config, checkup);
  auto const sandbox = sandbox_available(policies(config).sandbox);
  checkup.push_back({Weight::note, "extractors",
                     sandbox ? "their sandbox works"
                             : sandbox.error().message + "; rule signals of extractors stay pending"});
  auto const walls = confinement_available();
  checkup.push_back({Weight::note, "commands",
                     walls ? "artifactd run confines them to their session"
                           : walls.error().message + "; what artifactd run starts can leave its session"});
  if (!config.tuning.actions.empty())
    checkup.push_back({Weight::note, "tuning runs",
                       walls ? "Landlock confines their agents to copies of skill and state"
                             : walls.error().message +
                                   "; their agents run as the session's owner; if they change the skill "
                                   "itself, that is noticed and their answer is refused"});
}

void check_owner(Session const& session, Config const& config, Checkup& checkup) {
  if (::geteuid() != 0 || session.stamp().owner != 0 || !runs_commands(config)) return;
  checkup.push_back(
      {Weight::problem, session.shown(), "belongs to root, so no command is run for it",
       fmt::format("chown USER -- {}  # the user its agents run as", shell_quoted(session.shown()))});
}

} // namespace artifactd
