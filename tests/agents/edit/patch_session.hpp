// A session in which the agent `lister` wrote a list that its schema refuses, and a scripted model that
// patches it; another agent and an outside file must be left alone.
#pragma once

#include "agents/edit/edit_run.hpp"
#include "tests/support/answering_model.hpp"
#include "tests/support/scripted_model.hpp"
#include "tests/support/session_dir.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace artifactd::test {

using ReplyJson = nlohmann::ordered_json;

inline constexpr char const* list_schema = R"({
  "type": "object", "required": ["owner"],
  "properties": {"items": {"type": "array", "items": {
    "type": "object", "properties": {"id": {"type": "string"}, "count": {"type": "integer", "minimum": 0}}}}}
})";
inline constexpr char const* faulty_list = R"({
  "owner": "ada",
  "items": [
    {"id": "a",  "count": 1.0},
    {"id": "b", "count": "two"}
  ]
}
)";
inline constexpr char const* repaired_list = R"({
  "owner": "ada",
  "items": [
    {"id": "a",  "count": 1.0},
    {"id": "b", "count": 2}
  ]
}
)";

class PatchSession : public testing::Test {
protected:
  PatchSession() {
    std::filesystem::create_directories(dir_ / "artifacts/lister");
    std::filesystem::create_directories(dir_ / "artifacts/other");
    put("list.json", faulty_list);
    dir_.write("artifacts/other/list.json", "{}");
    dir_.write("outside.json", "{}");
    rules_.checks.schemas = {{"list.json", {.text = list_schema, .shown = "list"}}};
    kg_.rules = [this](Name const&) { return rules_; };
    order_.models = {.coordinator = "plans", .fragments = "plain", .complex_fragments = "thorough"};
    policy_.models.open = [this](std::string_view key, model::Spender const& spender) {
      keys_.emplace_back(key);
      return source_of(model_)(key, spender);
    };
  }

  void put(std::string const& name, std::string const& text) { dir_.write("artifacts/lister/" + name, text); }
  [[nodiscard]] std::string now(std::string const& name = "list.json") const {
    return dir_.read("artifacts/lister/" + name);
  }
  [[nodiscard]] std::map<std::string, std::string> everything() const {
    std::map<std::string, std::string> texts;
    for (auto const& entry : std::filesystem::recursive_directory_iterator(dir_ / "artifacts"))
      if (entry.is_regular_file())
        texts[entry.path()] = dir_.read(std::filesystem::relative(entry.path(), dir_ / "").string());
    return texts;
  }

  static ReplyJson patch(std::string const& op, std::string const& pointer, ReplyJson const& value,
                         std::string const& file = "list.json") {
    ReplyJson json{{"file", file},
                   {"op", op},
                   {"pointer", pointer},
                   {"description", "As it has to be"},
                   {"errorsAddressed", {"1"}}};
    if (op != "remove") json["value"] = value;
    return json;
  }
  static std::string reply(std::vector<ReplyJson> const& patches) {
    return ReplyJson{{"diagnosis", "A count in words."}, {"confidence", "high"}, {"patches", patches}}.dump();
  }
  static std::string good_reply() { return reply({patch("replace", "/items/1/count", 2)}); }

  Result<editor::EditOutcome> edit(editor::Publishing publishing = editor::Publishing::yes) {
    return editor::edit_artifacts(dir_.session(), order_, kg_, policy_, publishing, editor::Retrying::no);
  }
  [[nodiscard]] std::string asked(std::size_t call = 0) const {
    return model_.asked().at(call).messages.front().text;
  }

  SessionDir dir_;
  ScriptedModel model_;
  std::vector<std::string> keys_;
  AgentRules rules_;
  KgPolicy kg_;
  editor::EditOrder order_{.agent = name("lister"), .engine = editor::Engine::model};
  editor::EditPolicy policy_;
};

} // namespace artifactd::test
