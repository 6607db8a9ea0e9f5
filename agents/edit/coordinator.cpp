#include "agents/edit/coordinator.hpp"

#include "state/vocabulary/word_table.hpp"

#include <array>

namespace artifactd::editor {

namespace {

constexpr std::array<std::string_view, 3> engine_words = {"off", "rules", "model"};

}

std::string_view engine_word(Engine engine) noexcept {
  return engine_words[static_cast<std::size_t>(engine)];
}

std::optional<Engine> parse_engine(std::string_view word) noexcept {
  return by_word<Engine>(engine_words, word);
}

} // namespace artifactd::editor
