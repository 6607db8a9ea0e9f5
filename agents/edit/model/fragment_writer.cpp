#include "agents/edit/model/fragment_writer.hpp"

#include "agents/edit/model/artifact_config.hpp"
#include "agents/edit/model/material.hpp"
#include "agents/edit/model/summaries.hpp"
#include "agents/model/strict_json.hpp"
#include "merge/game/fragment.hpp"
#include "merge/game/logic_context.hpp"
#include "state/json_member.hpp"
#include "state/json_text.hpp"
#include "state/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

namespace artifactd::editor {

namespace {

constexpr unsigned fragment_tokens = 8192;
constexpr unsigned artifact_tokens = 32'000;
constexpr std::size_t longest_growth = 32'768; // bytes a fragment may grow by
constexpr std::size_t longest_artifact = std::size_t{1} << 20;
constexpr unsigned deepest_fragment = 64;

constexpr char const* fragment_schema = R"({
  "type": "object", "required": ["fragment"], "additionalProperties": false,
  "properties": {"fragment": {"type": "string", "minLength": 2}}
})";

/// What a fragment calls itself.
struct OwnName {
  std::string member; ///< empty: nothing
  std::string name;
};

/// What stands there, and what may come back.
struct Expected {
  std::string text; ///< empty: nothing yet
  OwnName own;
  std::span<std::string_view const> members;
};

Result<Json> value_in(std::string const& text, std::size_t most) {
  auto value = model::read_json(text, {.bytes = most, .depth = deepest_fragment});
  if (!value) return fail(Fault::invalid, printable(value.error().front().message));
  return *std::move(value);
}

/// By its address, or as it was. What called itself otherwise would pass for another fragment.
bool is_called(Json const& fragment, Json const& before, OwnName const& own) {
  auto called = [&](Json const& value) { return value.value(own.member, Json()); };
  return called(fragment) == own.name ||
         (before.is_object() && !before.empty() && called(fragment) == called(before));
}

/// Why the text is not what that fragment may become; empty: it is.
std::vector<std::string> fragment_faults(Json const& reply, Expected const& expected) {
  auto const text = text_member(reply, "fragment");
  auto const fragment = value_in(text, expected.text.size() * 4 + longest_growth);
  if (!fragment) return {"/fragment: it has to hold one JSON object: " + fragment.error().message};
  if (!fragment->is_object()) return {"/fragment: it has to hold one JSON object"};
  std::vector<std::string> faults;
  auto before = Json::parse(expected.text, nullptr, false);
  if (!before.is_object()) before = Json::object(); // nothing yet, or a string that holds no JSON
  if (auto const& [member, name] = expected.own;
      !member.empty() && !is_called(*fragment, before, expected.own))
    faults.push_back(fmt::format("/fragment: its {} has to be {}", member, printable(name)));
  auto is_known = [&](std::string const& key) {
    return std::ranges::find(expected.members, key) != expected.members.end();
  };
  for (auto const& [key, value] : fragment->items())
    if (!is_known(key) && !before.contains(key))
      faults.push_back(fmt::format("/fragment: {} has no place there", printable(key).substr(0, 80)));
  for (auto const& [key, value] : before.items())
    if (!is_known(key) && (!fragment->contains(key) || (*fragment)[key] != value))
      faults.push_back(fmt::format("/fragment: {} has to stay as it is", printable(key).substr(0, 80)));
  return faults;
}

/// Member by member, so that what stays keeps its bytes.
std::vector<FragmentEdit> member_edits(std::string const& before, std::string const& after) {
  using EditWhat = FragmentEdit::What;
  JsonNode const old(before);
  if (old.type() != json::Type::object) return {{EditWhat::set, "", after, before}};
  JsonNode const now(after);
  auto pointer = [](std::string const& key) {
    std::string escaped;
    for (char const c : key)
      escaped += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    return "/" + escaped;
  };
  std::vector<FragmentEdit> edits;
  for (auto const& member : now.children()) {
    auto const* former = old.find(member.key());
    if (former != nullptr && same_value(*former, member)) continue;
    edits.push_back({EditWhat::set, pointer(member.key()), std::string(member.text()),
                     former == nullptr ? "" : std::string(former->text())});
  }
  for (auto const& member : old.children())
    if (now.find(member.key()) == nullptr)
      edits.push_back({EditWhat::remove, pointer(member.key()), "", std::string(member.text())});
  return edits;
}

OwnName own_name_of(game::FragmentAddress const& address) {
  using Form = game::FragmentAddress::Form;
  switch (address.form) {
  case Form::precondition:
  case Form::player_action:
    return {"id", address.inner};
  case Form::transition:
  case Form::transition_instruction:
    return {"id", address.name};
  case Form::player_phase:
    return {"phase", address.name};
  case Form::whole:
  case Form::field:
    break;
  }
  return {};
}

/// What the artifact has to agree with, the same for every request about one game.
std::string context_of(game::Game const& game) {
  game::SchemaFields const fields(game.schema());
  return fmt::format("FIELDS OF THE STATE\n{}\n\nCOMPUTED\n{}\n\nPHASES\n{}\n\nTRANSITIONS\n{}\n\n",
                     material(schema_summary(fields)), fmt::join(game::computed_fields(), ", "),
                     material(fmt::format("{}", fmt::join(game.phases(), ", "))),
                     material(transitions_summary(game)));
}

