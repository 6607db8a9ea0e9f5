#include "bench/made_play.hpp"

#include "merge/play/record/live_play.hpp"
#include "merge/play/search/playthrough.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace artifactd::bench {

using namespace play;

std::vector<game::GameFile> files_of_game(std::string const& name) {
  std::vector<game::GameFile> files;
  for (auto const& entry :
       std::filesystem::directory_iterator(std::string(SOURCE_DIR) + "/tests/merge/game/games/" + name)) {
    auto const file = entry.path().filename().string();
    if (game::artifact_of(file).empty()) continue;
    std::ifstream in(entry.path());
    files.push_back({file, file, std::string(std::istreambuf_iterator<char>(in), {})});
  }
  std::ranges::sort(files, {}, &game::GameFile::name);
  return files;
}

Record record_of(Runtime& runtime, Moves& moves, std::string const& seed) {
  Record record;
  record.meta.players = two;
  LivePlay live(runtime);
  for (auto const& step : play_through(runtime, moves, Bot::random, seed).steps)
    record.lines.push_back(live.take(step, "seed"));
  record.state = live.state();
  return record;
}

std::string long_log(Record const& once, std::uint64_t lines) {
  std::string text;
  std::uint64_t step = 0;
  auto const put = [&](RecordLine line) {
    line.step = ++step;
    text += to_json(line).dump() + "\n";
  };
  put(once.lines[0]);
  while (step < lines) {
    auto const from = step + 1;
    for (std::size_t i = 1; i < once.lines.size(); ++i)
      put(once.lines[i]);
    RecordLine back;
    back.kind = RecordLine::Kind::restart;
    back.more = {{"from", from}};
    back.digest_before = once.lines.back().digest_after;
    back.digest_after = once.lines[1].digest_before;
    put(back);
  }
  return text;
}

} // namespace artifactd::bench
