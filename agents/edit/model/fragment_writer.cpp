#include "agents/edit/model/fragment_writer.hpp"

#include "agents/edit/model/artifact_config.hpp"
#include "agents/edit/model/fragment_contract.hpp"
#include "agents/edit/model/material.hpp"
#include "agents/edit/model/summaries.hpp"
#include "merge/game/fragment.hpp"
#include "merge/game/logic/logic_context.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/json/place.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

namespace artifactd::editor {

namespace {

constexpr unsigned fragment_tokens = 8192;
constexpr unsigned artifact_tokens = 32'000;

/// Member by member, so that unchanged ones keep their bytes.
std::vector<FragmentEdit> member_edits(std::string const& before, std::string const& after) {
  using EditWhat = FragmentEdit::What;
  JsonNode const old(before);
  JsonNode const now(after);
  if (same_value(old, now)) return {};
  if (old.type() != json::Type::object) return {{EditWhat::set, "", after, before}};
  std::vector<FragmentEdit> edits;
  for (auto const& member : now.children()) {
    auto const* former = old.find(member.key());
    if (former != nullptr && same_value(*former, member)) continue;
    edits.push_back({EditWhat::set, json::pointer_step(member.key()), std::string(member.text()),
                     former == nullptr ? "" : std::string(former->text())});
  }
  for (auto const& member : old.children())
    if (now.find(member.key()) == nullptr)
      edits.push_back({EditWhat::remove, json::pointer_step(member.key()), "", std::string(member.text())});
  return edits;
}

/// What the artifact must agree with; the same for every request about one game.
std::string context_of(game::Game const& game) {
  game::SchemaFields const fields(game.schema());
  return fmt::format("FIELDS OF THE STATE\n{}\n\nCOMPUTED\n{}\n\nPHASES\n{}\n\nTRANSITIONS\n{}\n\n",
                     material(schema_summary(fields)), fmt::join(game::computed_fields(), ", "),
                     material(fmt::format("{}", fmt::join(game.phases(), ", "))),
                     material(transitions_summary(game)));
}

/// The context comes first, so that endpoints can cache it for the next fragment.
model::Request request_of(Change const& change, std::string context, std::string const& task,
                          unsigned tokens) {
  auto const constant = context.size();
  return {.system = std::string(config_of(change.artifact).system_prompt),
          .messages = {{model::Message::Role::user, std::move(context) + task}},
          .shape = {},
          .max_tokens = tokens,
          .constant = constant};
}

model::Request fragment_request(game::Game const& game, Change const& change, FragmentTask const& task) {
  auto const text = fmt::format(
      "Change one fragment of the artifact, {}, and nothing else in it than the change asks for.\n\n"
      "FRAGMENT NOW\n{}\n\nCHANGE\n{}\n\nERRORS IT RESOLVES\n{}\n\n"
      "What no error points at has to stay as it is; members and elements may be added. "
      "Answer with {{\"fragment\": \"…\"}}: a string that holds the complete fragment as "
      "JSON, with every member it has.",
      printable(task.address.text()),
      material(task.text.empty() ? std::string_view("(not there yet)") : task.text),
      material(change.description), material(listed(change.errors_addressed)));
  return request_of(change, context_of(game), text, fragment_tokens);
}

model::Request artifact_request(game::Game const& game, Change const& change, std::string const& before,
                                std::string_view specification) {
  auto const text =
      fmt::format("Write {} again from the specification of the game.\n\nSPECIFICATION\n{}\n\n"
                  "WHAT THERE IS NOW\n{}\n\nWHAT IS WRONG WITH IT\n{}\n\n"
                  "Answer with {{\"fragment\": \"…\"}}: a string that holds the whole artifact as JSON.",
                  config_of(change.artifact).output, material(specification), material(before),
                  material(change.description + "\n" + listed(change.errors_addressed)));
  return request_of(change, context_of(game), text, artifact_tokens);
}

/// Whether a change needs a model with stronger reasoning: its text mentions rng, mechanics or computation
/// (seed, section 11).
bool is_complex(Change const& change) {
  static RE2 const words("(?i)\\brng\\b|random|mechanic|comput");
  return change.artifact == game::Artifact::instructions && RE2::PartialMatch(change.description, words);
}

std::string const& key_for(Change const& change, EditModelKeys const& keys) {
  auto const wants_more = change.operation == ChangeOperation::reextract || is_complex(change);
  return wants_more && !keys.complex_fragments.empty() ? keys.complex_fragments : keys.fragments;
}

Result<Change> written_fragment(ModelDesk& desk, std::vector<Finding> const& known, game::Game const& game,
                                Change change) {
  if (!change.address) return fail(Fault::invalid, "the change names no fragment");
  auto const before = TRY(unless_missing(game::extract_fragment(game, *change.address)));
  FragmentTask task{*change.address, before.value_or("")};
  if (before) task.guard.emplace(game, *change.address, change.errors_addressed, known);
  auto const reply = TRY(desk.ask(key_for(change, desk.keys()), fragment_request(game, change, task),
                                  fragment_contract(task)))
                         .value;
  auto const after = text_member(reply, "fragment");
  if (task.text.empty())
    change.edits = {{FragmentEdit::What::insert_fragment, "", after, ""}};
  else
    change.edits = member_edits(task.text, after);
  if (change.edits.empty())
    return fail(Fault::invalid, change.address->text() + ": the model changed nothing");
  return change;
}

Result<Change> written_artifact(ModelDesk& desk, std::string const& specification, game::Game const& game,
                                Change change) {
  if (specification.empty())
    return fail(Fault::missing, "there is no specification.md to rewrite the artifact from");
  game::FragmentAddress const whole{game::FragmentAddress::Form::whole,
                                    std::string(game::artifact_word(change.artifact))};
  auto const before = TRY(unless_missing(game::extract_fragment(game, whole)));
  auto const reply =
      TRY(desk.ask(
              key_for(change, desk.keys()),
              artifact_request(game, change, before.value_or("(nothing that can be read)"), specification),
              artifact_contract(change.artifact)))
          .value;
  auto const after = text_member(reply, "fragment");
  change.address = whole;
  if (before)
    change.edits = {{FragmentEdit::What::set, "", after, *before}};
  else
    change.edits = {{FragmentEdit::What::insert_fragment, "", after, ""}};
  return change;
}

} // namespace

Result<Change> written_by_model(ModelDesk& desk, std::string const& specification,
                                std::vector<Finding> const& known, game::Game const& game,
                                Change const& change) {
  return change.operation == ChangeOperation::reextract ? written_artifact(desk, specification, game, change)
                                                        : written_fragment(desk, known, game, change);
}

} // namespace artifactd::editor
