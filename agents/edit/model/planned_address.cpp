#include "agents/edit/model/planned_address.hpp"

#include "agents/edit/rules/words.hpp"
#include "merge/game/fragment.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <optional>

namespace artifactd::editor {

namespace {

using game::FragmentAddress;
using Form = FragmentAddress::Form;

/// "game." for "game.round"; empty for a bare name.
std::string scope_of(std::string const& field) {
  return field.substr(0, field.find('.') + 1);
}

std::string without_digits(std::string text) {
  std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
  return text;
}

/// round_2 beside round_1 is a new name, not a slip.
std::string slip_for(std::string const& name, std::vector<std::string> const& known) {
  auto meant = probably_meant(name, known);
  return without_digits(meant) == without_digits(name) ? std::string() : meant;
}

/// Compares the names of fields within the scope, since the scope itself is not what is mistyped.
std::string field_meant(std::string const& path, std::vector<std::string> const& known) {
  auto const scope = scope_of(path).empty() ? std::string("game.") : scope_of(path);
  std::vector<std::string> names;
  for (auto const& each : known)
    if (each.starts_with(scope)) names.push_back(each.substr(scope.size()));
  auto const meant = slip_for(path.substr(scope_of(path).size()), names);
  return meant.empty() ? meant : scope + meant;
}

/// Whether another artifact uses the name: then it belongs to this game.
bool is_known_name(game::Game const& game, std::string const& name) {
  return game.transition(name) != nullptr || game.transition_instruction(name) != nullptr ||
         game.player_phase(name) != nullptr || std::ranges::find(game.phases(), name) != game.phases().end();
}

/// The existing fragment that was probably meant by an unknown address; std::nullopt if none is close.
std::optional<FragmentAddress> fragment_meant(Evidence const& evidence, FragmentAddress const& address) {
  auto const beside = game::names_beside(evidence.game, address);
  auto const owner = address.form == Form::precondition ? Form::transition : Form::player_phase;
  auto const has_inner = !address.inner.empty();
  auto const owner_is_there =
      has_inner && game::find_fragment(evidence.game, FragmentAddress{owner, address.name}).has_value();
  auto const& name = owner_is_there ? address.inner : address.name;
  if (!owner_is_there && is_known_name(evidence.game, name)) return std::nullopt;
  auto const bare = address.form == Form::field ? name.substr(scope_of(name).size()) : name;
  if (std::ranges::any_of(evidence.errors, [&](std::string const& each) { return each.contains(bare); }))
    return std::nullopt; // the errors use that name
  auto const meant = address.form == Form::field ? field_meant(name, beside) : slip_for(name, beside);
  if (meant.empty()) return std::nullopt;
  auto corrected = address;
  (owner_is_there ? corrected.inner : corrected.name) = meant;
  return corrected;
}

std::string doubt(FragmentAddress const& address, Evidence const& evidence, DoubtedAddresses& doubted) {
  auto const text = address.text();
  if (game::find_fragment(evidence.game, address) || doubted.contains(text)) return "";
  auto const meant = fragment_meant(evidence, address);
  if (!meant) return "";
  doubted.insert(text);
  return printable(fmt::format("there is no {}; did you mean {}? Name it again to add a new fragment", text,
                               meant->text()));
}

bool is_whole(FragmentAddress const& address) {
  return address.form == Form::whole;
}

bool is_list(FragmentAddress const& address) {
  return address.form == Form::phase_list || address.form == Form::metadata_list;
}

std::string deletion_fault(FragmentAddress const& address, game::Game const& game) {
  if (is_whole(address) || is_list(address))
    return "a delete names one fragment, not a whole artifact or list";
  auto const there = game::find_fragment(game, address);
  return there ? std::string() : printable(there.error().message);
}

} // namespace

std::string address_fault(Json const& change, Evidence const& evidence, DoubtedAddresses& doubted) {
  auto const operation = text_member(change, "operation");
  if (operation == "reextract") return "";
  auto const artifact =
      game::artifact_from(text_member(change, "artifact")).value_or(game::Artifact::instructions);
  auto const text = text_member(change, "fragmentAddress");
  if (text.empty()) return fmt::format("a {} needs a fragmentAddress", operation);
  auto const address = game::parse_address(text, artifact);
  if (!address) return printable(address.error().message);
  auto const says_field = change.contains("schemaField") && change["schemaField"].is_object();
  auto const is_patched_field = operation == "patch" && address->form == Form::field;
  if (!is_patched_field && says_field) return "only a patch of the schema has a schemaField";
  if (operation == "delete") return deletion_fault(*address, evidence.game);
  if (is_patched_field && !says_field) return "a patch of the schema needs a schemaField";
  return is_whole(*address) ? "a patch names one fragment" : doubt(*address, evidence, doubted);
}

} // namespace artifactd::editor
