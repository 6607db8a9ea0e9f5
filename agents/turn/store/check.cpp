#include "agents/turn/store/check.hpp"

#include "agents/turn/prompts/memory.hpp"
#include "agents/turn/store/invariants.hpp"
#include "agents/turn/store/rows/content_json.hpp"
#include "agents/turn/store/rows/content_tables.hpp"
#include "state/dice/draws.hpp"
#include "state/dice/roll.hpp"
#include "state/platform/digest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace artifactd::turn {

namespace {

using Lines = std::vector<std::string>;

/// Adds a line for each row.
Result<void> look_for(Database& database, Invariant const& invariant, Lines& lines) {
  auto rows = TRY(query(database, invariant.sql));
  while (TRY(rows.step())) {
    Lines ids;
    for (int column = 0; column < rows.columns(); ++column)
      ids.push_back(rows.text(column));
    lines.push_back(fmt::format("{}: {}", invariant.fault, fmt::join(ids, " ")));
  }
  return {};
}

/// Adds a line for each row that `is_right` rejects. The first columns are the ids to report.
template <class IsRight>
Result<void> look_at(Database& database, std::string_view sql, std::string_view fault, Lines& lines,
                     IsRight is_right) {
  auto rows = TRY(query(database, sql));
  while (TRY(rows.step()))
    if (!is_right(rows)) lines.push_back(fmt::format("{}: {} {}", fault, rows.text(0), rows.text(1)));
  return {};
}

bool same_json(Statement const& row, int column, Json const& wanted) {
  auto const stored = json_at(row, column);
  return stored && *stored == wanted;
}

/// The columns after the ids: expression, seed, generator, rolls, dice, modifier, total.
bool rolls_again(Statement const& row) {
  auto const rolled = dice::roll(row.text(2), row.text(3));
  if (!rolled) return false;
  auto const json = dice::to_json(*rolled);
  return row.text(4) == dice::generator && same_json(row, 5, json.at("rolls")) &&
         same_json(row, 6, json.at("dice")) && row.number(7) == rolled->modifier &&
         row.number(8) == rolled->total;
}

/// Columns 2 and 3: a text and its digest.
bool has_its_digest(Statement const& row) {
  return hex(sha256(row.text(2))) == row.text(3);
}

Result<void> check_computed(Database& database, Lines& lines) {
  TRY(look_at(database, "SELECT session_id, id, content, content_key FROM observations",
              "the key of an observation does not match its content", lines,
              [](auto const& row) { return content_key(row.text(2)) == row.text(3); }));
  TRY(look_at(
      database,
      "SELECT session_id, id, expression, seed, generator, rolls, dice, modifier, total FROM dice_rolls",
      "dice do not match their seed", lines, rolls_again));
  TRY(look_at(database, "SELECT session_id, digest, frozen, digest FROM story_documents",
              "the documents of a story do not have their digest", lines, has_its_digest));
  TRY(look_at(database, "SELECT kind, id, document, digest FROM content_versions",
              "a former version does not have its digest", lines, has_its_digest));
  return look_at(
      database,
      "SELECT t.session_id, t.user_action_id, a.action_text, t.text_sha256 FROM turns t JOIN actions a ON "
      "a.scene_id = t.scene_id JOIN session_characters c ON c.session_id = t.session_id AND "
      "c.character_id = a.character_id WHERE t.what = 'say' AND c.role = 'user_persona'",
      "the player's text does not have its digest", lines, has_its_digest);
}

Result<void> check_content(Database& database, DocumentKind kind, Lines& lines) {
  auto rows =
      TRY(query(database, fmt::format("SELECT id, digest FROM {} ORDER BY id", content_table(kind).table)));
  while (TRY(rows.step())) {
    auto const id = rows.text(0);
    auto const json = TRY(current_json(database, kind, id));
    auto const content = json ? content_from_json(kind, *json) : fail(Fault::missing, id);
    if (!content || digest_of(*content) != rows.text(1))
      lines.push_back(fmt::format("a document does not have its digest: {} {}", document_word(kind), id));
  }
  return {};
}

} // namespace

Result<Lines> faults_of(Database& database) {
  auto lines = TRY(database.damage());
  for (auto const& invariant : invariants())
    TRY(look_for(database, invariant, lines));
  TRY(check_computed(database, lines));
  for (auto const kind :
       {DocumentKind::ruleset, DocumentKind::world_lore, DocumentKind::character, DocumentKind::scenario})
    TRY(check_content(database, kind, lines));
  return lines;
}

Result<Lines> check_stories(Store const& store) {
  return store.read(faults_of);
}

} // namespace artifactd::turn
