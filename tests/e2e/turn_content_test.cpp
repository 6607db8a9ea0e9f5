// Importing into stories and exporting from them, using the real programs: chats, cards, directories with
// other files in them; and the small calculators.
#include "tests/e2e/turn_site.hpp"
#include "tests/support/source_dir.hpp"

#include <cmath>
#include <fmt/core.h>

namespace artifactd::test {
namespace {

class TurnContent : public TurnSite {
protected:
  [[nodiscard]] std::string file(std::string const& name, std::string const& text) const {
    std::ofstream(site.path() / name) << text;
    return (site.path() / name).string();
  }
  [[nodiscard]] static std::string text_of(std::string const& path) {
    std::ifstream stream(path);
    return {std::istreambuf_iterator(stream), {}};
  }
  [[nodiscard]] Ended import_chat(std::string const& text, std::vector<std::string> const& more = {}) const {
    std::vector<std::string> words = {"--json", "turn", "import",     file("chat.jsonl", text),
                                      "--into", "s",    "--scenario", scenario};
    words.insert(words.end(), more.begin(), more.end());
    return site.artifactctl(words);
  }
  [[nodiscard]] std::string card_file(std::string const& name, nlohmann::json const& card) const {
    return file(name, card.dump());
  }
  [[nodiscard]] Ended import_card(std::string const& path, std::vector<std::string> const& more = {}) const {
    std::vector<std::string> words = {
        "--json",    "turn",
        "import",    path,
        "--ruleset", "last-stop",
        "--stats",   file("stats.json", R"({"nerve": 1, "candour": 3, "patience": 2, "wit": 4})")};
    words.insert(words.end(), more.begin(), more.end());
    return site.artifactctl(words);
  }
};

nlohmann::json const wren = {{"spec", "chara_card_v2"},
                             {"spec_version", "2.0"},
                             {"fav", true},
                             {"data",
                              {{"name", "Wren"},
                               {"description", "{{char}} dives."},
                               {"personality", "dry"},
                               {"scenario", ""},
                               {"first_mes", "Hello."},
                               {"mes_example", ""},
                               {"creator_notes", "n"},
                               {"system_prompt", ""},
                               {"post_history_instructions", ""},
                               {"alternate_greetings", {"Again."}},
                               {"tags", {"sea"}},
                               {"creator", "c"},
                               {"character_version", "1"},
                               {"extensions", {{"x", 1}}},
                               {"something_new", {1, nullptr}}}}};

std::string const chat_header =
    R"({"user_name":"Ada","character_name":"Emil","create_date":"2024-1-1 @13h 02m 03s 4ms","chat_metadata":{}})"
    "\n";

std::string chat_of(std::size_t turns) {
  auto text = chat_header + R"({"name":"Emil","is_user":false,"mes":"The heater ticks, {{user}}."})" + "\n";
  for (std::size_t i = 1; i <= turns; ++i)
    text += fmt::format(
        R"({{"name":"Ada","is_user":true,"mes":"said {0}","send_date":"January 2, 2024 1:02pm"}})"
        "\n"
        R"({{"name":"Emil","is_user":false,"mes":"answered {0}","swipes":["other","answered {0}"],)"
        R"("swipe_id":1}})"
        "\n",
        i);
  return text;
}

TEST_F(TurnContent, AChatBecomesAStoryThatIsPlayedOn) {
  import();
  auto const done = import_chat(chat_of(3) + R"({"name":"Ada","is_user":true,"mes":"unanswered"})" + "\n");
  ASSERT_EQ(done.exit, 0) << done.err;
  EXPECT_EQ(nlohmann::json::parse(done.out)["scene_index"], 3);
  EXPECT_EQ(nlohmann::json::parse(done.out)["unanswered"], 1);
  auto const log = site.json({"turn", "log", "s"});
  ASSERT_EQ(log["scenes"].size(), 4U);
  EXPECT_EQ(log["scenes"][0]["messages"][0]["content"], "The heater ticks, Ada.");
  EXPECT_EQ(log["scenes"][3]["messages"][1]["content"], "answered 3");
  EXPECT_EQ(log["scenes"][1]["created_at"], 1'704'200'520'000);
  script(R"([{"step": "narrator", "contains": "answered 3", "set": {"narration_text": "It was told."}}])");
  auto const said = say("I say hello.");
  ASSERT_EQ(said.exit, 0) << said.err;
  EXPECT_EQ(nlohmann::json::parse(said.out)["narration_text"], "It was told.");
  EXPECT_EQ(scene(), 4);
  expect_sound();
  EXPECT_EQ(site.artifactctl({"turn", "undo", "s", "2"}).exit, 0);
  EXPECT_EQ(site.artifactctl({"turn", "branch", "s", "b"}).exit, 0);
  EXPECT_EQ(site.json({"turn", "log", "b"})["scene_index"], 2);
  expect_sound();
}

TEST_F(TurnContent, ALongChatIsReadableToItsFirstLine) {
  import();
  ASSERT_EQ(import_chat(chat_of(3000)).exit, 0);
  auto const log = site.json({"turn", "log", "s"});
  ASSERT_EQ(log["scenes"].size(), 3001U);
  EXPECT_EQ(log["scenes"][1]["messages"][0]["content"], "said 1");
  EXPECT_EQ(say("I say hello.").exit, 0);
}

TEST_F(TurnContent, AChatThatCannotBeReadBeginsNothing) {
  import();
  auto const first = import_chat("{}\n");
  EXPECT_EQ(first.exit, 1);
  EXPECT_EQ(nlohmann::json::parse(first.out)["findings"][0]["line"], 1);
  EXPECT_EQ(import_chat(chat_of(51'000)).exit, 1);
  EXPECT_EQ(import_chat(chat_of(10'001)).exit, 1);
  std::string damaged = chat_header;
  for (int i = 0; i < 2000; ++i)
    damaged += "{]\n";
  EXPECT_EQ(import_chat(damaged).exit, 1);
  EXPECT_EQ(import_chat(chat_of(1), {"--ruleset", "another"}).exit, 1);
  EXPECT_EQ(import_chat(chat_of(1), {"--dry-run"}).exit, 0);
  EXPECT_EQ(site.artifactctl({"turn", "log", "s"}).exit, 3);
}

TEST_F(TurnContent, DamagedLinesAreToldByTheirNumbersAndEscapesStayData) {
  import();
  auto const done = import_chat(
      chat_of(1) + "{broken\n" + R"({"name":"Ada","is_user":true,"mes":"\u001b[31m \u202e <START>"})" + "\n" +
      R"({"name":"Emil","is_user":false,"mes":")" + std::string(1 << 20, 'x') + "\"}\n");
  ASSERT_EQ(done.exit, 0) << done.err;
  EXPECT_EQ(nlohmann::json::parse(done.out)["findings"][0]["line"], 5);
  auto const shown = site.artifactctl({"turn", "log", "s"});
  EXPECT_EQ(shown.exit, 0);
  EXPECT_FALSE(shown.out.contains('\x1b'));
  EXPECT_EQ(site.json({"turn", "log", "s"})["scenes"][2]["messages"][0]["content"],
            "\x1b[31m \u202e <START>");
}

TEST_F(TurnContent, AChatNeedsAScenarioAndADirectoryWithoutAStory) {
  import();
  auto const path = file("chat.jsonl", chat_of(1));
  EXPECT_EQ(site.artifactctl({"turn", "import", path}).exit, 1);
  EXPECT_EQ(site.artifactctl({"turn", "import", path, "--into", "s"}).exit, 1);
  EXPECT_EQ(site.artifactctl({"turn", "import", path, "--into", "s", "--scenario", "none"}).exit, 3);
  ASSERT_EQ(import_chat(chat_of(1)).exit, 0);
  EXPECT_EQ(import_chat(chat_of(1)).exit, 4);
}

TEST_F(TurnContent, ACardLeavesAsItCame) {
  import();
  ASSERT_EQ(import_card(card_file("wren.json", wren)).exit, 0);
  EXPECT_EQ(nlohmann::json::parse(site.artifactctl({"turn", "card", "wren"}).out), wren);
  auto third = wren;
  third["spec"] = "chara_card_v3";
  third["spec_version"] = "3.0";
  third["data"]["name"] = "Third";
  third["data"]["group_only_greetings"] = nlohmann::json::array();
  third["data"]["creation_date"] = 1700000000;
  ASSERT_EQ(import_card(card_file("third.json", third)).exit, 0);
  EXPECT_EQ(nlohmann::json::parse(site.artifactctl({"turn", "card", "third"}).out), third);
  EXPECT_EQ(nlohmann::json::parse(site.artifactctl({"turn", "card", "third", "--form", "v2"}).out)["spec"],
            "chara_card_v2");
}

TEST_F(TurnContent, ACardLeavesInAPictureAndComesBackAsTheSameCharacter) {
  import();
  ASSERT_EQ(import_card(card_file("wren.json", wren)).exit, 0);
  // A header of one pixel and an end: pictures are not decoded.
  auto const picture =
      file("dot.png",
           std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0\x1f\x15\xc4\x89\0\0\0\0IEND"
                       "\xae\x42\x60\x82",
                       45));
  auto const out = (site.path() / "wren.png").string();
  auto const made = site.artifactctl({"turn", "card", "wren", "--out", out, "--png", picture});
  ASSERT_EQ(made.exit, 0) << made.err;
  auto const again = import_card(out, {"--as", "wren-again"});
  ASSERT_EQ(again.exit, 0) << again.err;
  auto card = nlohmann::json::parse(site.artifactctl({"turn", "card", "wren-again", "--form", "v2"}).out);
  card["data"].erase("group_only_greetings"); // required by version 3
  EXPECT_EQ(card["data"], wren["data"]);
  EXPECT_EQ(site.artifactctl({"turn", "card", "wren", "--out", out, "--png", picture}).exit, 4);
  EXPECT_EQ(site.artifactctl({"turn", "card", "wren", "--out", out + ".png"}).exit, 1);
  EXPECT_EQ(site.artifactctl({"turn", "card", "nobody"}).exit, 3);
}

TEST_F(TurnContent, TheSameCardTwiceIsUnchanged) {
  import();
  auto const path = card_file("wren.json", wren);
  ASSERT_EQ(import_card(path).exit, 0);
  auto const again = nlohmann::json::parse(import_card(path).out);
  EXPECT_EQ(again["documents"][0]["id"], "wren");
  EXPECT_EQ(again["documents"][0]["outcome"], "unchanged");
}

TEST_F(TurnContent, ADirectoryMayHaveOtherFilesInIt) {
  auto const examples = (std::filesystem::path(source_dir()) / "examples/turns").string();
  auto const done = site.artifactctl({"--json", "turn", "import", examples});
  ASSERT_EQ(done.exit, 0) << done.err;
  auto const told = nlohmann::json::parse(done.out);
  EXPECT_EQ(told["documents"].size(), 24U);
  ASSERT_EQ(told["findings"].size(), 1U) << told["findings"];
  EXPECT_TRUE(told["findings"][0]["file"].get<std::string>().ends_with("model.toml"));
  EXPECT_EQ(site.artifactctl({"turn", "import", examples + "/model.toml"}).exit, 1);
}

TEST_F(TurnContent, MemoriesAreTheStrongestUnlessAllAreAskedFor) {
  begin();
  nlohmann::json scenario_of_many =
      nlohmann::json::parse(site.artifactctl({"turn", "show", "scenario", scenario}).out);
  scenario_of_many["id"] = "many";
  for (int i = 0; i < 20; ++i)
    scenario_of_many["observations"].push_back(
        {{"character_id", "emil"}, {"content", fmt::format("seen {}", i)}, {"importance", 1 + i % 5}});
  ASSERT_EQ(site.artifactctl({"turn", "import", file("many.json", scenario_of_many.dump())}).exit, 0);
  std::filesystem::create_directory(site.root() / "m");
  ASSERT_EQ(site.artifactctl({"turn", "begin", "m", "--scenario", "many"}).exit, 0);
  auto const count = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"turn", "observations", "m", "emil"});
    return site.json(words)["observations"].size();
  };
  EXPECT_EQ(count({}), 12U);
  EXPECT_EQ(count({"--all"}), 22U);
  auto const later = site.json({"turn", "observations", "m", "emil", "--at", "2100-01-01T00:00:00Z"});
  for (auto const* name : {"priority", "decay_weight", "age_minutes", "effective_importance"})
    EXPECT_TRUE(later["observations"][0].contains(name)) << name;
  EXPECT_EQ(site.artifactctl({"turn", "observations", "m", "--at", "soon"}).exit, 2);
}

TEST_F(TurnContent, AnObservationsWeightCanBeComputedByAnybody) {
  auto const one = site.json({"turn", "roll", "--priority", "4", "2", "60", "0.005"});
  EXPECT_NEAR(one["priority"].get<double>(), 4 * std::exp(-0.3) * 1.3, 1e-12);
  EXPECT_NEAR(one["decay_weight"].get<double>(), std::exp(-0.3), 1e-12);
  EXPECT_EQ(site.json({"turn", "roll", "--priority", "5", "9", "0", "0"})["priority"], 7.25);
  for (auto const& wrong : std::vector<std::vector<std::string>>{{"6", "0", "1", "0"},
                                                                 {"1", "-1", "1", "0"},
                                                                 {"1", "0", "nan", "0"},
                                                                 {"1", "0", "1", "inf"},
                                                                 {"1.5", "0", "1", "0"},
                                                                 {"1", "0", "1"}}) {
    std::vector<std::string> words = {"turn", "roll", "--priority"};
    words.insert(words.end(), wrong.begin(), wrong.end());
    EXPECT_EQ(site.artifactctl(words).exit, 2) << wrong[0];
  }
  EXPECT_EQ(site.artifactctl({"turn", "roll"}).exit, 2);
}

} // namespace
} // namespace artifactd::test
