#include "daemon/queries/known_names.hpp"

#include "daemon/queries/named_session.hpp"
#include "state/platform/fd.hpp"
#include "state/session/session_layout.hpp"
#include "watchers/scan.hpp"

#include <algorithm>
#include <set>

namespace artifactd {

namespace {

enum class Wanted : std::uint8_t { agents, signals };

Result<UniqueFd> directory_of(Config const& config, std::string const& session) {
  return open_trusted_directory(TRY(session_path(config, session)));
}

/// Each name once, as it was said first.
class Names {
public:
  void add(std::string name, std::string_view says) {
    if (known_.insert(name).second) listed_.push_back({std::move(name), says});
  }

  void add(std::vector<SeenSignal> const& signals, std::string_view says, Wanted wanted) {
    for (auto const& [signal, stamp] : signals)
      if (signal.kind.is_default())
        add(signal.name.str(), says);
      else if (wanted == Wanted::signals)
        add(signal_word(signal), says);
  }

  /// Of what is in a directory of the session, the names that are valid for agents and plays.
  void add_directory(int session, std::string const& path, std::string_view says) {
    auto const directory = open_directory(session, path);
    if (!directory) return;
    auto found = list_directory(directory->get(), most_names);
    if (!found) return;
    std::ranges::sort(*found);
    for (auto& name : *found)
      if (Name::parse(name)) add(std::move(name), says);
  }

  [[nodiscard]] std::vector<KnownName> take() { return std::move(listed_); }

private:
  std::vector<KnownName> listed_;
  std::set<std::string> known_;
};

std::vector<KnownName> known(Config const& config, std::string const& session, Wanted wanted) {
  auto const directory = directory_of(config, session);
  if (!directory) return {};
  Names names;
  if (auto const signs = scan_session(directory->get(), config.served.kinds)) {
    names.add(signs->refused, "refused", wanted);
    names.add(signs->pending, "pending", wanted);
  }
  names.add_directory(directory->get(), layout::artifacts, "agent");
  return names.take();
}

} // namespace

std::vector<KnownName> known_sessions(Config const& config) {
  Names names;
  for (auto const& root : config.roots)
    if (auto const listed = list_sessions(root.path, root.depth))
      for (auto const& path : listed->paths) {
        auto name = path.empty() ? root.path : path.substr(path.rfind('/') + 1);
        if (printable(name) == name) names.add(std::move(name), "session");
      }
  return names.take();
}

std::vector<KnownName> known_signals(Config const& config, std::string const& session) {
  return known(config, session, Wanted::signals);
}

std::vector<KnownName> known_agents(Config const& config, std::string const& session) {
  return known(config, session, Wanted::agents);
}

std::vector<KnownName> known_plays(Config const& config, std::string const& session) {
  Names names;
  if (auto const directory = directory_of(config, session))
    names.add_directory(directory->get(), layout::plays, "play");
  return names.take();
}

} // namespace artifactd
