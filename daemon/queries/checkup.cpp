#include "daemon/queries/checkup.hpp"

#include "daemon/queries/journal_cure.hpp"
#include "daemon/queries/running_config.hpp"
#include "daemon/queries/stuck.hpp"
#include "daemon/status/status_board.hpp"
#include "daemon/terminal/display_text.hpp"
#include "state/journal/journal.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/identity.hpp"
#include "state/platform/stamp.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

namespace {

using Weight = Diagnosed::Weight;

void check_config_file(ConfigSource const& source, std::vector<ConfigError> const& errors, Checkup& checkup) {
  for (auto const& error : errors)
    checkup.push_back({Weight::problem, "configuration", render(error),
                       "artifactctl config check" +
                           (source.file ? " --config " + shell_quoted(*source.file) : std::string())});
}

std::size_t check_sessions(Config const& config, Onlooker onlooker, Checkup& checkup) {
  std::vector<StuckRow> troubles;
  auto keys = all_sessions(config, troubles);
  // check_root() has named what keeps a root from being opened.
  auto const is_named = [&](StuckRow const& trouble) {
    return std::ranges::any_of(checkup, [&](Diagnosed const& each) {
      return each.weight == Weight::problem && each.about == trouble.session;
    });
  };
  for (auto const& trouble : troubles)
    if (!is_named(trouble))
      checkup.push_back(
          {trouble.harmless ? Weight::note : Weight::problem, trouble.session, trouble.reason, trouble.next});
  for (auto const& key : keys) {
    auto entered = enter_session(key, config.served.kinds);
    if (!entered && entered.error().fault == Fault::missing) continue;
    if (entered)
      check_session(entered->session, config, checkup);
    else if (onlooker == Onlooker::stranger && entered.error().fault == Fault::denied)
      checkup.push_back({Weight::note, full_path(key), "not checked: " + private_session()});
    else
      checkup.push_back({Weight::problem, full_path(key), entered.error().message});
  }
  return keys.size();
}

} // namespace

/// The board belongs to the daemon's user.
Onlooker onlooker_of(Config const& config) {
  auto const board = answer_as_self([&] { return stamp_at(AT_FDCWD, config.board_path()); });
  auto const user = ::geteuid();
  return user == 0 || !board || board->owner == user ? Onlooker::daemon_like : Onlooker::stranger;
}

void check_process(Config const& config, Onlooker onlooker, Checkup& checkup) {
  auto const daemon = see_daemon(config);
  auto const board = daemon.board_if_reporting();
  auto const elsewhere = board ? std::string() : system_daemon_advice(config);
  if (!board)
    for (auto const& directory : {config.state_dir, config.runtime_dir})
      check_room(directory, checkup);
  if (daemon.state == SeenDaemon::State::starting)
    checkup.push_back({Weight::note, "artifactd", fmt::format("is starting: {}", daemon.reason)});
  else if (!board)
    checkup.push_back({Weight::problem, "artifactd",
                       fmt::format("{}: {}", words_about(daemon.state), daemon.reason),
                       daemon.board        ? service_command("restart")
                       : elsewhere.empty() ? service_command("start")
                                           : elsewhere});
  else if (board->health != Board::Health::ok)
    for (auto const& reason : lines_of(board->reason))
      checkup.push_back(
          {Weight::problem, "artifactd", fmt::format("{}: {}", health_word(board->health), reason)});
  else
    checkup.push_back({Weight::note, "artifactd", fmt::format("runs as pid {}", board->pid)});
  if (board) check_waiting(config, *board, checkup);
  auto journal = JournalReader::open(config.journal_path());
  if (!journal && journal.error().fault == Fault::missing && !board) return; // it was never started
  if (journal)
    if (auto checked = journal->check(); !checked) journal = fail(std::move(checked).error());
  // SQLite cannot say that it was not allowed to open a file; the system can.
  auto const denied = !journal && (journal.error().fault == Fault::denied || journal.error().code == EACCES);
  if (denied && onlooker == Onlooker::stranger)
    checkup.push_back(
        {Weight::note, "journal",
         fmt::format("not checked: user {} may not read it; run this as root or as artifactd's user",
                     ::geteuid())});
  else if (!journal)
    checkup.push_back(
        {Weight::problem, "journal", journal.error().message, cure_of_journal(config, journal.error())});
}

Checkup check_everything(ConfigSource const& source) {
  Checkup checkup;
  auto config = load_with_running_roots(source);
  if (!config) {
    check_config_file(source, config.error(), checkup);
    auto const loose = load_config_loosely(source);
    check_process(loose, onlooker_of(loose), checkup);
    return checkup;
  }
  if (config->roots.empty())
    checkup.push_back({Weight::problem, "configuration", "no [[root]]: there is nothing to watch",
                       "artifactctl config show"});
  auto const onlooker = onlooker_of(*config);
  check_process(*config, onlooker, checkup);
  check_isolation(*config, checkup);
  check_databases(*config, checkup);
  for (auto const& root : config->roots)
    check_root(root, onlooker, checkup);
  check_watch_limits(check_sessions(*config, onlooker, checkup) + config->roots.size(), checkup);
  return checkup;
}

bool has_problem(Checkup const& checkup) noexcept {
  return std::ranges::any_of(checkup, [](auto const& each) { return each.weight == Weight::problem; });
}

Json to_json(Checkup const& checkup) {
  auto rows = Json::array();
  for (auto const& each : checkup)
    rows.push_back({{"weight", each.weight == Weight::problem ? "problem" : "note"},
                    {"about", each.about},
                    {"text", each.text},
                    {"cure", each.cure}});
  return {{"version", 1}, {"findings", std::move(rows)}};
}

} // namespace artifactd
