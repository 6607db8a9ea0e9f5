#include "agents/rule/fitting_segments.hpp"

#include "agents/rule/extract.hpp"
#include "state/json/raw_text.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <vector>

namespace artifactd::extraction {

namespace {

constexpr std::size_t most_named = 3;

} // namespace

std::string fitting_segments(Field const& field, SamplePath const& path) {
  if (!field.pattern && field.type == FieldType::string) return {};
  std::vector<std::string> named;
  std::int64_t last = 0;
  auto const count = 1 + std::ranges::count(path.parts, '/');
  for (std::int64_t index = -1; index >= -count && named.size() < most_named; --index) {
    if (extract(field, {SourceKind::segment, index}, path).outcome != Outcome::value) continue;
    named.push_back(fmt::format("segment({}), {},", index, shown(*segment(path.parts, index))));
    last = index;
  }
  if (named.empty()) return {};
  if (named.size() == 1) return fmt::format("{} fits: write from: segment({})", named.front(), last);
  return fmt::format("{} fit: write from: with the one you mean", fmt::join(named, " "));
}

} // namespace artifactd::extraction
