#include "bench/generated_graph.hpp"

#include <array>
#include <fmt/core.h>
#include <random>
#include <string_view>

namespace artifactd::bench {

namespace {

constexpr std::size_t entities_per_namespace = 200;

class Words {
public:
  std::string sentence() {
    static constexpr std::array<std::string_view, 15> words = {
        "carbon", "market", "the",    "of",  "measured", "in",   "a",     "study",
        "report", "growth", "policy", "and", "risk",     "2024", "supply"};
    std::string text;
    for (std::size_t count = 3 + below(20); count > 0; --count) {
      if (!text.empty()) text += ' ';
      std::size_t const rare = below(100);
      text += rare == 0 ? "Zürich" : rare == 1 ? "\\\"quoted\\\"" : words[below(words.size())];
    }
    return text;
  }

  std::size_t below(std::size_t n) { return random_() % n; }

private:
  std::minstd_rand random_{7};
};

std::string entity(Words& words, std::size_t id) {
  return fmt::format(R"(      {{
        "id": "entity-{}",
        "type": "concept",
        "name": "{}",
        "confidence": 0.{},
        "verified": {},
        "claims": [
          "{}",
          "{}"
        ],
        "links": {{
          "source": {},
          "parent": null
        }}
      }})",
                     id, words.sentence(), words.below(1000), words.below(2) == 0 ? "true" : "false",
                     words.sentence(), words.sentence(), words.below(100'000));
}

} // namespace

std::string generated_graph(std::size_t bytes) {
  Words words;
  std::string graph = "{\n";
  graph.reserve(bytes + 4096);
  for (std::size_t id = 0; graph.size() + 16 < bytes; ++id) {
    if (id % entities_per_namespace == 0) {
      if (id != 0) graph += "\n    ]\n  },\n";
      graph += fmt::format("  \"agent-{}\": {{\n    \"entities\": [\n", id / entities_per_namespace);
    } else {
      graph += ",\n";
    }
    graph += entity(words, id);
  }
  return graph + "\n    ]\n  }\n}\n";
}

} // namespace artifactd::bench
