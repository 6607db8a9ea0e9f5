#include "merge/game/text_change.hpp"

#include <algorithm>
#include <map>
#include <ranges>
#include <utility>

namespace artifactd::game {

namespace {

/// Several may insert at one place; otherwise no two may share bytes.
bool do_collide(std::vector<json::Splice>& splices) {
  std::ranges::stable_sort(splices, {}, &json::Splice::begin);
  auto collide = [](json::Splice const& a, json::Splice const& b) {
    auto const both_add = a.begin == a.end && b.begin == b.end;
    return b.begin < a.end || (a.begin == b.begin && !both_add);
  };
  return std::ranges::adjacent_find(splices, collide) != splices.end();
}

} // namespace

Result<std::vector<GameFile>> changed_files(Game const& game, std::vector<TextChange> changes) {
  std::vector<GameFile> files;
  std::map<Text const*, std::vector<json::Splice>> splices;
  for (auto& change : changes) {
    if (change.text == nullptr)
      files.push_back(std::move(change.file));
    else
      splices[change.text].push_back(std::move(change.splice));
  }
  // In reverse, a text inside a string comes before the text that contains it.
  for (auto const& text : std::views::reverse(game.texts())) {
    auto const found = splices.find(&text);
    if (found == splices.end()) continue;
    if (do_collide(found->second)) return fail(Fault::changed, "two changes are about the same bytes");
    auto changed = json::spliced(text.bytes(), std::move(found->second));
    if (text.is_file()) {
      files.push_back({text.file_content().name, text.path(), std::move(changed)});
    } else {
      auto const& outer = *text.outer();
      splices[&outer].push_back(json::replacement(outer.bytes(), *text.string(), json::quote(changed)));
    }
  }
  return files;
}

} // namespace artifactd::game
