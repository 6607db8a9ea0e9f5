#include "daemon/config/start_settings.hpp"

namespace artifactd {

std::vector<std::string_view> keep_start_settings(Config& fresh, Config const& running) {
  std::vector<std::string_view> changed;
  auto keep = [&](std::string_view key, auto& value, auto const& former) {
    if (value == former) return;
    changed.push_back(key);
    value = former;
  };
  keep("state_dir", fresh.state_dir, running.state_dir);
  keep("runtime_dir", fresh.runtime_dir, running.runtime_dir);
  keep("workers", fresh.workers, running.workers);
  keep("events", fresh.events, running.events);
  keep("journal.rows", fresh.journal.rows, running.journal.rows);
  keep("reinvoke.at_once", fresh.reinvoke.at_once, running.reinvoke.at_once);
  keep("web.listen", fresh.web.listen, running.web.listen);
  keep("web.socket", fresh.web.socket, running.web.socket);
  return changed;
}

} // namespace artifactd
