// What tools/list says about each tool.
#include "daemon/tools/tools.hpp"

#include <array>
#include <stdexcept>

namespace artifactd {

namespace {

enum class Changes : bool { something, nothing };

struct ToolRow {
  char const* name;
  char const* title;
  char const* description;
  char const* input;  ///< the members of its `properties`, and what is required
  char const* output; ///< likewise; each answer also has `version`, and `error` if it failed
  Changes changes;
  Result<mcp::ToolResult> (*act)(ToolPlace const&, ToolCall const&);
};

// "@kind" is the schema of a kind of work.
constexpr std::array tool_rows{
    ToolRow{
        "write_artifact", "Write a file",
        "Writes one of your files into the session, whole or not at all. Nothing is judged before submit.",
        R"({"properties": {
                  "file": {"type": "string", "maxLength": 255, "description": "its name, such as report.json"},
                  "content": {"type": "string", "description": "its text; JSON as a string"},
                  "kind": @kind}, "required": ["content"]})",
        R"({"path": {"type": "string"}, "bytes": {"type": "integer"}})", Changes::something,
        write_artifact_tool},
    ToolRow{
        "submit", "Submit your work",
        "Submits your files, those given here and those written before, and waits up to 45 seconds for the "
        "verdict. If the work is refused, the answer is an error that says what is wrong, where, and what "
        "to do. If it is still pending, call wait.",
        R"({"properties": {
                  "files": {"type": "array", "maxItems": 1000, "items": {
                    "type": "object", "additionalProperties": false, "required": ["content"],
                    "properties": {"file": {"type": "string", "maxLength": 255}, "content": {"type": "string"}}},
                    "description": "files to write first; all appear together with the submission"},
                  "replace": {"type": "boolean",
                              "description": "remove the files of earlier submissions that are not given here"},
                  "until_settled": {"type": "boolean",
                                    "description": "while artifactd repairs refused work itself, go on waiting"},
                  "kind": @kind}})",
        R"({"session": {"type": "string"}, "signal": {"type": "string"},
                "outcome": {"enum": ["merged", "refused", "pending", "unattended", "removed"]},
                "reason": {"type": "string"}, "generation": {"type": "integer"}, "next": {"type": "string"},
                "findings": {"type": "array", "items": {"type": "object"}}, "instructions": {},
                "warnings": {"type": "array", "items": {"type": "object"}},
                "former_files": {"type": "array", "items": {"type": "string"}}, "result": {"type": "object"}})",
        Changes::something, submit_tool},
    ToolRow{"wait", "Wait for a verdict",
            "Waits up to 45 seconds for the verdict on what you submitted. Call it again while the answer is "
            "pending.",
            R"({"properties": {
                  "signal": {"type": "string", "maxLength": 255,
                             "description": "what turn_say or report_issue named when it was pending"},
                  "until_settled": {"type": "boolean",
                                    "description": "while artifactd repairs refused work itself, go on waiting"},
                  "kind": @kind}})",
            R"({"session": {"type": "string"}, "signal": {"type": "string"}, "outcome": {"type": "string"},
                "reason": {"type": "string"}, "findings": {"type": "array", "items": {"type": "object"}},
                "instructions": {}})",
            Changes::something, wait_tool},
    ToolRow{"validate", "Check your files",
            "Checks your files as submit would, without submitting them: no attempt is counted.",
            R"({"properties": {"kind": @kind}})",
            R"({"signal": {"type": "string"}, "valid": {"type": "boolean"},
                "findings": {"type": "array", "items": {"type": "object"}}})",
            Changes::nothing, validate_tool},
    ToolRow{"status", "What waits in the session",
            "What is pending, refused or stuck in this session, why, and who has to act.",
            R"({"properties": {}})",
            R"({"stuck": {"type": "array"}, "at_work": {"type": "array"}, "noticed": {"type": "array"},
                "pending": {"type": "integer"}, "daemon": {"type": "object"}})",
            Changes::nothing, status_tool},
    ToolRow{"query_graph", "Query the knowledge graph",
            "Runs a jq program on the session's knowledge graph. An answer has at most 1 MiB and 16 outputs: "
            "ask for what you need.",
            R"({"properties": {"filter": {"type": "string", "maxLength": 65536,
                                          "description": "a jq program, such as .entities | length"}},
                "required": ["filter"]})",
            R"({"outputs": {"type": "array", "description": "what the program put out"},
                "maybe_more": {"const": true, "description": "it was stopped after the last of them"}})",
            Changes::nothing, query_graph_tool},
    ToolRow{"hint_read", "Read hints",
            "What a person has told you about your refused work, and how many attempts are left.",
            R"({"properties": {"kind": @kind}})",
            R"({"signal": {"type": "string"}, "hints": {"type": "array"}, "budget": {}, "attempt": {},
                "next": {}})",
            Changes::nothing, hint_read_tool},
    ToolRow{
        "turn_say", "Play a turn of the story",
        "Says or does something in the session's story. The answer is the turn, whole or not at all. If it "
        "is still pending, call wait with the signal it names.",
        R"({"properties": {
                  "text": {"type": "string", "minLength": 1, "description": "what the character does or says"},
                  "user_action_id": {"type": "string", "maxLength": 200,
                    "description": "your id for this action: repeated, it gives the same turn again"},
                  "expect_scene": {"type": "integer", "description": "refuse if the story is elsewhere"}},
                "required": ["text"]})",
        R"({"outcome": {"enum": ["played", "refused", "pending"]}, "signal": {"type": "string"}})",
        Changes::something, turn_say_tool},
    ToolRow{
        "report_issue", "Report a problem with a play",
        "Reports what seems wrong with a game that is played in this session, or asks about it. The answer "
        "explains, proposes a correction for a person to confirm, or takes note.",
        R"({"properties": {
                  "message": {"type": "string", "minLength": 1},
                  "play": {"type": "string", "description": "the play it is about; by default the only one"},
                  "player": {"type": "string", "description": "the player who reports"},
                  "step": {"type": "integer", "minimum": 1, "description": "the step it is about; by default the last"},
                  "about": {"type": "string", "description": "the earlier report that it continues"}},
                "required": ["message"]})",
        R"({"outcome": {"enum": ["answered", "refused", "pending"]}, "signal": {"type": "string"},
                "category": {"type": "string"}, "text": {"type": "string"}})",
        Changes::something, report_issue_tool},
};

