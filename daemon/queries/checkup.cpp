#include "daemon/queries/checkup.hpp"

#include "daemon/queries/running_config.hpp"
#include "daemon/queries/stuck.hpp"
#include "daemon/status/status_board.hpp"
#include "state/journal/journal.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

namespace {

using Weight = Diagnosed::Weight;

std::string start_command() {
  return ::geteuid() == 0 ? "systemctl start artifactd" : "systemctl --user start artifactd";
}

void check_config_file(ConfigSource const& source, std::vector<ConfigError> const& errors, Checkup& checkup) {
  for (auto const& error : errors)
    checkup.push_back({Weight::problem, "configuration", render(error),
                       "artifactctl config check" +
                           (source.file ? " --config " + shell_quoted(*source.file) : std::string())});
}

std::size_t check_sessions(Config const& config, Checkup& checkup) {
  std::vector<StuckRow> troubles;
  auto keys = all_sessions(config, troubles);
  for (auto const& trouble : troubles)
    checkup.push_back({Weight::problem, trouble.session, trouble.reason});
  for (auto const& key : keys) {
    auto entered = enter_session(key, config.served.kinds);
    if (!entered && entered.error().fault == Fault::missing) continue;
    if (entered)
      check_session(entered->session, config, checkup);
    else
      checkup.push_back({Weight::problem, full_path(key), entered.error().message});
  }
  return keys.size();
}

} // namespace

void check_process(Config const& config, Checkup& checkup) {
  auto board = running_daemon(config);
  auto const elsewhere = board ? std::string() : system_daemon_advice(config);
  if (!board)
    checkup.push_back({Weight::problem, "artifactd", "is not running: " + board.error().message,
                       elsewhere.empty() ? start_command() : elsewhere});
  else if (board->health != Board::Health::ok)
    checkup.push_back(
        {Weight::problem, "artifactd", fmt::format("{}: {}", health_word(board->health), board->reason)});
  else
    checkup.push_back({Weight::note, "artifactd", fmt::format("runs as pid {}", board->pid)});
  auto journal = JournalReader::open(config.journal_path());
  if (!journal && journal.error().fault == Fault::missing && !board) return; // it was never started
  if (journal)
    if (auto checked = journal->check(); !checked) journal = fail(std::move(checked).error());
  if (!journal)
    checkup.push_back({Weight::problem, "journal", journal.error().message, "systemctl restart artifactd"});
}

Checkup check_everything(ConfigSource const& source) {
  Checkup checkup;
  auto config = load_with_running_roots(source);
  if (!config) {
    check_config_file(source, config.error(), checkup);
    check_process(load_config_loosely(source), checkup);
    return checkup;
  }
  if (config->roots.empty())
    checkup.push_back({Weight::problem, "configuration", "no [[root]]: there is nothing to watch",
                       "artifactctl config show"});
  check_process(*config, checkup);
  check_isolation(*config, checkup);
  check_database(*config, checkup);
  for (auto const& root : config->roots)
    check_root(root, checkup);
  check_watch_limits(check_sessions(*config, checkup) + config->roots.size(), checkup);
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
