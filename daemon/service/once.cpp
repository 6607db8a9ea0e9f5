#include "daemon/service/once.hpp"

#include "daemon/process/log.hpp"
#include "daemon/service/bar_below_log.hpp"
#include "daemon/settling/own_models.hpp"
#include "daemon/settling/settling.hpp"
#include "watchers/scan.hpp"

#include <algorithm>
#include <thread>

namespace artifactd {

namespace {

/// A refused document is looked at until it is certainly complete.
constexpr auto longest_wait = std::chrono::milliseconds(500);

struct Found {
  std::vector<SessionKey> sessions;
  bool all = true; ///< every directory could be looked at
};

Found find_sessions(Config const& config) {
  Found found;
  for (auto const& root : config.roots) {
    auto list = list_sessions(root.path, root.depth);
    if (!list) {
      log_event(LogLevel::error, "root", {{"path", root.path}, {"reason", list.error().message}});
      found.all = false;
      continue;
    }
    for (auto const& path : list->paths)
      found.sessions.push_back({root.path, path});
    found.all = found.all && list->unreadable.empty();
    for (auto const& path : list->unreadable)
      log_event(LogLevel::warning, "unreadable", {{"root", root.path}, {"path", path}});
  }
  return found;
}

bool one_waits_for_models(std::vector<SessionKey> const& keys, Kinds const& kinds) {
  return std::ranges::any_of(keys, [&](SessionKey const& key) {
    auto const entered = enter_session(key, kinds);
    return entered && waits_for_models(entered->session, kinds, {}).value_or(false);
  });
}

/// Without them, what asks a model stays pending.
std::unique_ptr<ModelAccess> models_for(std::vector<SessionKey> const& keys, Config& config,
                                        ConfigSource const& source) {
  if (config.models.empty() || !one_waits_for_models(keys, config.served.kinds)) return nullptr;
  auto models = own_models(config, source);
  if (models) return *std::move(models);
  log_event(LogLevel::error, "models cannot be asked", {{"reason", models.error().message}});
  return nullptr;
}

constexpr int most_attempts = 50;
/// Pending for what other sessions of this process hold, such as memory: they will give it back.
constexpr int most_attempts_beside_others = 3000;

/// Nobody publishes while --once looks: everything found is ready once its publishing time has passed.
RunResult run_to_rest(Settling& settling, SessionKey const& key) {
  for (int attempt = 1;; ++attempt) {
    auto result = settling.run(key, {});
    auto soon = result.again_in && *result.again_in <= longest_wait;
    auto const most = result.end == RunEnd::pending ? most_attempts_beside_others : most_attempts;
    if (!soon || attempt == most) return result;
    std::this_thread::sleep_for(*result.again_in);
  }
}

} // namespace

Exit settle_once(Config config, ConfigSource const& source, Journal& journal) {
  BarBelowLog bar(config.log.format);
  auto const found = find_sessions(config);
  auto const& keys = found.sessions;
  auto const models = models_for(keys, config, source);
  Settling settling(config, &journal);
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> pending = false;
  std::atomic<std::size_t> done = 0;
  auto const on_progress = bar.listener();
  auto const tell = [&] { tell_progress(on_progress, {"settling sessions", done, keys.size()}); };
  tell();
  {
    std::vector<std::jthread> threads;
    auto count = std::min<std::size_t>(config.workers, keys.size());
    for (std::size_t i = 0; i < count; ++i)
      threads.emplace_back([&] {
        for (auto at = next++; at < keys.size(); at = next++) {
          if (run_to_rest(settling, keys[at]).end == RunEnd::pending) pending = true;
          ++done;
          tell();
        }
      });
  }
  journal.flush();
  if (!found.all) return Exit::io;
  if (pending) return Exit::conflict;
  return settling.refused() > 0 ? Exit::judged_bad : Exit::ok;
}

} // namespace artifactd
