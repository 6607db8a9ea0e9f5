#include "agents/turn/store/rebase.hpp"

#include "agents/turn/store/rows/content_json.hpp"
#include "agents/turn/store/rows/session_rows.hpp"
#include "agents/turn/store/rows/turn_rows.hpp"
#include "state/platform/digest.hpp"

#include <fmt/core.h>

namespace artifactd::turn {

namespace {

/// Names the documents of the scenes so far. Those that have some already were played by still earlier ones.
Result<void> name_documents(Database& database, std::string const& session_id) {
  return execute(
      database,
      "INSERT INTO scene_documents(scene_id, session_id, digest) SELECT s.id, n.id, n.frozen_digest "
      "FROM scenes s JOIN sessions n ON n.id = s.session_id WHERE n.id = ? AND NOT EXISTS "
      "(SELECT 1 FROM scene_documents d WHERE d.scene_id = s.id)",
      session_id);
}

} // namespace

Result<Changed> rebase_story(Store const& store, NewBase const& base, Asked const& asked) {
  return store.write([&](Database& database) -> Result<Changed> {
    auto const& id = base.session_id;
    if (auto known = TRY(known_request(database, id, "rebase", asked))) return *std::move(known);
    auto const current = TRY(text_of(database, "SELECT current_scene_id FROM sessions WHERE id = ?", id));
    if (current != base.judged_scene_id) return Changed{Change::stale, std::nullopt};
    TRY(name_documents(database, id));
    auto const frozen = compact(frozen_json(base.documents));
    auto const digest = hex(sha256(frozen));
    TRY(insert_documents(database, id, digest, frozen, asked.at));
    TRY(execute(database, "UPDATE sessions SET frozen_digest = ? WHERE id = ?", digest, id));
    return record_request(database, id, "rebase", asked, *current, digest_of(base.documents.ruleset));
  });
}

Result<SharedDocuments> documents_of_scene(Store const& store, std::string const& session_id,
                                           std::string const& scene_id) {
  return store.read([&](Database& database) -> Result<SharedDocuments> {
    auto const former =
        TRY(text_of(database, "SELECT digest FROM scene_documents WHERE scene_id = ?", scene_id));
    return former ? frozen_row(database, session_id, *former) : frozen_row(database, session_id);
  });
}

} // namespace artifactd::turn
