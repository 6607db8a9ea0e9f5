#include "agents/turn/turn_request.hpp"

#include "agents/turn/limits.hpp"
#include "agents/turn/turn_kind.hpp"
#include "state/json/json_member.hpp"
#include "state/json/place.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/utf8.hpp"

#include <fmt/core.h>

namespace artifactd {

std::string beyond_player(std::string_view request, std::string_view) {
  auto const json = Json::parse(request, nullptr, false);
  auto const step = text_member(json, "do");
  if (step.empty() || step == turn::word(turn::Do::say)) return {};
  return fmt::format("an agent plays turns (\"do\": \"say\"); only the operator of the story may do this: {}",
                     printable(step));
}

} // namespace artifactd

namespace artifactd::turn {

namespace {

constexpr char const* request_schema = R"({
  "type": "object",
  "required": ["user_action_id"],
  "additionalProperties": false,
  "properties": {
    "user_action_id": {"type": "string", "pattern": "^[ -~]{1,128}$"},
    "do": {"enum": ["say", "begin", "undo", "redo", "retry", "branch", "models", "rebase", "end", "forget"]},
    "text": {"type": "string"},
    "character_id": {"type": "string", "minLength": 1, "maxLength": 128},
    "expect_scene": {"type": "integer", "minimum": 0, "maximum": 9007199254740991},
    "scenario": {"type": "string", "minLength": 1, "maxLength": 128},
    "persona": {"type": "string", "minLength": 1, "maxLength": 128},
    "small_model_key": {"type": "string", "minLength": 1, "maxLength": 64},
    "large_model_key": {"type": "string", "minLength": 1, "maxLength": 64},
    "seed": {"type": "string", "minLength": 1, "maxLength": 256},
    "count": {"type": "integer", "minimum": 1, "maximum": 1000000},
    "directory": {"type": "string", "minLength": 1, "maxLength": 64},
    "at": {"type": "integer", "minimum": 0, "maximum": 9007199254740991},
    "same_dice": {"type": "boolean"},
    "reroll": {"type": "boolean"},
    "to": {"type": "string", "minLength": 1, "maxLength": 128},
    "dry_run": {"type": "boolean"},
    "branches": {"type": "boolean"}
  }
})";

SchemaOrigin const& request_origin() {
  static SchemaOrigin const origin{.text = request_schema, .shown = "turn request"};
  return origin;
}

struct Verb {
  Do what;
  std::string_view word;
  std::array<std::string_view, 5> members; ///< besides user_action_id and do
};

constexpr std::array verbs = {
    Verb{Do::say, "say", {"text", "character_id", "expect_scene"}},
    Verb{Do::begin, "begin", {"scenario", "persona", "small_model_key", "large_model_key", "seed"}},
    Verb{Do::undo, "undo", {"count"}},
    Verb{Do::redo, "redo", {"count"}},
    Verb{Do::retry, "retry", {"reroll", "expect_scene"}},
    Verb{Do::branch, "branch", {"directory", "at", "same_dice"}},
    Verb{Do::models, "models", {"small_model_key", "large_model_key"}},
    Verb{Do::rebase, "rebase", {"to", "dry_run"}},
    Verb{Do::end, "end", {}},
    Verb{Do::forget, "forget", {"branches"}},
};

Finding finding_at(TurnRequest const& request, std::string_view code, std::string pointer,
                   std::string message, std::string hint) {
  return {.code = std::string(code),
          .tier = Tier::schema,
          .file = request.path,
          .pointer = std::move(pointer),
          .message = std::move(message),
          .hint = std::move(hint)};
}

