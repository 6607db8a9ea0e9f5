#include "tests/faults/turn_oracle.hpp"

#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sqlite3.h>
#include <stdexcept>

namespace artifactd::faults {

namespace fs = std::filesystem;

namespace {

using Found = std::vector<std::string>;

constexpr std::size_t digest_length = 64;
constexpr std::ptrdiff_t most_at_once = 2; // concurrent calls: two characters react

/// The story as stored in the files. They are copied first: opening a database after a kill changes it, and
/// that is artifactd's job.
class KeptStory {
public:
  explicit KeptStory(Stage const& stage) {
    auto const copy = stage.home() / "looked-at";
    fs::remove_all(copy);
    fs::create_directories(copy);
    for (auto const* name : {"turns.db", "turns.db-wal"})
      if (fs::exists(stage.home() / "state" / name))
        fs::copy_file(stage.home() / "state" / name, copy / name);
    if (::sqlite3_open((copy / "turns.db").c_str(), &database_) != SQLITE_OK) damaged("open");
  }
  ~KeptStory() { ::sqlite3_close(database_); }
  KeptStory(KeptStory const&) = delete;
  KeptStory& operator=(KeptStory const&) = delete;

  /// The first column of every row.
  [[nodiscard]] std::vector<std::string> column(char const* sql) const {
    sqlite3_stmt* statement = nullptr;
    if (::sqlite3_prepare_v2(database_, sql, -1, &statement, nullptr) != SQLITE_OK) damaged(sql);
    std::vector<std::string> values;
    auto step = ::sqlite3_step(statement);
    for (; step == SQLITE_ROW; step = ::sqlite3_step(statement))
      values.emplace_back(reinterpret_cast<char const*>(::sqlite3_column_text(statement, 0)));
    ::sqlite3_finalize(statement);
    if (step != SQLITE_DONE) damaged(sql);
    return values;
  }

  [[nodiscard]] std::size_t scenes() const { return column("SELECT id FROM scenes").size(); }
  [[nodiscard]] std::size_t turns() const { return column("SELECT id FROM turns WHERE what = 'say'").size(); }
  [[nodiscard]] std::string current_scene() const {
    return column("SELECT c.scene_index FROM sessions s JOIN scenes c ON c.id = s.current_scene_id").at(0);
  }

private:
  [[noreturn]] void damaged(std::string const& what) const {
    throw std::runtime_error("the database of stories: " + what + ": " + ::sqlite3_errmsg(database_));
  }

  sqlite3* database_ = nullptr;
};

/// The number of calls per digest of the request.
std::map<std::string, int> calls_of(Stage const& stage) {
  std::map<std::string, int> calls;
  std::ifstream file(stage.home() / "calls");
  for (std::string digest; std::getline(file, digest);)
    ++calls[digest];
  return calls;
}

/// The number of recorded replies per digest. The model puts the request's digest into each reply, after a
/// '#'.
std::map<std::string, int> replies_of(KeptStory const& story) {
  std::map<std::string, int> replies;
  for (auto const& text : story.column("SELECT reply FROM turn_replies ORDER BY attempt_id, ordinal")) {
    auto const json = nlohmann::json::parse(text, nullptr, false);
    auto const mark = text.find('#');
    if (json.is_object() && json.contains("reply") && mark != text.npos)
      ++replies[text.substr(mark + 1, digest_length)];
  }
  return replies;
}

Found paid_twice(Stage const& stage, KeptStory const& story) {
  Found found;
  auto const replies = replies_of(story);
  for (auto const& [digest, count] : replies)
    if (count > 1) found.push_back("what was on record was asked again: " + digest);
  std::ptrdiff_t lost = 0;
  for (auto const& [digest, count] : calls_of(stage)) {
    auto const on_record = replies.contains(digest) ? replies.at(digest) : 0;
    lost += count - on_record;
    if (count > 1 + stage.faults) found.push_back("asked " + std::to_string(count) + " times: " + digest);
  }
  if (lost > most_at_once * stage.faults)
    found.push_back(std::to_string(lost) + " calls have no reply on record");
  return found;
}

/// No part of a turn is visible, and no turn exists without its signal or its result.
Found judge(Stage const& stage, KeptStory const& story, ExpectedTurn const& expected) {
  Found found;
  auto const turns = story.turns();
  auto const scene = turns - (stage.meddled ? 1 : 0);
  if (turns < expected.before || turns > expected.before + 1 || story.scenes() != turns + 1 ||
      story.current_scene() != std::to_string(scene))
    found.push_back("the story has " + std::to_string(story.scenes()) + " scenes and " +
                    std::to_string(turns) + " turns, and is at scene " + story.current_scene());
  auto const lock = expected.name + ".turn.lock";
  if (!stage.has(lock) && turns == expected.before)
    found.push_back(lock + " is gone and the turn is not written");
  for (auto const& ending : {lock + ".error", expected.name + ".turn.retry-instructions.json"})
    if (stage.has(ending)) found.push_back("a good turn is refused: " + ending + " is there");
  return found;
}

/// The request and its result may remain: a command that is killed after its signal was removed does not
/// remove them.
Found left_behind(Stage const& stage, ExpectedTurn const& expected) {
  Found found;
  std::set<std::string> const at_rest = {"turns", ".artifactd", expected.name + ".json",
                                         expected.name + ".result.json"};
  std::error_code missing;
  for (auto const* folder : {"", "turns", ".artifactd/work", ".artifactd/attempts"})
    for (auto const& entry : fs::directory_iterator(stage.session() / folder, missing))
      if (!at_rest.contains(entry.path().filename()))
        found.push_back("left behind: " + entry.path().string());
  return found;
}

} // namespace

void TurnReader::look(Stage const& stage, std::vector<std::string>& found) {
  auto const waits = stage.has(turn_.name + ".turn.lock");
  if (waiting_ && !waits && !stage.has("turns/" + turn_.name + ".result.json") && found.empty())
    found.push_back(turn_.name + ".turn.lock goes before its result is there");
  waiting_ = waits;
}

std::vector<std::string> check_turn_interrupted(Stage const& stage, ExpectedTurn const& expected,
                                                Ending const& ending) {
  KeptStory const story(stage);
  auto found = judge(stage, story, expected);
  std::ranges::move(paid_twice(stage, story), std::back_inserter(found));
  static std::set<int> const documented = {0, 1, 2, 3, 4, 5, 6, 7, 74};
  if (ending.how == Ending::How::killed) return found;
  if (ending.how != Ending::How::exited || !documented.contains(ending.code))
    found.push_back("the program ended by: " + ending.text());
  return found;
}

std::vector<std::string> check_turn_settled(Stage const& stage, ExpectedTurn const& expected,
                                            Ending const& ending) {
  auto found = check_turn_interrupted(stage, expected, ending);
  if (ending.how != Ending::How::exited || ending.code != 0)
    found.push_back("the run after the fault ended by: " + ending.text());
  if (KeptStory(stage).turns() == expected.before) found.push_back("the turn is not played");
  std::ranges::move(left_behind(stage, expected), std::back_inserter(found));
  for (auto const& words : {std::vector<std::string>{"check", "--database"}, {"replay", stage.session()}})
    if (auto const looked = run(stage.turn(words)); looked.how != Ending::How::exited || looked.code != 0)
      found.push_back("turn " + words.front() + " ends by: " + looked.text());
  return found;
}

} // namespace artifactd::faults
