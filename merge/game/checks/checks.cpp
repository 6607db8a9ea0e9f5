#include "merge/game/checks/checks.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace artifactd::game {

namespace {

constexpr auto stops = Severity::error;
constexpr auto warns = Severity::warning;

/// Finding a line in a large file costs a look at all of it.
constexpr std::size_t most_located = 100;

constexpr auto check_table = std::to_array<Check>({
    {"game.T01", stops, "the transitions are present"},
    {"game.T02", stops, "the transitions are JSON of the required shape"},
    {"game.T03", stops, "logic is not null"},
    {"game.T04", stops, "logic is an object"},
    {"game.T05", stops, "logic names no player by a number in brackets"},
    {"game.T06", stops, "logic names no player by an id"},
    {"game.T07", stops, "phases and transitions are lists"},
    {"game.T08", stops, "every phase can be reached from init"},
    {"game.T09", stops, "finished can be reached from init"},
    {"game.T10", stops, "preconditions are deterministic"},
    {"game.V01", stops, "the transitions are JSON"},
    {"game.V02", stops, "the schema is JSON"},
    {"game.V03", stops, "phases is a list"},
    {"game.V04", stops, "transitions is a list"},
    {"game.V05", stops, "a transition says from which phase to which"},
    {"game.V06", stops, "fromPhase is one of the phases"},
    {"game.V07", stops, "toPhase is one of the phases"},
    {"game.V08", warns, "some transition leads into every phase but the first"},
    {"game.V09", stops, "some transition leads out of every phase but the last"},
    {"game.V10", stops, "some transition leads out of the first phase"},
    {"game.V11", stops, "an end can be reached from every phase"},
    {"game.V12", warns, "preconditions are a list"},
    {"game.V13", stops, "a precondition reads no player by a number"},
    {"game.V14", stops, "a precondition reads fields by their full path"},
    {"game.V15", stops, "a precondition reads fields of the schema"},
    {"game.I01", stops, "the instructions have the required shape"},
    {"game.I02", stops, "a segment of a path is a literal or one template"},
    {"game.I03", stops, "an operation has a name"},
    {"game.I04", stops, "an operation is one of the ten"},
    {"game.I05", stops, "an operation has the members it needs"},
    {"game.I06", stops, "rng has choices and probabilities"},
    {"game.I07", stops, "there are as many probabilities as choices"},
    {"game.I08", warns, "probabilities add up to 1"},
    {"game.I09", stops, "setFromMap has a map that is not empty"},
    {"game.I10", stops, "setFromDataSource names a known source"},
    {"game.I11", stops, "paramValues is an object"},
    {"game.I12", stops, "a template is a path, not an expression"},
    {"game.I13", stops, "no list contains a template"},
    {"game.I14", warns, "an operation's path is a field of the schema"},
    {"game.I15", stops, "what a precondition reads is written somewhere"},
    {"game.I16", stops, "a player action says whether its player has to act on"},
    {"game.I17", stops, "a narrative marker names a narrative"},
    {"game.I18", stops, "there are instructions"},
    {"game.I19", stops, "a validation check has an id and a message"},
    {"game.I20", warns, "checks, deltas and rules are not empty"},
    {"game.I21", warns, "checked fields are set somewhere"},
    {"game.I22", stops, "a transition does not wait for what only it sets"},
    {"game.I23", stops, "the init transition leads somewhere"},
    {"game.I24", stops, "some transition leads out of the starting phase"},
    {"game.I25", stops, "the game can move on after init by itself"},
    {"game.I26", stops, "the game can move on after init, or a player can act"},
    {"game.I27", stops, "no precondition blocks the start"},
    {"game.I28", stops, "some transition ends the game"},
    {"game.I29", stops, "some transition marks winners"},
    {"game.I30", stops, "a way leads from init to finished"},
    {"game.I31", stops, "some way to the end marks winners"},
    {"game.I32", stops, "the graph can be walked at all"},
    {"game.I33", stops, "finished is one of the phases"},
    {"game.I34", stops, "every phase can be reached"},
    {"game.I35", stops, "finished can be reached"},
    {"game.R01", stops, "a repair leaves instructions behind"},
    {"game.G01", stops, "every transition has an instruction"},
    {"game.G02", stops, "every phase that waits for players has an instruction"},
    {"game.G03", stops, "no phase but finished is a dead end"},
    {"game.G04", stops, "what allPlayers and anyPlayer look at is a field of players"},
    {"game.G05", stops, "a var with a default reads a field of the schema"},
    {"game.G06", stops, "no var reads players[*], which is always null"},
    {"game.G07", stops, "some transition sets gameEnded to true"},
    {"game.G08", stops, "the start is not blocked by values init sets"},
    {"game.G09", stops, "transition ids are unique"},
    {"game.G10", warns, "an instruction's id is the key it is stored under"},
    {"game.G11", warns, "an instruction belongs to a transition or phase"},
    {"game.G12", stops, "the phases begin with init"},
    {"game.G13", stops, "merge goes into an object"},
    {"game.G14", warns, "transfer says its amount as value, too"},
    {"game.G15", stops, "what is evaluated is an operation"},
    {"game.G16", warns, "the schema declares a field once"},
    {"game.G17", warns, "a field of the schema has a known type"},
    {"game.G18", warns, "a field of the schema is the game's or the players'"},
    {"game.G19", warns, "a field's name and path agree"},
    {"game.G20", stops, "what is written is a field of the game or of a player"},
    {"game.P01", stops, "something can happen in every state the game reaches"},
    {"game.P02", stops, "a player the game waits for has an action that the checks allow"},
    {"game.P03", stops, "players who act can leave the phase"},
    {"game.P04", stops, "transitions do not fire for ever by themselves"},
    {"game.P05", stops, "an end can be reached from every state the game reaches"},
    {"game.P06", stops, "the game ends in finished, and not before anybody has acted"},
    {"game.P07", stops, "no operation fails, and what is written fits the schema"},
    {"game.P08", stops, "every phase is entered in some play"},
    {"game.P09", stops, "probabilities leave something to chance"},
});

} // namespace

std::span<Check const> checks() noexcept {
  return check_table;
}

Check const& check_of(std::string_view id) noexcept {
  auto const* found = std::ranges::find_if(check_table, [&](Check const& each) { return each.id() == id; });
  assert(found != check_table.end());
  return *found;
}

Finding* Report::fresh(std::string_view id, std::string message, std::string hint) {
  if (!told_.insert(message).second) return nullptr;
  auto const& check = check_of(id);
  findings_.push_back({.code = std::string(check.code),
                       .tier = Tier::semantic,
                       .severity = check.severity,
                       .message = std::move(message),
                       .hint = std::move(hint)});
  return &findings_.back();
}

void Report::add(std::string_view id, Part const& at, std::string message, std::string hint) {
  auto* finding = fresh(id, std::move(message), std::move(hint));
  if (finding == nullptr || !at) return;
  finding->file = at.text->path();
  if (places_ == Places::looked_up && findings_.size() <= most_located) at.text->locate(*finding, *at.node);
}

void Report::add(std::string_view id, Text const* text, std::string message, std::string hint) {
  auto* finding = fresh(id, std::move(message), std::move(hint));
  if (finding != nullptr && text != nullptr) finding->file = text->path();
}

} // namespace artifactd::game
