// Models used by the real programs, with and without a daemon: what they send and to whom, what budgets
// prevent, and that the key appears only in its header.
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/running_daemon.hpp"
#include "tests/support/fault_server.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <sys/stat.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr auto the_key = "sk-nobody-may-see-this-0123456789";

std::string bytes_of(fs::path const& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string message(std::string const& text, int input_tokens = 5, int cached = 0) {
  nlohmann::json const json = {{"type", "message"},
                               {"model", "m-1-dated"},
                               {"content", {{{"type", "text"}, {"text", text}}}},
                               {"stop_reason", "end_turn"},
                               {"usage",
                                {{"input_tokens", input_tokens},
                                 {"output_tokens", 2},
                                 {"cache_read_input_tokens", cached},
                                 {"cache_creation_input_tokens", 0}}}};
  return json.dump();
}

class ModelsAtWork : public testing::Test {
protected:
  ModelsAtWork() {
    std::ofstream(site_.path() / "key") << the_key << "\n";
    configure();
  }
  ~ModelsAtWork() override { server_.release(); }

  void configure(std::string const& service = "", std::string const& more = "") const {
    site_.configure("[model]\n" + service +
                    "\n[models.haiku]\nkind = \"anthropic\"\nmodel = \"m-1\"\nbase_url = \"" + server_.url() +
                    "\"\nkey_file = \"" + (site_.path() / "key").string() +
                    "\"\nprice = [{ from = \"2026-01-01\", input = 1, output = 5 }]\nretries = 0\n" + more);
  }
  /// The endpoint does all that is asked of it; the last usage that it reports is this large.
  void behave(int last_tokens = 5000) {
    server_.answer(200, message("ready"));
    server_.answer(200, message(R"({"colour":"mauve","count":1})"));
    server_.answer(200, message("ready"));
    server_.answer(200, message("ready", last_tokens, 900));
    server_.answer(
        404, R"({"type":"error","error":{"type":"not_found_error","message":"model: m-1-no-such-model"}})");
  }
  [[nodiscard]] Ended test_live(std::string const& key = "haiku") const {
    return site_.artifactctl({"model", "test", key, "--live"});
  }
  [[nodiscard]] std::vector<fs::path> services() const {
    std::vector<fs::path> found;
    for (auto const& each : fs::directory_iterator("/proc"))
      if (auto const words = bytes_of(each.path() / "cmdline");
          words.contains(site_.path().string()) && words.contains(std::string("\0model\0", 7)))
        if (!words.contains("artifactctl")) found.push_back(each.path());
    return found;
  }

  FaultServer server_;
  Site site_;
};

TEST_F(ModelsAtWork, WithoutADaemonArtifactctlHasThemAsked) {
  behave();
  auto const tested = test_live();
  EXPECT_EQ(tested.exit, 0) << tested.out << tested.err;
  EXPECT_THAT(tested.err, HasSubstr("5 calls of m-1, at most $"));
  EXPECT_THAT(tested.out, AllOf(HasSubstr("answers  yes       \"ready\""), HasSubstr("schema   yes"),
                                HasSubstr("cache    yes       of 5900 tokens"), HasSubstr("errors   yes"),
                                HasSubstr("spent    $0.")));
  auto const received = server_.received();
  ASSERT_EQ(received.size(), 5U);
  EXPECT_TRUE(received[0].has(std::string("x-api-key: ") + the_key));
  EXPECT_THAT(received[4].body, HasSubstr("m-1-no-such-model"));
  EXPECT_THAT(tested.out + tested.err, Not(HasSubstr(the_key)));
  EXPECT_TRUE(eventually([&] { return services().empty(); })) << "the service ends with who started it";
}

TEST_F(ModelsAtWork, NothingIsSentUnlessItIsAskedFor) {
  auto const tested = site_.artifactctl({"model", "test", "haiku"});
  EXPECT_EQ(tested.exit, 0) << tested.err;
  EXPECT_THAT(tested.err, AllOf(HasSubstr("at most $"), HasSubstr("--live")));
  EXPECT_THAT(server_.received(), IsEmpty());
}

TEST_F(ModelsAtWork, AnEndpointThatDoesLessIsToldOf) {
  for (int i = 0; i < 5; ++i)
    server_.answer(200, message("hello"));
  auto const json = site_.json({"model", "test", "haiku", "--live"});
  ASSERT_TRUE(json.is_object());
  EXPECT_EQ(json["ok"], false);
  EXPECT_EQ(json["checks"][2]["check"], "schema");
  EXPECT_EQ(json["checks"][2]["answered"], "no");
  EXPECT_EQ(json["checks"][4]["answered"], "no");
  EXPECT_EQ(json["spent"]["tokens"], 35);
}

TEST_F(ModelsAtWork, WhatAnEndpointDoesNotTellIsCountedAsItIsBooked) {
  auto untold = nlohmann::json::parse(message("ready"));
  untold.erase("usage");
  for (int i = 0; i < 5; ++i)
    server_.answer(200, untold.dump());
  auto const json = site_.json({"model", "test", "haiku", "--live"});
  EXPECT_EQ(json["spent"]["estimated"], true);
  EXPECT_GT(json["spent"]["micro_dollars"], 0);
  EXPECT_EQ(json["spent"]["micro_dollars"], site_.json({"model", "list"})["today"]["micro_dollars"]);
}

TEST_F(ModelsAtWork, WhatABudgetDoesNotCoverIsNotSent) {
  configure("run_dollars = 0");
  auto const tested = test_live();
  EXPECT_EQ(tested.exit, 1);
  EXPECT_THAT(tested.out, HasSubstr("over_budget: the budget of the run"));
  configure("",
            "[models.unpriced]\nkind = \"openai\"\nmodel = \"m\"\nbase_url = \"" + server_.url() + "\"\n");
  EXPECT_THAT(test_live("unpriced").out, HasSubstr("money is limited, but the price of m is unknown"));
  EXPECT_THAT(server_.received(), IsEmpty());
}

TEST_F(ModelsAtWork, ADayIsNotForgottenByARestart) {
  configure("day_dollars = 0.05");
  behave(49'000);
  ASSERT_EQ(test_live().exit, 0);
  auto const again = test_live();
  EXPECT_EQ(again.exit, 1);
  EXPECT_THAT(again.out, HasSubstr("over_budget: the budget of the day"));
  EXPECT_EQ(server_.received().size(), 4U) << "neither the fifth call nor any after it";
  auto const listed = site_.json({"model", "list"});
  EXPECT_GT(listed["today"]["micro_dollars"], 49'000);
  EXPECT_THAT(bytes_of(site_.path() / "state/model/day.json"), HasSubstr("micro_dollars"));
}

TEST_F(ModelsAtWork, ADamagedAccountIsNoLicenceToSpend) {
  fs::create_directories(site_.path() / "state/model");
  std::ofstream(site_.path() / "state/model/day.json") << "{";
  auto const tested = test_live();
  EXPECT_EQ(tested.exit, 1);
  EXPECT_THAT(tested.err, HasSubstr("day.json is damaged"));
  EXPECT_THAT(server_.received(), IsEmpty());
}

TEST_F(ModelsAtWork, ADaemonHasThemAskedByAChildOfItsOwn) {
  RunningDaemon daemon(site_);
  auto const door = site_.path() / "run/model";
  ASSERT_TRUE(fs::exists(door));
  EXPECT_EQ(fs::status(door).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_THAT(services(), IsEmpty()) << "before anybody asks";
  behave();
  EXPECT_EQ(test_live().exit, 0);
  EXPECT_EQ(services().size(), 1U) << "it stays";
  EXPECT_TRUE(eventually([&] { return daemon.logged("model call", {"\"haiku\"", "\"ok\""}) == 4; }));
  auto const spent = site_.json({"model", "list"})["today"]["micro_dollars"].dump();
  EXPECT_TRUE(eventually([&] {
    return bytes_of(site_.path() / "state/model/day.json").contains("\"micro_dollars\":" + spent + ",");
  })) << "what the calls did not use is taken off soon, though the service goes on";
  EXPECT_EQ(daemon.stop(), 0);
  EXPECT_THAT(services(), IsEmpty());
  EXPECT_FALSE(fs::exists(door));
  EXPECT_THAT(daemon.log(), Not(HasSubstr(the_key)));
}

TEST_F(ModelsAtWork, AKilledDaemonLeavesNoServiceBehind) {
  RunningDaemon daemon(site_);
  EXPECT_EQ(site_.artifactctl({"model", "list"}).exit, 0);
  EXPECT_EQ(services().size(), 1U);
  daemon.kill();
  EXPECT_TRUE(eventually([&] { return services().empty(); }));
  EXPECT_EQ(site_.artifactctl({"model", "list"}).exit, 0) << "what it left in the way is not";
}

TEST_F(ModelsAtWork, AReloadReachesTheService) {
  RunningDaemon daemon(site_);
  EXPECT_EQ(site_.artifactctl({"model", "list"}).exit, 0);
  configure("", "[models.other]\nkind = \"command\"\ncommand = [\"/bin/echo\", \"ready\"]\nfree = true\n");
  daemon.send(SIGHUP);
  EXPECT_TRUE(eventually([&] { return daemon.logged("reloaded", {"\"models\":2"}) == 1; }));
  auto const tested = test_live("other");
  EXPECT_EQ(tested.exit, 0) << tested.out << tested.err;
  EXPECT_THAT(tested.out,
              AllOf(HasSubstr("answers  yes"), HasSubstr("schema   no"), HasSubstr("errors   not tried")));
}

TEST_F(ModelsAtWork, TheKeyIsNowhereWhileACallIsUnderWay) {
  RunningDaemon daemon(site_);
  server_.script({hold()});
  Child caller({.words = {built("artifactctl"), "--config", site_.config().string(), "model", "test", "haiku",
                          "--live"}});
  ASSERT_TRUE(server_.wait_for_requests(1));
  auto const running = services();
  ASSERT_EQ(running.size(), 1U);
  for (auto const& process : {running[0], fs::path("/proc") / std::to_string(caller.pid()),
                              fs::path("/proc") / std::to_string(daemon.pid())})
    for (auto const* what : {"cmdline", "environ"})
      EXPECT_THAT(bytes_of(process / what), Not(HasSubstr(the_key))) << process << what;
  caller.send(SIGKILL);
  EXPECT_TRUE(server_.wait_for_hangups(1)) << "who hangs up has the call ended";
  EXPECT_TRUE(eventually([&] { return daemon.logged("model call", {"\"cancelled\""}) == 1; }));
  EXPECT_THAT(daemon.log(), Not(HasSubstr(the_key)));
  for (auto const& each : fs::recursive_directory_iterator(site_.path())) {
    if (!each.is_regular_file() || each.path().filename() == "key") continue;
    EXPECT_THAT(bytes_of(each.path()), Not(HasSubstr(the_key))) << each.path();
  }
}

TEST_F(ModelsAtWork, TheListTellsOfKeysPricesAndLimits) {
  configure("", "[models.keyless]\nkind = \"command\"\ncommand = [\"/bin/echo\", \"ready\"]\n");
  auto const listed = site_.artifactctl({"model", "list"});
  EXPECT_EQ(listed.exit, 0) << listed.err;
  EXPECT_THAT(listed.out,
              AllOf(HasSubstr("haiku    anthropic  m-1      read     $1.00 / $5.00"),
                    HasSubstr("keyless  command    keyless  none     not known"), HasSubstr("a day $5.00")));
  fs::remove(site_.path() / "key");
  auto const json = site_.json({"model", "list"});
  EXPECT_EQ(json["models"][0]["api_key"], "unreadable");
  EXPECT_THAT(json["models"][0]["trouble"].get<std::string>(), HasSubstr("No such file"));
  EXPECT_EQ(json["limits"]["day"]["micro_dollars"], 5'000'000);
  EXPECT_EQ(json["models"][0]["micro_dollars_per_million"]["cached"], 1'000'000);
}

TEST_F(ModelsAtWork, AKeyThatIsNotConfiguredIsNotFound) {
  auto const tested = test_live("haiko");
  EXPECT_EQ(tested.exit, 3);
  EXPECT_THAT(tested.err, AllOf(HasSubstr("there are: haiku"), HasSubstr("did you mean \"haiku\"?")));
}

TEST_F(ModelsAtWork, TheServiceNeedsASocketToServe) {
  auto const started = run({.words = {built("artifactd"), "--config", site_.config().string(), "model"}});
  EXPECT_EQ(started.exit, 2);
  EXPECT_THAT(started.err, HasSubstr("listening socket"));
}

TEST_F(ModelsAtWork, ASocketThatNobodyServesIsToldOf) {
  configure("socket = \"/no/such/socket\"");
  EXPECT_EQ(site_.artifactctl({"model", "list"}).exit, 7);
  auto const tested = test_live();
  EXPECT_EQ(tested.exit, 1);
  EXPECT_THAT(tested.out, HasSubstr("nobody listens at /no/such/socket"));
}

} // namespace
} // namespace artifactd::test
