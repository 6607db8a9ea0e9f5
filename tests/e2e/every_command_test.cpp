// Every command of artifactctl with --json, with good and bad arguments: stdout is documents and nothing
// else, and a failure is a document too. The commands are those that --help lists, so a new one needs a row
// here.
#include "tests/e2e/command_rows.hpp"
#include "tests/e2e/turn_site.hpp"
#include "tests/support/game_corpus.hpp"
#include "tests/support/told_play.hpp"

#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <map>
#include <set>
#include <sstream>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
Words split(std::string const& text) {
  std::istringstream in(text);
  Words words;
  for (std::string word; in >> word;)
    words.push_back(word);
  return words;
}

class EveryCommand : public TurnSite {
protected:
  EveryCommand() {
    configure("\n[play]\nconfirm = \"owner\"\n");
    graph.submit("a");
    graph.artifact("bad", "x.json", "{\"a\": 1, \"a\": 2}");
    graph.drop("bad");
    tuned.write("state.json", site.artifactctl({"state", "init"}).out);
    for (auto const& file : game_files(game_names().front()))
      graph.write("game/" + file.name, file.bytes);
    auto told = play::Value::parse(R"({"game": "race", "script": ["ada throw", "ben throw"], "id": "p1",
                                       "state": {"players": {"ada": {"place": 0}}}})");
    auto const record = play::told_play(told);
    for (auto const& file : record.files)
      played.artifact("game", file.name, file.bytes);
    fs::create_directories(played / "play");
    play::write_record((played / "play").string(), record, "game");
    graph.write("rules/r.yaml", "name: missions\nglob: '**/m_*/*.csv'\n");
    fs::create_directories(graph / "data/m_1");
    graph.write("data/m_1/a.csv", "");
    std::ofstream(site.path() / "samples.json") << R"({"root": "/", "paths": ["/data/m_1/a.csv"]})";
  }

  /// Settles what waits, as a daemon would: its journal is there from now on.
  void SetUp() override {
    Child once({{site.program("artifactd"), "--config", site.config().string(), "--once"}});
    ASSERT_EQ(once.wait(), 1) << "bad is refused";
    graph.submit("b");
  }

  [[nodiscard]] Ended run(Words words) const {
    words.insert(words.begin(), "--json");
    return site.artifactctl(words);
  }

  /// All commands that have no subcommands, as --help lists them.
  void find_commands(std::string const& group, std::set<std::string>& found) const {
    auto words = split(group);
    words.push_back("--help");
    std::istringstream help(site.artifactctl(words).out);
    bool listing = false;
    bool any = false;
    for (std::string line; std::getline(help, line);) {
      if (line.empty()) listing = false;
      if (listing) find_commands(group + (group.empty() ? "" : " ") + split(line).at(0), found), any = true;
      if (line.ends_with(':') && line != "Options:" && line != "Positionals:" && line != "Examples:")
        listing = true;
    }
    if (!any) found.insert(group);
  }

  /// As --help shows them: those in brackets are optional.
  [[nodiscard]] std::size_t required_positionals(std::string const& command) const {
    auto words = split(command);
    words.push_back("--help");
    std::istringstream help(site.artifactctl(words).out);
    for (std::string line; std::getline(help, line);)
      if (line.starts_with("Usage: ")) {
        auto const shown = split(line.substr(line.find("[OPTIONS]")));
        return static_cast<std::size_t>(
            std::ranges::count_if(shown, [](auto const& word) { return !word.starts_with('['); }));
      }
    return 0;
  }

  SessionDir graph = site.session("g");
  SessionDir tuned = site.session("t");
  SessionDir played = site.session("p");
};

/// The documents on stdout, one a line or one in all; empty if it is anything else.
std::vector<Json> documents(std::string const& out) {
  if (auto whole = Json::parse(out, nullptr, false); !whole.is_discarded()) return {whole};
  std::vector<Json> found;
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);) {
    found.push_back(Json::parse(line, nullptr, false));
    if (found.back().is_discarded()) return {};
  }
  return found;
}

Words found_words(Site const& site, Words words) {
  for (auto& word : words) {
    if (word == "@report") word = site.json({"report", "list", "p"})["reports"][0].value("report", "");
    if (word == "@proposal") word = site.json({"report", "show", "p", "@"}).value("proposal", "");
    if (word == "@story") word = site.json({"turn", "log", "s"}).value("session_id", "");
  }
  return words;
}

void expect_documents(Words const& words, Ended const& ended, int exit) {
  auto const shown = fmt::format("{} -> {}\n{}\n{}", fmt::join(words, " "), ended.exit, ended.out, ended.err);
  EXPECT_EQ(ended.exit, exit) << shown;
  auto const found = documents(ended.out);
  auto const waits = words.front() == "watch" || words.front() == "mcp"; // nothing came, nothing was asked
  EXPECT_TRUE(!found.empty() || (waits && ended.out.empty())) << shown;
  if (exit != 2 || found.empty()) return;
  ASSERT_TRUE(found.back().is_object() && found.back().contains("error")) << shown;
  EXPECT_EQ(found.back()["error"]["code"], "usage") << shown;
  EXPECT_NE(found.back()["error"]["message"], "") << shown;
}

TEST_F(EveryCommand, AnswersWithDocuments) {
  std::set<std::string> without_row;
  find_commands("", without_row);
  EXPECT_GT(without_row.size(), 100U);
  for (auto const& row : command_rows(site.path().string())) {
    without_row.erase(row.command);
    auto words = split(row.command);
    for (auto const& word : found_words(site, row.arguments))
      words.push_back(word);
    expect_documents(words, run(words), row.exit);
  }
  EXPECT_THAT(without_row, testing::IsEmpty()) << "commands that --help lists need a row above";
}

TEST_F(EveryCommand, FailsWithADocument) {
  std::set<std::string> commands;
  find_commands("", commands);
  for (auto const& command : commands) {
    auto words = split(command);
    words.push_back("--no-such-option");
    expect_documents(words, run(words), 2);
  }
}

TEST_F(EveryCommand, SaysInADocumentThatWhatIsNamedDoesNotExist) {
  std::set<std::string> commands;
  find_commands("", commands);
  for (auto const& command : commands) {
    auto words = split(command);
    words.insert(words.end(), required_positionals(command), "no-such-thing");
    if (words == split(command) || command == "web token add") continue; // that one makes what is named
    auto const ended = run(words);
    auto const shown =
        fmt::format("{} -> {}\n{}\n{}", fmt::join(words, " "), ended.exit, ended.out, ended.err);
    EXPECT_FALSE(documents(ended.out).empty()) << shown;
    EXPECT_NE(ended.exit, 0) << shown;
  }
}

} // namespace
} // namespace artifactd::test
