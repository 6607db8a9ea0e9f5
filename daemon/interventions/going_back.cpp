#include "daemon/interventions/going_back.hpp"

#include "daemon/interventions/daemon_journal.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/clock.hpp"

#include <thread>

namespace artifactd {

/// Nothing reports the release of a claim, so it is polled; and what another process replaced meanwhile is
/// read again.
Result<WentBack> go_back(Session const& session, std::optional<Name> const& agent,
                         std::optional<std::uint64_t> to, KgPolicy const& policy, DryRun dry,
                         OnProgress const& on_progress) {
  BufferPool pool;
  StaleWatch watch;
  auto const deadline = Monotonic::now() + std::chrono::seconds(10);
  for (;;) {
    auto done = agent ? rollback_agent(session, *agent, to, policy, pool, watch, dry)
                      : restore_graph(session, to, policy, pool, watch, dry, on_progress);
    auto const may_pass =
        !done &&
        (done.error().fault == Fault::changed ||
         (done.error().fault == Fault::busy && done.error().message.find("is pending") == std::string::npos));
    if (!may_pass || Monotonic::now() > deadline) return done;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

void record_return(Config const& config, Returned const& returned, std::optional<Name> const& agent) {
  auto journal = try_journal(config);
  if (!journal) return;
  journal->append({.session = returned.session,
                   .name = agent ? agent->str() : "",
                   .kind = agent ? "kg" : "",
                   .event = agent ? "rollback" : "restore",
                   .outcome = "person",
                   .detail = compact(Json{{"to", returned.back.to}, {"changed", returned.back.changed}})});
}

Json to_json(Returned const& returned) {
  auto const& back = returned.back;
  Json json{{"version", 1},
            {"session", returned.session},
            {"to", back.to},
            {"changed", back.changed},
            {"dry_run", returned.dry == DryRun::yes}};
  if (back.undone) json["undone"] = true;
  if (!back.put_again.empty()) json["put_again"] = back.put_again;
  if (!back.not_kept.empty()) json["not_kept"] = back.not_kept;
  if (back.generation) json["replaced_kept_as"] = *back.generation;
  return json;
}

} // namespace artifactd