Verb const& verb_of(Json const& json) {
  auto const asked = text_member(json, "do");
  auto const found = std::ranges::find(verbs, std::string_view(asked), &Verb::word);
  return found != verbs.end() ? *found : verbs.front();
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

void judge_members(TurnRequest& request, Verb const& verb) {
  for (auto const& [name, value] : request.json.items()) {
    if (name == "user_action_id" || name == "do" ||
        std::ranges::find(verb.members, name) != verb.members.end())
      continue;
    request.findings.push_back(finding_at(request, "turn.shape", "/" + name,
                                          fmt::format("`{}` has no meaning for \"{}\"", name, verb.word),
                                          "Leave it out."));
  }
  auto const needs = [&](char const* name, std::string hint) {
    if (!request.json.contains(name))
      request.findings.push_back(finding_at(
          request, "turn.shape", "", fmt::format("\"{}\" needs `{}`", verb.word, name), std::move(hint)));
  };
  if (verb.what == Do::say) needs("text", "Write what the player does or says, as `text`.");
  if (verb.what == Do::begin)
    needs("scenario", "Name a scenario; `artifactctl turn list scenarios` lists them.");
  if (verb.what == Do::rebase)
    needs("to", "Name the version of the ruleset, by its digest or, for the newest, by the ruleset's id.");
  if (verb.what == Do::branch) needs("directory", "Name an empty session directory beside this one.");
}

void judge_text(TurnRequest& request) {
  if (!request.json.contains("text")) return;
  auto const text = text_member(request.json, "text");
  if (auto fault = text_fault(text); !fault.empty())
    request.findings.push_back(finding_at(request, "turn.text", "/text", std::move(fault),
                                          is_blank(text)               ? "Write what the player does or says."
                                          : text.size() > longest_text ? "Shorten it: a text is never cut."
                                                                       : "Leave that out."));
}

std::optional<std::int64_t> number_member(Json const& json, char const* name) {
  auto const found = json.find(name);
  if (found == json.end()) return std::nullopt;
  return found->is_number_float() ? static_cast<std::int64_t>(found->get<double>())
                                  : found->get<std::int64_t>();
}

Order order_of(Json const& json, Verb const& verb) {
  return {.user_action_id = text_member(json, "user_action_id"),
          .what = verb.what,
          .text = text_member(json, "text"),
          .character_id = text_member(json, "character_id"),
          .expect_scene = number_member(json, "expect_scene"),
          .scenario = text_member(json, "scenario"),
          .persona = text_member(json, "persona"),
          .small_model_key = text_member(json, "small_model_key"),
          .large_model_key = text_member(json, "large_model_key"),
          .seed = text_member(json, "seed"),
          .count = static_cast<std::uint64_t>(number_member(json, "count").value_or(1)),
          .directory = text_member(json, "directory"),
          .at = number_member(json, "at"),
          .same_dice = json.value("same_dice", false),
          .reroll = json.value("reroll", false),
          .to = text_member(json, "to"),
          .dry_run = json.value("dry_run", false),
          .branches = json.value("branches", false)};
}

} // namespace

std::string text_fault(std::string_view text) {
  if (is_blank(text)) return "the text is empty";
  if (!is_utf8(text)) return "the text is not UTF-8";
  if (text.contains('\0')) return "the text has the character U+0000";
  if (text.size() <= longest_text) return {};
  return fmt::format("the text has {} bytes, at most {} are allowed", text.size(), longest_text);
}

std::string_view word(Do what) noexcept {
  return std::ranges::find(verbs, what, &Verb::what)->word;
}

Result<TurnRequest> read_turn_request(Session const& session, Name const& name) {
  TurnRequest request{TRY(read_request_file(session, layout::turn_of(name),
                                            {.schema = request_origin(),
                                             .longest = longest_request,
                                             .if_missing = "Write the request before you give the signal."})),
                      {}};
  for (auto& finding : request.findings)
    if (finding.tier == Tier::schema) finding.code = "turn.shape";
  if (first_error(request.findings) != nullptr) return request;
  auto const& verb = verb_of(request.json);
  judge_members(request, verb);
  judge_text(request);
  if (first_error(request.findings) == nullptr) request.order = order_of(request.json, verb);
  return request;
}

std::vector<std::string> const& turn_requirements() {
  static std::vector<std::string> const requirements = {
      "turns/<name>.json is one JSON object with `user_action_id`, at most 128 printable characters that no "
      "other action of the story has.",
      "`do` is \"say\" by default, or begin, undo, redo, retry, branch, models, rebase, end or "
      "forget.",
      "\"say\" has `text`, at most 16 KiB; `expect_scene` is the index of the scene it continues, if that "
      "matters."};
  return requirements;
}

} // namespace artifactd::turn
