#include "merge/game/fragment_address.hpp"

#include "state/vocabulary/names.hpp"
#include "state/vocabulary/word_table.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd::game {

namespace {

constexpr std::size_t longest_address = 512;
constexpr std::string_view preconditions_step = ".preconditions.";
/// Prefix of an id that would otherwise be read differently.
constexpr std::string_view escape_of_ids = "transitions.";
constexpr std::array<std::string_view, 3> artifact_words = {"schema", "transitions", "instructions"};

using Form = FragmentAddress::Form;

/// Removes `before` from the front, if it is there.
bool take(std::string_view& text, std::string_view before) {
  if (!text.starts_with(before)) return false;
  text.remove_prefix(before.size());
  return true;
}

FragmentAddress field_address(std::string_view name) {
  if (!take(name, "players[*].") && !take(name, "player.") && !take(name, "players."))
    return {Form::field, std::string(name)};
  while (take(name, "*.")) {
  }
  return {Form::field, "players." + std::string(name)};
}

/// `word` alone is a list, with something after it an entry.
std::optional<FragmentAddress> listed_in(std::string_view rest, std::string_view word, Form list,
                                         Form entry) {
  if (rest == word) return FragmentAddress{list, std::string(word)};
  if (!take(rest, word) || !take(rest, ".")) return std::nullopt;
  return FragmentAddress{entry, std::string(rest)};
}

std::optional<FragmentAddress> phases_address(std::string_view rest) {
  if (auto address = listed_in(rest, phases_member, Form::phase_list, Form::phase)) return address;
  return listed_in(rest, metadata_member, Form::metadata_list, Form::phase_metadata);
}

bool reads_otherwise(std::string_view id) {
  return id.starts_with(escape_of_ids) || phases_address(id);
}

FragmentAddress transition_address(std::string_view rest) {
  if (!take(rest, escape_of_ids))
    if (auto address = phases_address(rest)) return *std::move(address);
  auto step = rest.find(preconditions_step);
  if (step == rest.npos) return {Form::transition, std::string(rest)};
  return {Form::precondition, std::string(rest.substr(0, step)),
          std::string(rest.substr(step + preconditions_step.size()))};
}

FragmentAddress phase_address(std::string_view rest) {
  auto dot = rest.find('.');
  if (dot == rest.npos) return {Form::player_phase, std::string(rest)};
  return {Form::player_action, std::string(rest.substr(0, dot)), std::string(rest.substr(dot + 1))};
}

std::optional<FragmentAddress> instruction_address(std::string_view rest) {
  if (take(rest, "playerPhaseInstructions.") || take(rest, "playerPhases.")) return phase_address(rest);
  if (take(rest, "transitionInstructions.") || take(rest, "transitions."))
    return FragmentAddress{Form::transition_instruction, std::string(rest)};
  return std::nullopt;
}

FragmentAddress address_in(std::string_view text, std::optional<Artifact> meant) {
  if (artifact_from(text) && (!meant || artifact_word(*meant) == text))
    return {Form::whole, std::string(text)};
  auto rest = text;
  if (take(rest, "schema.")) return field_address(rest);
  if (take(rest, "instructions."))
    return instruction_address(rest).value_or(
        FragmentAddress{Form::transition_instruction, std::string(rest)});
  if (meant == Artifact::schema || (!meant && (text.starts_with("game.") || text.starts_with("player"))))
    if (!instruction_address(text)) return field_address(text);
  if (meant != Artifact::instructions && take(rest, "transitions.")) return transition_address(rest);
  if (auto instruction = instruction_address(text)) return *instruction;
  if (meant == Artifact::instructions) return {Form::transition_instruction, std::string(text)};
  return transition_address(text);
}

bool is_sound(std::string_view part) {
  return !part.empty() && !part.starts_with('.') && !part.ends_with('.') &&
         std::ranges::none_of(part, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

} // namespace

std::string_view artifact_word(Artifact artifact) noexcept {
  return artifact_words[static_cast<std::size_t>(artifact)];
}

std::optional<Artifact> artifact_from(std::string_view word) noexcept {
  return by_word<Artifact>(artifact_words, word);
}

Artifact FragmentAddress::artifact() const noexcept {
  switch (form) {
  case Form::whole:
    return artifact_from(name).value_or(Artifact::instructions);
  case Form::field:
    return Artifact::schema;
  case Form::transition:
  case Form::precondition:
  case Form::phase_list:
  case Form::phase:
  case Form::metadata_list:
  case Form::phase_metadata:
    return Artifact::transitions;
  default:
    return Artifact::instructions;
  }
}

std::string FragmentAddress::text() const {
  auto const escape = reads_otherwise(name) ? escape_of_ids : std::string_view();
  switch (form) {
  case Form::whole:
    return name;
  case Form::field:
    return "schema." + name;
  case Form::transition:
    return fmt::format("transitions.{}{}", escape, name);
  case Form::precondition:
    return fmt::format("transitions.{}{}{}{}", escape, name, preconditions_step, inner);
  case Form::phase_list:
  case Form::metadata_list:
    return "transitions." + name;
  case Form::phase:
    return fmt::format("transitions.{}.{}", phases_member, name);
  case Form::phase_metadata:
    return fmt::format("transitions.{}.{}", metadata_member, name);
  case Form::transition_instruction:
    return "instructions.transitions." + name;
  case Form::player_phase:
    return "instructions.playerPhases." + name;
  case Form::player_action:
    return fmt::format("instructions.playerPhases.{}.{}", name, inner);
  }
  return name;
}

Result<FragmentAddress> parse_address(std::string_view text, std::optional<Artifact> meant) {
  auto refuse = [&](std::string_view why) {
    return fail(Fault::invalid, fmt::format("\"{}\" is not a valid fragment address: {}",
                                            printable(text.substr(0, 80)), why));
  };
  if (text.size() > longest_address) return refuse("it is too long");
  auto address = address_in(text, meant);
  if (address.text().size() > longest_address) return refuse("it is too long");
  auto const has_inner = address.form == Form::precondition || address.form == Form::player_action;
  if (!is_sound(address.name) || (has_inner && !is_sound(address.inner))) return refuse("it names nothing");
  if (meant && address.artifact() != *meant)
    return refuse(fmt::format("it is not in the {}", artifact_word(*meant)));
  return address;
}

} // namespace artifactd::game
