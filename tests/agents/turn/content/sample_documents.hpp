// The valid documents of document_corpus.json, for tests to break.
#pragma once

#include "agents/turn/content/content_text.hpp"
#include "state/json/json_text.hpp"

namespace artifactd::turn::content_test {

/// "ruleset", "world_lore", "character", "persona" or "scenario".
[[nodiscard]] Json sample_document(std::string const& name);
/// All of them.
[[nodiscard]] Json sample_bundle();
[[nodiscard]] Json corpus_file(std::string const& name);

[[nodiscard]] ContentText as_text(Json const& json, std::string file = "x.json");

} // namespace artifactd::turn::content_test
