#include "tests/agents/turn/engine_corpus.hpp"

#include "tests/support/source_dir.hpp"

#include <fstream>
#include <stdexcept>

namespace artifactd::turn {

Json engine_corpus(std::string_view name) {
  std::ifstream file(std::string(test::source_dir() + "/tests/agents/turn/").append(name));
  return Json::parse(file);
}

StateRules rules_of(Json scene_state_schema, Json mechanics) {
  Ruleset ruleset;
  ruleset.scene_state_schema = std::move(scene_state_schema);
  ruleset.character_stat_schema = Json::object();
  ruleset.mechanics_guidance = std::move(mechanics);
  auto rules = state_rules(ruleset, {{"lena", "marc", "user-persona"}, "user-persona"});
  if (!rules) throw std::runtime_error(rules.error().message);
  return *std::move(rules);
}

StateRules corpus_rules() {
  auto corpus = engine_corpus("state_ops.json");
  return rules_of(corpus["schema"], corpus["mechanics"]);
}

StoryState corpus_state() {
  auto corpus = engine_corpus("state_ops.json");
  auto seed = corpus["state"];
  seed["relations"] = corpus["relations"];
  return first_state(seed, {{"lena", "marc", "user-persona"}, "user-persona"}).state;
}

} // namespace artifactd::turn
