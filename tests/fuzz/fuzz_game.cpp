// Any bytes as the files of a game and a fragment's address, separated by zero bytes: judging the game twice
// gives the same result, and extracting a fragment and putting it back changes no verdict.
#include "merge/game/checks/validation.hpp"
#include "merge/game/fragment.hpp"
#include "tests/fuzz/demand.hpp"

#include <algorithm>
#include <array>

namespace {

using namespace artifactd;
using namespace artifactd::game;
using fuzz::demand;

constexpr std::array names = {"schema.json", "transitions.json", "instructions.json", "narratives.json",
                              "dataSources.json"};

std::string_view take_text(std::string_view& rest) {
  auto const end = std::min(rest.find('\0'), rest.size());
  auto const text = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return text;
}

void check_fragment(Game const& game, std::string_view text) {
  auto const address = parse_address(text);
  if (!address) return;
  demand(parse_address(address->text()) == *address, "an address is read as it is written");
  auto const fragment = extract_fragment(game, *address);
  if (!fragment) return demand(!fragment.error().message.empty(), "a refusal says why");
  auto put_back = replace_fragment(game, *address, *fragment);
  if (!put_back) return;
  auto const changed = changed_files(game, {*std::move(put_back)});
  demand(changed && error_messages(game.with(*changed)) == error_messages(game),
         "what is put back as it was changes nothing");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<char const*>(data), size);
  auto const address = take_text(rest);
  std::vector<GameFile> files;
  for (auto const* name : names)
    if (auto const text = take_text(rest); !text.empty())
      files.push_back({name, std::string("artifacts/a/") + name, std::string(text)});
  Game const game(std::move(files));
  auto const errors = error_messages(game);
  demand(error_messages(game.with({})) == errors, "the same game is judged the same");
  check_fragment(game, address);
  return 0;
}