model::Request fragment_request(game::Game const& game, Change const& change, Expected const& expected) {
  auto text =
      context_of(game) +
      fmt::format(
          "Change one fragment of the artifact, {}, and nothing else in it than the change asks for.\n\n"
          "FRAGMENT NOW\n{}\n\nCHANGE\n{}\n\nERRORS IT RESOLVES\n{}\n\n"
          "Answer with {{\"fragment\": \"…\"}}: a string that holds the complete fragment as "
          "JSON, with every member it has.",
          printable(change.address->text()),
          material(expected.text.empty() ? std::string_view("(not there yet)") : expected.text),
          material(change.description), material(listed(change.errors_addressed)));
  return {.system = std::string(config_of(change.artifact).system_prompt),
          .messages = {{model::Message::Role::user, std::move(text)}},
          .shape = {},
          .max_tokens = fragment_tokens};
}

model::Request artifact_request(game::Game const& game, Change const& change, std::string const& before,
                                std::string_view specification) {
  auto text =
      context_of(game) +
      fmt::format("Write {} again from the specification of the game.\n\nSPECIFICATION\n{}\n\n"
                  "WHAT THERE IS NOW\n{}\n\nWHAT IS WRONG WITH IT\n{}\n\n"
                  "Answer with {{\"fragment\": \"…\"}}: a string that holds the whole artifact as JSON.",
                  config_of(change.artifact).output, material(specification), material(before),
                  material(change.description + "\n" + listed(change.errors_addressed)));
  return {.system = std::string(config_of(change.artifact).system_prompt),
          .messages = {{model::Message::Role::user, std::move(text)}},
          .shape = {},
          .max_tokens = artifact_tokens};
}

} // namespace

bool is_complex(Change const& change) {
  static RE2 const words("(?i)\\brng\\b|random|mechanic|comput");
  return change.artifact == game::Artifact::instructions && RE2::PartialMatch(change.description, words);
}

std::string const& FragmentWriter::key_for(Change const& change) const {
  auto const& keys = desk_.keys();
  auto const wants_more = change.operation == Operation::reextract || is_complex(change);
  return wants_more && !keys.complex_fragments.empty() ? keys.complex_fragments : keys.fragments;
}

Result<Change> FragmentWriter::complete(game::Game const& game, Change const& change) {
  return change.operation == Operation::reextract ? extracted_anew(game, change) : patched(game, change);
}

Result<Change> FragmentWriter::patched(game::Game const& game, Change change) {
  if (!change.address) return fail(Fault::invalid, "the change names no fragment");
  auto const before = game::extract_fragment(game, *change.address);
  if (!before && before.error().fault != Fault::missing) return fail(before.error());
  Expected const expected{before.value_or(""), own_name_of(*change.address),
                          config_of(change.artifact).members};
  model::Contract const contract{
      .shape = {"fragment", Json::parse(fragment_schema)},
      .check = [&](Json const& reply) { return fragment_faults(reply, expected); }};
  auto const reply =
      TRY(desk_.ask(key_for(change), fragment_request(game, change, expected), contract)).value;
  auto const after = text_member(reply, "fragment");
  if (expected.text.empty())
    change.edits = {{FragmentEdit::What::insert_fragment, "", after, ""}};
  else
    change.edits = member_edits(expected.text, after);
  if (change.edits.empty())
    return fail(Fault::invalid, change.address->text() + ": the model changed nothing");
  return change;
}

Result<Change> FragmentWriter::extracted_anew(game::Game const& game, Change change) {
  if (specification_.empty())
    return fail(Fault::missing, "there is no specification.md to write the artifact anew from");
  game::FragmentAddress const whole{game::FragmentAddress::Form::whole,
                                    std::string(game::artifact_word(change.artifact))};
  auto const before = game::extract_fragment(game, whole);
  if (!before && before.error().fault != Fault::missing) return fail(before.error());
  auto check = [&](Json const& reply) -> std::vector<std::string> {
    auto const value = value_in(text_member(reply, "fragment"), longest_artifact);
    if (!value) return {"/fragment: it has to hold JSON: " + value.error().message};
    auto const fits = change.artifact == game::Artifact::schema ? value->is_structured() : value->is_object();
    return fits ? std::vector<std::string>() : std::vector<std::string>{"/fragment: it has to be an object"};
  };
  model::Contract const contract{.shape = {"fragment", Json::parse(fragment_schema)}, .check = check};
  auto const reply =
      TRY(desk_.ask(
              key_for(change),
              artifact_request(game, change, before.value_or("(nothing that can be read)"), specification_),
              contract))
          .value;
  auto const after = text_member(reply, "fragment");
  change.address = whole;
  if (before)
    change.edits = {{FragmentEdit::What::set, "", after, *before}};
  else
    change.edits = {{FragmentEdit::What::insert_fragment, "", after, ""}};
  return change;
}

} // namespace artifactd::editor
