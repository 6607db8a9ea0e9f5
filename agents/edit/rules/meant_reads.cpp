#include "agents/edit/draft.hpp"
#include "agents/edit/rules/field_use.hpp"
#include "agents/edit/rules/fields.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/rules/words.hpp"
#include "merge/game/checks/references.hpp"
#include "merge/game/logic/logic_context.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <re2/re2.h>
#include <set>

namespace artifactd::editor {

namespace {

std::vector<std::string> computed_names() {
  auto const computed = game::computed_fields();
  return {computed.begin(), computed.end()};
}

/// Computed fields have no prefix, and belong neither to the game nor to the players.
std::string computed_meant(std::string const& written) {
  auto const computed = computed_names();
  auto last = written.substr(written.rfind('.') + 1);
  if (std::ranges::find(computed, last) != computed.end()) return last;
  return written.contains('.') ? std::string() : probably_meant(written, computed);
}

struct Reads {
  std::set<std::string> known;
  std::set<std::string> unknown;
};

/// References to a player by number or id are another pattern.
Reads reads_of(Evidence const& evidence, game::Transition const& transition) {
  static re2::RE2 const one_player(R"(^players(?:\[\d|\.[^.*]+\.))");
  Reads reads;
  for (auto const& precondition : transition.preconditions) {
    if (precondition.logic == nullptr) continue;
    auto all = game::field_references(*precondition.logic);
    std::ranges::copy(game::defaulted_references(*precondition.logic), std::back_inserter(all));
    for (auto const& each : all)
      if (!each.field.empty() && !re2::RE2::PartialMatch(each.field, one_player))
        (is_readable(evidence, each.field) ? reads.known : reads.unknown).insert(each.field);
    for (auto const& each : game::player_references(*precondition.logic))
      reads.known.insert("players[*]." + each.field);
  }
  return reads;
}

std::string type_of(Evidence const& evidence, std::string const& field) {
  if (field == "allPlayersCompletedActions") return "boolean";
  auto const* declared = evidence.fields.find(game::stripped(field));
  if (declared == nullptr) return "number"; // the other computed fields count players
  return declared->type == "enum" ? "string" : declared->type;
}

/// The only checked field, of the game or computed, that no precondition reads, if the only unknown field is
/// used with a matching type.
std::string checked_meant(Evidence const& evidence, game::Transition const& transition, Reads const& reads) {
  if (reads.unknown.size() != 1) return {};
  std::set<std::string> unread;
  for (auto const& field : transition.checked_fields)
    if (is_readable(evidence, field) && !field.starts_with("players[") && !reads.known.contains(field))
      unread.insert(field);
  if (unread.size() != 1) return {};
  auto const& written = *reads.unknown.begin();
  auto const& meant = *unread.begin();
  auto const used_as = type_by_use(evidence, written);
  auto const type = type_of(evidence, meant);
  return used_as.empty() || type.empty() || used_as == type ? meant : std::string();
}

std::vector<std::string> errors_about(Evidence const& evidence, game::Transition const& transition,
                                      std::string const& written) {
  std::vector<std::string> errors;
  auto const place = "ransition " + transition.id + " precondition ";
  auto const quoted_place = "Transition '" + transition.id + "', precondition ";
  for (auto const& error : evidence.errors) {
    auto const is_here = error.contains(place) || error.starts_with(quoted_place);
    if ((is_here && error.contains(written)) || error.starts_with(fmt::format("Field \"{}\" ", written)))
      errors.push_back(error);
  }
  return errors;
}

} // namespace

void find_meant_reads(Evidence const& evidence, Causes& causes) {
  for (auto const& transition : evidence.game.transitions()) {
    auto const reads = reads_of(evidence, transition);
    for (auto const& written : reads.unknown) {
      auto meant = computed_meant(written);
      if (meant.empty()) meant = checked_meant(evidence, transition, reads);
      auto errors = errors_about(evidence, transition, written);
      if (meant.empty() || errors.empty()) continue;
      Draft draft(evidence.game);
      for (std::size_t i = 0; i < transition.preconditions.size(); ++i)
        if (auto const* logic = transition.preconditions[i].logic)
          rename_reads(*logic, fmt::format("/preconditions/{}/logic", i), written, meant,
                       transition_address(transition), draft);
      causes.push_back({"P6", fmt::format("{} reads {}; {} is meant.", transition.id, written, meant),
                        Confidence::high, std::move(errors),
                        draft.changes(fmt::format("Read {} instead of {}", meant, written))});
    }
  }
}

} // namespace artifactd::editor
