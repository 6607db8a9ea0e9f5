#include "merge/game/game.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace artifactd::game {

namespace {

constexpr std::string_view transition_files = "instructions.transitions.";
constexpr std::string_view phase_files = "instructions.playerPhases.";
constexpr std::string_view ending = ".json";

bool is_container(JsonNode const* node) {
  return is(node, json::Type::object) || is(node, json::Type::array);
}

std::vector<Operation> operations_of(Text const& text, JsonNode const& instruction) {
  std::vector<Operation> operations;
  auto const* delta = instruction.find("stateDelta");
  if (!is(delta, json::Type::array)) return operations;
  operations.reserve(delta->children().size());
  for (std::size_t index = 0; auto const& node : delta->children()) {
    operations.push_back(
        {{&text, &node}, index++, string_at(node, "op").value_or(""), string_at(node, "path")});
  }
  return operations;
}

Instruction instruction_of(Text const& text, JsonNode const& node) {
  return {{&text, &node}, string_at(node, "id").value_or("undefined"), operations_of(text, node)};
}

Transition transition_of(Text const& text, JsonNode const& node) {
  Transition transition;
  transition.part = {&text, &node};
  transition.id = string_at(node, "id").value_or("undefined");
  transition.from = string_at(node, "fromPhase").value_or("");
  transition.to = string_at(node, "toPhase").value_or("");
  if (auto const* checked = node.find("checkedFields"); is(checked, json::Type::array))
    for (auto const& field : checked->children())
      if (is(&field, json::Type::string)) transition.checked_fields.push_back(field.string());
  auto const* preconditions = node.find("preconditions");
  transition.preconditions_listed = is(preconditions, json::Type::array);
  if (!transition.preconditions_listed) return transition;
  for (auto const& each : preconditions->children())
    transition.preconditions.push_back({{&text, &each},
                                        string_at(each, "id").value_or("undefined"),
                                        each.find("logic"),
                                        each.find("deterministic")});
  return transition;
}

std::vector<std::string> ids_in(JsonNode const& list) {
  std::vector<std::string> ids;
  for (auto const& each : list.children())
    if (is(&each, json::Type::string))
      ids.push_back(each.string());
    else if (auto id = string_at(each, "id"))
      ids.push_back(*std::move(id));
  return ids;
}

/// Parses the files that belong to a game.
std::vector<std::shared_ptr<Text const>> texts_of(std::vector<GameFile> files) {
  std::vector<std::shared_ptr<Text const>> texts;
  for (auto& file : files)
    if (!artifact_of(file.name).empty()) texts.push_back(std::make_shared<Text const>(std::move(file)));
  return texts;
}

/// `name` without the given prefix and the ending, if it has both.
std::optional<std::string_view> between(std::string_view name, std::string_view before) {
  if (!name.starts_with(before) || !name.ends_with(ending) || name.size() <= before.size() + ending.size())
    return std::nullopt;
  return name.substr(before.size(), name.size() - before.size() - ending.size());
}

} // namespace

std::string_view artifact_of(std::string_view file_name) noexcept {
  constexpr std::array<std::string_view, 5> whole = {"schema", "transitions", "instructions", "narratives",
                                                     "dataSources"};
  for (auto each : whole)
    if (file_name.starts_with(each) && file_name.substr(each.size()) == ending) return each;
  if (between(file_name, transition_files) || between(file_name, phase_files)) return "instructions";
  return {};
}

std::vector<std::string> address_of(std::string_view file_name) {
  if (auto id = between(file_name, transition_files))
    return {"instructions", "transitions", std::string(*id)};
  if (auto phase = between(file_name, phase_files))
    return {"instructions", "playerPhases", std::string(*phase)};
  auto artifact = artifact_of(file_name);
  return artifact.empty() ? std::vector<std::string>() : std::vector{std::string(artifact)};
}

Game::Game(std::vector<GameFile> files) {
  read_all(texts_of(std::move(files)));
}

void Game::read_all(std::vector<SharedText> files) {
  for (auto& file : files)
    read(std::move(file));
  if (schema_text_ != nullptr && schema_text_->root() != nullptr)
    schema_ = whole({schema_text_, schema_text_->root()}, "stateSchema", "schema", schema_text_);
  read_transitions();
}

Text const& Game::add_inner(Part const& string) {
  return *texts_.emplace_back(std::make_shared<Text const>(*string.text, *string.node));
}

/// A value given as a JSON string that holds an object or a list is that object or list.
Part Game::opened(Part part) {
  if (!is(part.node, json::Type::string)) return part;
  auto const& inner = add_inner(part);
  if (is_container(inner.root())) return opened({&inner, inner.root()});
  return part;
}

/// Unwraps one artifact. `text` becomes the string it was given as, which shows when that is broken: then
/// there is no such part.
Part Game::whole(Part part, std::string_view wrapper, std::string_view other_wrapper, Text const*& text) {
  auto unpacked = [&](Part const& packed) -> Part {
    if (!is(packed.node, json::Type::string)) return packed;
    text = &add_inner(packed);
    return {text, text->root()};
  };
  part = unpacked(part);
  for (auto key : {wrapper, other_wrapper}) {
    auto const* inner = is(part.node, json::Type::object) && part.node->find("phases") == nullptr
                            ? part.node->find(key)
                            : nullptr;
    if (inner != nullptr && !is(inner, json::Type::array)) part = unpacked({part.text, inner});
    if (inner != nullptr && key == wrapper && is(inner, json::Type::array)) part = {part.text, inner};
  }
  return part;
}

