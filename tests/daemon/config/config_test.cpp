#include "daemon/config/quantity.hpp"
#include "daemon/programs/kind_list.hpp"
#include "merge/kg/kg_kind.hpp"
#include "tests/daemon/config_file.hpp"
#include "tests/support/source_dir.hpp"

#include <cstdlib>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

namespace artifactd {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""min;
using test::ConfigFile;
using testing::HasSubstr;

TEST_F(ConfigFile, DefaultsAreComplete) {
  auto config = load("");
  ASSERT_TRUE(config);
  EXPECT_EQ(config->workers, 32U);
  EXPECT_EQ(config->kg.artifacts.bytes, 65536U);
  EXPECT_EQ(config->kg.locking.stale_after, std::chrono::seconds(60));
  EXPECT_TRUE(config->roots.empty());
  EXPECT_EQ(config->journal_path(), "/var/lib/x/journal.db");
}

TEST_F(ConfigFile, EveryKindOfValueIsTaken) {
  auto config = load(R"(
workers = 4
audit_interval = "500ms"
events = false
log = { format = "json", level = "debug" }
[graph]
place = "knowledge"
max_bytes = "1GiB"
[limits]
artifact_bytes = 1000
[[root]]
path = "/srv/a"
[[root]]
path = "/srv/b"
depth = 2
[[agent]]
match = "cite-*"
strategy = "filter"
filter = ".artifacts | add"
required = ["completion.json"]
artifact_version = 2
produces = true
)");
  ASSERT_TRUE(config) << render(config.error().front());
  EXPECT_EQ(config->workers, 4U);
  EXPECT_EQ(config->audit_interval, 500ms);
  EXPECT_FALSE(config->events);
  EXPECT_EQ(config->log.format, LogFormat::json);
  EXPECT_EQ(config->kg.side, GraphSide::knowledge);
  EXPECT_EQ(config->kg.graph.bytes, std::uint64_t{1} << 30);
  EXPECT_EQ(config->kg.artifacts.bytes, 1000U);
  ASSERT_EQ(config->roots.size(), 2U);
  EXPECT_EQ(config->roots[0].depth, 1U);
  EXPECT_EQ(config->roots[1].depth, 2U);
  ASSERT_EQ(config->agents.size(), 1U);
  EXPECT_EQ(config->agents[0].work.strategy, Strategy::filter);
  EXPECT_EQ(config->agents[0].work.required, std::vector<std::string>{"completion.json"});
  EXPECT_EQ(config->agents[0].work.produces, true);
  EXPECT_EQ(config->agents[0].work.version, (VersionRange{2, 2}));
}

TEST_F(ConfigFile, UnknownKeysAreNamedWithPlaceAndSuggestion) {
  EXPECT_THAT(errors("worker = 3\n[limits]\nartifact_byte = 1\n[grpah]\nplace = \"auto\"\n"),
              testing::ElementsAre("artifactd.toml:3:1: worker: unknown key (did you mean \"workers\"?)",
                                   "artifactd.toml:5:1: limits.artifact_byte: unknown key (did you mean "
                                   "\"limits.artifact_bytes\"?)",
                                   HasSubstr("artifactd.toml:6:2: grpah: unknown key")));
}

TEST_F(ConfigFile, AKeyInTheWrongSectionIsRecognised) {
  EXPECT_THAT(errors("json_depth = 3"),
              testing::ElementsAre(HasSubstr("did you mean \"limits.json_depth\"?")));
  EXPECT_THAT(errors("[[root]]\npath = \"/a\"\ndeph = 3"),
              testing::ElementsAre(HasSubstr(":5:1: deph: unknown key (did you mean \"depth\"?)")));
}

TEST_F(ConfigFile, AllErrorsAreReportedAtOnceInOrder) {
  EXPECT_THAT(errors("workers = 0\nevents = \"yes\"\naudit_interval = 5\n[journal]\nrows = -1\n"),
              testing::ElementsAre(HasSubstr(":3:11: workers: has to be a whole number from 1 to 1024"),
                                   HasSubstr(":4:10: events: has to be true or false"),
                                   HasSubstr(":5:18: audit_interval: has to be a duration with its unit"),
                                   HasSubstr(":7:8: journal.rows: has to be a whole number")));
}

TEST_F(ConfigFile, BrokenTomlSaysWhere) {
  EXPECT_THAT(errors("workers = = 3\n"), testing::ElementsAre(HasSubstr("artifactd.toml:3:11: ")));
  EXPECT_THAT(errors("workers = 3\nworkers = 4\n"), testing::ElementsAre(HasSubstr("artifactd.toml:4:")));
  EXPECT_FALSE(errors("x = \"\xff\"\n").empty());
  EXPECT_FALSE(errors("x = " + std::string(100'000, '[')).empty());
}

TEST_F(ConfigFile, ValuesOutOfTheirDomainAreRefused) {
  for (auto const* text :
       {"[limits]\nartifact_bytes = \"64KB\"", "[limits]\nartifact_bytes = \"1TiB\"",
        "[log]\nlevel = \"loud\"", "limits = 3", "root = 3", "[root]\npath = \"/a\"", "root = [1]",
        "[[root]]\ndepth = 1", "[[root]]\npath = \"relative\"", "[[root]]\npath = \"/a\"\ndepth = 99",
        "agents_dir = \"here\"", "[history]\nvalues = 1", "audit_interval = \"1ms\"", "workers = 3.0",
        "workers = 99999999999999999999"})
    EXPECT_FALSE(errors(text).empty()) << text;
}

TEST_F(ConfigFile, AgentRulesMakeSenseOrAreRefused) {
  for (auto const* rule :
       {"match = \"\"", "match = \"a/b\"", "match = \"[ab\"", "match = \"state\"", "match = \"a.kg\"",
        "match = \"-x\"", "kinds = []", "kinds = [\"kgg\"]", "kinds = [3]", "strategy = \"nmespace\"",
        "strategy = \"filter\"", "filter = \".\"", "required = [\"../x.json\"]", "required = [\"x.txt\"]",
        "required = [\".x.json\"]", "required = \"x.json\"", "produces = 1"})
    EXPECT_FALSE(errors(std::string("[[agent]]\n") + rule).empty()) << rule;
  for (auto const* range : {"\"2..1\"", "\"1.2\"", "-1", "[1, 2]"})
    EXPECT_THAT(errors(std::string("[[agent]]\nartifact_version = ") + range),
                testing::ElementsAre(HasSubstr(":4:20: agent[0].artifact_version: has to be a version")));
  EXPECT_THAT(errors("[[agent]]\nstrategy = \"nmespace\""),
              testing::ElementsAre(HasSubstr("did you mean \"namespace\"?")));
  EXPECT_THAT(errors("[[agent]]\nstrategy = \"filter\"\nfilter = \".a | | .b\""),
              testing::ElementsAre(testing::AllOf(HasSubstr("toml:5:1: agent[0].filter: jq program: "),
                                                  HasSubstr("syntax error"), testing::Not(HasSubstr("\n")))));
}

TEST_F(ConfigFile, FirstMatchingAgentRuleWins) {
  auto config = load("[[agent]]\nmatch = \"cite-[ab]\"\nproduces = false\n[[agent]]\nmatch = \"cite-*\"\n");
  ASSERT_TRUE(config);
  EXPECT_EQ(config->rule_for(*Name::parse("cite-a"), kg_kind), &config->agents[0]);
  EXPECT_EQ(config->rule_for(*Name::parse("cite-c"), kg_kind), &config->agents[1]);
  EXPECT_EQ(config->rule_for(*Name::parse("other"), kg_kind), nullptr);
}

TEST_F(ConfigFile, RootsDoNotRepeatOrContainEachOther) {
  auto two = [](std::string const& a, std::string const& b) {
    return "[[root]]\npath = \"" + a + "\"\n[[root]]\npath = \"" + b + "\"\n";
  };
  EXPECT_THAT(errors(two("/srv/a", "/srv/b/../a/")),
              testing::ElementsAre(HasSubstr("artifactd.toml:6:1: root[1].path: /srv/a is already a root")));
  EXPECT_THAT(errors(two("/srv", "/srv/a")), testing::ElementsAre(HasSubstr("lies inside the root /srv")));
  EXPECT_THAT(errors(two("/srv/ab", "/srv/a")), testing::IsEmpty());
  EXPECT_THAT(errors(two("/srv", "/srv/.hidden/a")), testing::IsEmpty()) << "watching skips hidden names";
  std::filesystem::create_directory(dir / "real");
  std::filesystem::create_directory_symlink(dir / "real", dir / "link");
  EXPECT_FALSE(errors(two((dir / "real").string(), (dir / "link").string())).empty());
}

TEST_F(ConfigFile, OwnDirectoriesAreOutOfAgentsReach) {
  EXPECT_THAT(
      errors("[[root]]\npath = \"/var/lib\"\n"),
      testing::ElementsAre(HasSubstr("artifactd.toml:1:1: state_dir: /var/lib/x lies inside the root")));
}

TEST_F(ConfigFile, DropInsOverrideValuesAndAddRootsInNameOrder) {
  dir.write("conf.d/20-b.toml", "workers = 7\n[[root]]\npath = \"/srv/late\"\n");
  dir.write("conf.d/10-a.toml", "workers = 5\n[history]\nvalues = 4\n[[root]]\npath = \"/srv/early\"\n");
  dir.write("conf.d/.hidden.toml", "nonsense");
  dir.write("conf.d/notes.txt", "nonsense");
  auto config = load("workers = 3\nevents = false\n[[root]]\npath = \"/srv/main\"\n");
  ASSERT_TRUE(config);
  EXPECT_EQ(config->workers, 7U);
  EXPECT_EQ(config->kg.history.values, 4U);
  EXPECT_FALSE(config->events);
  ASSERT_EQ(config->roots.size(), 3U);
  EXPECT_EQ(config->roots[1].path, "/srv/early");
  EXPECT_EQ(config->roots[2].path, "/srv/late");
  EXPECT_THAT(config->origins.at("workers"), HasSubstr("20-b.toml:1"));
}

TEST_F(ConfigFile, ErrorsInDropInsNameTheDropIn) {
  dir.write("conf.d/10-a.toml", "\nworkers = \"x\"\n");
  EXPECT_THAT(errors(""), testing::ElementsAre(HasSubstr("conf.d/10-a.toml:2:11: workers:")));
}

TEST_F(ConfigFile, ANamedFileHasToExistAndBeOfSaneSize) {
  auto missing = load_config({.file = (dir / "none.toml").string(), .served = kind_list()});
  ASSERT_FALSE(missing);
  EXPECT_THAT(render(missing.error().front()), HasSubstr("No such file"));
  EXPECT_FALSE(load_config({.file = dir.path().string(), .served = kind_list()}));
  EXPECT_FALSE(load_config({.file = "/dev/zero", .served = kind_list()}));
}

TEST_F(ConfigFile, APipeIsRefusedAtOnce) {
  ASSERT_EQ(::mkfifo((dir / "pipe.toml").c_str(), 0600), 0);
  std::filesystem::create_directory(dir / "conf.d");
  ASSERT_EQ(::mkfifo((dir / "conf.d/10.toml").c_str(), 0600), 0);
  auto const config = load_config({.file = (dir / "pipe.toml").string(), .served = kind_list()});
  ASSERT_FALSE(config);
  for (auto const& error : config.error())
    EXPECT_THAT(render(error), HasSubstr(".toml: is not a regular file"));
  EXPECT_EQ(config.error().size(), 2U);
  EXPECT_TRUE(load_config({.file = "/dev/null", .served = kind_list()})) << "no settings";
}

TEST_F(ConfigFile, ShowsNoSecrets) {
  auto const config =
      load("[[agent]]\nmatch = \"a\"\nreinvoke = [\"/bin/false\", \"--api-key=S3cret\", \"--token\", "
           "\"S3cret\", \"--fast\"]\nreinvoke_env = [\"TOKEN=S3cret\", \"MODE=x\"]\n"
           "[models.m]\nkind = \"openai\"\nmodel = \"m\"\nbase_url = \"https://localhost/v1\"\n"
           "proxy = \"http://user:S3cret@h:1\"\n");
  ASSERT_TRUE(config) << render(config.error().front());
  EXPECT_THAT(to_toml(*config), testing::Not(HasSubstr("S3cret")));
  EXPECT_THAT(to_json(*config).dump(), testing::Not(HasSubstr("S3cret")));
  EXPECT_THAT(to_toml(*config),
              HasSubstr(R"(reinvoke = ["/bin/false", "--api-key=***", "--token", "***", "--fast"])"));
  EXPECT_THAT(to_toml(*config), HasSubstr(R"(proxy = "http://user:***@h:1")"));
  EXPECT_THAT(to_toml(*config), HasSubstr(R"("MODE=x")"));
}

TEST_F(ConfigFile, RootsOfTheCommandLineAreAdded) {
  dir.write("artifactd.toml", "[[root]]\npath = \"/srv/a\"\n");
  auto config = load_config(
      {.file = (dir / "artifactd.toml").string(), .roots = {"/srv/b", "here"}, .served = kind_list()});
  ASSERT_TRUE(config);
  ASSERT_EQ(config->roots.size(), 3U);
  EXPECT_EQ(config->roots[2].path, (std::filesystem::current_path() / "here").string());
  auto twice =
      load_config({.file = (dir / "artifactd.toml").string(), .roots = {"/srv/a"}, .served = kind_list()});
  ASSERT_FALSE(twice);
  EXPECT_THAT(render(twice.error().front()), HasSubstr("command line: root[1].path"));
}

TEST_F(ConfigFile, ServiceDirectoriesAreTheDefaults) {
  ::setenv("STATE_DIRECTORY", "/var/lib/svc:/other", 1);
  ::setenv("RUNTIME_DIRECTORY", "/run/svc", 1);
  auto config = load_config({.file = dir.write("empty.toml", "").string(), .served = kind_list()});
  ::unsetenv("STATE_DIRECTORY");
  ::unsetenv("RUNTIME_DIRECTORY");
  ASSERT_TRUE(config);
  EXPECT_EQ(config->state_dir, "/var/lib/svc");
  EXPECT_EQ(config->runtime_dir, "/run/svc");
}

TEST_F(ConfigFile, ShownConfigurationReadsBackToItself) {
  auto config = load(R"(
audit_interval = "90s"
agents_dir = "/with \"quotes\" and \\ and é"
[limits]
artifact_bytes = 66000
[[root]]
path = "/srv/a"
depth = 3
[[agent]]
match = "a*"
strategy = "filter"
filter = """
.artifacts
| add # tab:	"""
required = ["a.json", "b.json", "c.ndjson"]
artifact_version = "1..2"
produces = false
[[agent]]
)");
  ASSERT_TRUE(config) << render(config.error().front());
  auto again =
      load_config({.file = dir.write("again.toml", to_toml(*config)).string(), .served = kind_list()});
  ASSERT_TRUE(again) << render(again.error().front()) << to_toml(*config);
  EXPECT_EQ(to_json(*again)["settings"], to_json(*config)["settings"]);
  EXPECT_EQ(again->kg.agents_dir, config->kg.agents_dir);
  EXPECT_EQ(again->agents[0].work.filter, config->agents[0].work.filter);
  EXPECT_EQ(again->agents[1].work.produces, std::nullopt);
  EXPECT_EQ(again->agents[0].work.version, (VersionRange{1, 2}));
  EXPECT_EQ(again->agents[0].work.required, (std::vector<std::string>{"a.json", "b.json", "c.ndjson"}));
  EXPECT_EQ(again->agents[1].work.version, std::nullopt);
  EXPECT_THAT(to_toml(*config), HasSubstr("workers = 32  # default"));
}

TEST_F(ConfigFile, TheShippedExampleIsValid) {
  auto file = test::source_dir() + "/systemd/artifactd.toml";
  auto config = load_config({.file = file, .served = kind_list()});
  ASSERT_TRUE(config) << render(config.error().front());
}

RC_GTEST_PROP(Quantity, WrittenAndReadBackIsTheSame, ()) {
  auto amount = *rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << 62);
  RC_ASSERT(parse_duration(duration_text(Duration(amount))) == Duration(amount));
  auto bytes = static_cast<std::uint64_t>(amount);
  RC_ASSERT(parse_size(size_text(bytes)) == bytes);
}

TEST(Quantity, NonsenseIsRefused) {
  EXPECT_EQ(parse_duration("2min"), 2min);
  EXPECT_EQ(parse_duration("2m"), 2min);
  for (auto const* text :
       {"", "5", "-5s", "5 parsecs", "s", "1.5s", "99999999999999999999s", "9999999999999d"})
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
  EXPECT_EQ(parse_size("64KiB"), 65536U);
  for (auto const* text : {"", "KiB", "64KB", "-1", "1e3", "9999999999999TiB"})
    EXPECT_EQ(parse_size(text), std::nullopt) << text;
}

} // namespace
} // namespace artifactd
