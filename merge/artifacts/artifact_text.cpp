#include "merge/artifacts/artifact_text.hpp"

#include "state/json/token_starts.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <iterator>

namespace artifactd {

bool is_log(Artifact const& artifact) {
  return layout::artifact_form(artifact.name) == layout::ArtifactForm::log;
}

std::size_t complete_part(std::string_view log) noexcept {
  return log.rfind('\n') + 1; // npos + 1 is 0
}

std::vector<Line> lines_of(std::string_view log) {
  std::vector<Line> lines;
  std::size_t number = 0;
  for (auto rest = log.substr(0, complete_part(log)); !rest.empty();) {
    auto end = rest.find('\n');
    auto line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    ++number;
    if (line.find_first_not_of(" \t\r") != line.npos) lines.push_back({line, number});
  }
  return lines;
}

std::vector<std::string_view> texts_of(Artifact const& artifact, Lines lines) {
  std::vector<std::string_view> texts;
  std::string_view bytes = artifact.bytes;
  if (!is_log(artifact)) {
    if (auto text = trimmed(bytes); !text.empty()) texts.push_back(text);
    return texts;
  }
  for (auto const& line : lines_of(bytes.substr(lines == Lines::all ? 0 : artifact.settled)))
    texts.push_back(trimmed(line.text));
  return texts;
}

std::size_t merged_members(std::string_view text) {
  std::size_t members = 0;
  std::size_t arrays = 0;
  json::TokenStarts starts(text);
  while (starts.advance()) {
    for (std::uint32_t const offset : starts.offsets()) {
      auto const token = text[starts.base() + offset];
      if (token == '[') ++arrays;
      if (token == ']') --arrays;
      if (token == ':' && arrays == 0) ++members;
    }
  }
  return members;
}

std::vector<std::string_view> roots_of(ArtifactSet const& set) {
  std::vector<std::string_view> texts;
  for (auto const& artifact : set.files)
    std::ranges::copy(texts_of(artifact), std::back_inserter(texts));
  return texts;
}

} // namespace artifactd