void Game::read(SharedText file) {
  auto const& text = *texts_.emplace_back(std::move(file));
  auto const& name = text.file_content().name;
  auto const artifact = artifact_of(name);
  auto const transition = between(name, transition_files);
  auto const phase = between(name, phase_files);
  if (artifact == "schema") schema_text_ = &text;
  if (artifact == "transitions") transitions_text_ = &text;
  if (artifact == "instructions") instruction_texts_.push_back(&text);
  if (text.root() == nullptr) return;
  if (transition)
    add_transition_instruction(std::string(*transition), opened({&text, text.root()}));
  else if (phase)
    add_player_phase(std::string(*phase), opened({&text, text.root()}));
  else if (artifact == "instructions")
    read_instructions(text);
  else if (artifact == "narratives" && is(text.root(), json::Type::object))
    for (auto const& member : text.root()->children())
      narratives_.emplace_back(member.key(),
                               is(&member, json::Type::string) ? member.string() : std::string());
  else if (artifact == "dataSources" && is(text.root(), json::Type::array))
    data_sources_ = ids_in(*text.root());
}

void Game::read_transitions() {
  if (transitions_text_ == nullptr || transitions_text_->root() == nullptr) return;
  auto const part = whole({transitions_text_, transitions_text_->root()}, "stateTransitions", "transitions",
                          transitions_text_);
  transitions_part_ = part;
  if (!is(part.node, json::Type::object)) return;
  auto const* phases = part.node->find("phases");
  lists_phases_ = is(phases, json::Type::array);
  if (lists_phases_)
    for (auto const& phase : phases->children())
      phases_.push_back(is(&phase, json::Type::string) ? phase.string() : std::string(phase.text()));
  if (auto const* metadata = part.node->find("phaseMetadata"); is(metadata, json::Type::array))
    for (auto const& each : metadata->children())
      if (auto phase = string_at(each, "phase"))
        input_phases_.try_emplace(*phase, !is_falsy(each.find("requiresPlayerInput")));
  auto const* transitions = part.node->find("transitions");
  lists_transitions_ = is(transitions, json::Type::array);
  if (lists_transitions_)
    for (auto const& each : transitions->children())
      transitions_.push_back(transition_of(*part.text, each));
  for (std::size_t i = 0; i < transitions_.size(); ++i)
    transitions_by_id_.try_emplace(transitions_[i].id, i);
}

void Game::read_instructions(Text const& text) {
  auto whole = opened({&text, text.root()});
  if (!is(whole.node, json::Type::object)) return;
  auto map_under = [&](std::string_view a, std::string_view b) -> Part {
    auto const* map = whole.node->find(a);
    if (map == nullptr) map = whole.node->find(b);
    return map == nullptr ? Part() : opened({whole.text, map});
  };
  player_phases_part_ = map_under("playerPhases", "playerPhaseInstructions");
  transition_instructions_part_ = map_under("transitions", "transitionInstructions");
  if (is(player_phases_part_.node, json::Type::object))
    for (auto const& member : player_phases_part_.node->children())
      add_player_phase(member.key(), opened({player_phases_part_.text, &member}));
  if (is(transition_instructions_part_.node, json::Type::object))
    for (auto const& member : transition_instructions_part_.node->children())
      add_transition_instruction(member.key(), opened({transition_instructions_part_.text, &member}));
}

void Game::add_player_phase(std::string key, Part part) {
  PhaseInstruction phase{std::move(key), part, {}};
  if (is(part.node, json::Type::object))
    if (auto const* actions = part.node->find("playerActions"); is(actions, json::Type::array))
      for (auto const& action : actions->children())
        phase.actions.push_back(instruction_of(*part.text, action));
  player_phases_.push_back(std::move(phase));
}

void Game::add_transition_instruction(std::string key, Part part) {
  instructions_by_key_.try_emplace(key, transition_instructions_.size());
  transition_instructions_.push_back({std::move(key), instruction_of(*part.text, *part.node)});
}

Game Game::with(std::vector<GameFile> changed) const {
  std::vector<SharedText> files;
  for (auto const& text : texts_) {
    auto same_name = [&](GameFile const& each) { return each.name == text->file_content().name; };
    if (text->is_file() && std::ranges::none_of(changed, same_name)) files.push_back(text);
  }
  std::ranges::move(texts_of(std::move(changed)), std::back_inserter(files));
  std::erase_if(files, [](SharedText const& each) { return each->bytes().empty(); });
  std::ranges::sort(files, {}, [](SharedText const& each) -> auto& { return each->file_content().name; });
  Game game(std::vector<GameFile>{});
  game.read_all(std::move(files));
  return game;
}

bool Game::requires_input(std::string_view phase) const {
  auto known = input_phases_.find(phase);
  return known != input_phases_.end() && known->second;
}

Transition const* Game::transition(std::string_view id) const {
  auto found = transitions_by_id_.find(id);
  return found == transitions_by_id_.end() ? nullptr : &transitions_[found->second];
}

TransitionInstruction const* Game::transition_instruction(std::string_view key) const {
  auto found = instructions_by_key_.find(key);
  return found == instructions_by_key_.end() ? nullptr : &transition_instructions_[found->second];
}

PhaseInstruction const* Game::player_phase(std::string_view key) const {
  auto found = std::ranges::find(player_phases_, key, &PhaseInstruction::key);
  return found == player_phases_.end() ? nullptr : &*found;
}

} // namespace artifactd::game