Json kind_schema(Kinds const& served) {
  return {{"enum", submitted_kinds(served)},
          {"default", Kind::default_word},
          {"description", "the kind of work"}};
}

Json input_schema(ToolRow const& row, Json const& kind) {
  constexpr std::string_view mark = "@kind";
  std::string text = row.input;
  if (auto const at = text.find(mark); at != text.npos) text.replace(at, mark.size(), compact(kind));
  Json schema{{"type", "object"}};
  schema.update(Json::parse(text));
  schema["additionalProperties"] = false;
  return schema;
}

Json output_schema(ToolRow const& row) {
  Json properties{{"version", {{"const", 1}}}};
  properties.update(Json::parse(row.output));
  properties["error"] = {{"type", "object"}};
  properties["left_out"] = {{"type", "object"},
                            {"description", "how many elements were cut from which list"}};
  return {{"type", "object"}, {"properties", std::move(properties)}, {"required", {"version"}}};
}

CompiledSchema compiled(std::string const& name, Json const& schema) {
  auto made = CompiledSchema::compile({.directory = {}, .file = {}, .text = compact(schema), .shown = name});
  if (!made) throw std::logic_error(made.error().message);
  return *std::move(made);
}

} // namespace

std::vector<Tool> all_tools(Kinds const& served) {
  auto const kind = kind_schema(served);
  std::vector<Tool> tools;
  for (auto const& row : tool_rows) {
    auto input = input_schema(row, kind);
    auto schema = compiled(row.name, input);
    tools.push_back({.offer = {.name = row.name,
                               .title = row.title,
                               .description = row.description,
                               .input = std::move(input),
                               .output = output_schema(row),
                               .read_only = row.changes == Changes::nothing},
                     .input = std::move(schema),
                     .act = row.act});
  }
  return tools;
}

} // namespace artifactd
