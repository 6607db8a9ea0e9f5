// A site with a session "s" for a story; its model is the script that ships with the examples.
#pragma once

#include "tests/e2e/running_daemon.hpp"
#include "tests/support/source_dir.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>

namespace artifactd::test {

class TurnSite : public testing::Test {
protected:
  static constexpr auto scenario = "twelve-minutes-to-harrow-quay";

  TurnSite() {
    // If the tests run as root, the model runs as nobody and writes its log here.
    std::filesystem::permissions(site.path(), std::filesystem::perms::all);
    configure();
  }

  void configure(std::string const& more = "") const {
    auto const examples = std::filesystem::path(source_dir()) / "examples/turns";
    site.configure(
        "[turn]\nsmall = \"scripted\"\nlarge = \"scripted\"\n" + more +
        "\n[models.scripted]\nkind = \"command\"\nfree = true\nat_once = 16\ncommand = [\"env\", " +
        "\"ARTIFACTD_SCRIPT=" + (site.path() / "script.json").string() + "\", " + "\"ARTIFACTD_SCRIPT_LOG=" +
        calls_file().string() + "\", \"" + (examples / "model.py").string() + "\"]\n");
    script("[]");
  }

  void script(std::string const& rules) const { std::ofstream(site.path() / "script.json") << rules; }
  [[nodiscard]] std::filesystem::path calls_file() const { return site.path() / "calls"; }
  [[nodiscard]] long calls() const {
    std::ifstream file(calls_file());
    return std::ranges::count(std::string(std::istreambuf_iterator(file), {}), '\n');
  }

  void import() const {
    auto const examples = std::filesystem::path(source_dir()) / "examples/turns/last-stop";
    auto const done = site.artifactctl({"turn", "import", examples.string()});
    ASSERT_EQ(done.exit, 0) << done.err;
  }
  void begin(std::string const& session = "s") const {
    import();
    auto const done = site.artifactctl(
        {"turn", "begin", session, "--scenario", scenario, "--seed", "abc", "--id", "begin"});
    ASSERT_EQ(done.exit, 0) << done.err;
  }
  [[nodiscard]] Ended say(std::string const& text, std::vector<std::string> const& more = {}) const {
    std::vector<std::string> words = {"--json", "turn", "say", "s", text};
    words.insert(words.end(), more.begin(), more.end());
    return site.artifactctl(words);
  }
  [[nodiscard]] std::unique_ptr<Child> start(std::vector<std::string> const& words) const {
    Command command{{site.program("artifactctl"), "--config", site.config().string()}};
    command.words.insert(command.words.end(), words.begin(), words.end());
    return std::make_unique<Child>(command);
  }
  [[nodiscard]] long scene() const { return site.json({"turn", "log", "s"}).value("scene_index", -1L); }
  void ask(std::string const& name, nlohmann::json const& request) const {
    directory.write("turns/" + name + ".json", request.dump());
    directory.write(name + ".turn.lock", "");
  }
  [[nodiscard]] bool gone(std::string const& name) const {
    return !std::filesystem::exists(directory / (name + ".turn.lock"));
  }
  [[nodiscard]] nlohmann::json result(std::string const& name) const {
    return nlohmann::json::parse(directory.text("turns/" + name + ".result.json"), nullptr, false);
  }
  void expect_sound() const {
    auto const check = site.artifactctl({"turn", "check", "--database"});
    EXPECT_EQ(check.exit, 0) << check.out;
    auto const replay = site.artifactctl({"turn", "replay", "s"});
    EXPECT_EQ(replay.exit, 0) << replay.out << replay.err;
  }

  Site site;
  SessionDir directory = site.session("s");
};

} // namespace artifactd::test
