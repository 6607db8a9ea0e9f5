#include "tests/agents/turn/content/sample_documents.hpp"

#include "tests/support/source_dir.hpp"

#include <fstream>

namespace artifactd::turn::content_test {

Json corpus_file(std::string const& name) {
  std::ifstream file(test::source_dir() + "/tests/agents/turn/content/" + name);
  return Json::parse(file);
}

Json sample_document(std::string const& name) {
  static Json const documents = corpus_file("document_corpus.json");
  return documents.at(name);
}

Json sample_bundle() {
  return {{"rulesets", Json::array({sample_document("ruleset")})},
          {"world_lore", Json::array({sample_document("world_lore")})},
          {"characters", Json::array({sample_document("character"), sample_document("persona")})},
          {"scenarios", Json::array({sample_document("scenario")})}};
}

ContentText as_text(Json const& json, std::string file) {
  return {std::move(file), pretty(json), json};
}

} // namespace artifactd::turn::content_test
