// [models.KEY] and [model]: what is accepted, what contradicts itself, and that the printed form reads back.
#include "daemon/config/config_fields.hpp"
#include "daemon/config/config_filling.hpp"
#include "daemon/programs/kind_list.hpp"
#include "tests/daemon/config_file.hpp"
#include "tests/support/source_dir.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace artifactd {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ConfiguredModels : public test::ConfigFile {
protected:
  static std::string anthropic(std::string const& more = "") {
    return "[models.haiku]\nkind = \"anthropic\"\nbase_url = \"https://api.example\"\nmodel = \"m-1\"\n" +
           more;
  }
};

TEST_F(ConfiguredModels, EverythingOfAnEndpointIsTaken) {
  auto const config = load(R"(
[model]
socket = "/run/m.sock"
call_dollars = 0.1
run_dollars = "unlimited"
day_dollars = 0
day_tokens = 1000
[models."deepseek-v3.2"]
kind = "openai"
base_url = "https://api.deepseek.example"
model = "deepseek-chat"
key_file = "/etc/key"
shape = "json_object"
max_tokens_name = "max_tokens"
seed = -7
temperature = 1
connect_timeout = "1s"
first_byte_timeout = "2s"
idle_timeout = "3s"
timeout = "4s"
retries = 0
at_once = 2
per_minute = 50
proxy = "http://p:1"
ca_file = "/etc/ca"
price = [{ from = "2026-01-31", input = 0.28, cached = 0.028, output = 1 }]
)");
  ASSERT_TRUE(config) << render(config.error().front());
  EXPECT_EQ(config->model_path(), "/run/m.sock");
  EXPECT_EQ(config->model.budget.call.money, 100'000U);
  EXPECT_EQ(config->model.budget.run.money, std::nullopt);
  EXPECT_EQ(config->model.budget.session.money, 2'000'000U);
  EXPECT_EQ(config->model.budget.day.money, 0U);
  EXPECT_EQ(config->model.budget.day.tokens, 1000U);
  auto const& each = config->models.at("deepseek-v3.2");
  auto const endpoint = endpoint_of(each);
  EXPECT_EQ(endpoint.dialect, model::Dialect::openai);
  EXPECT_EQ(endpoint.key.kind, model::KeySource::Kind::file);
  EXPECT_EQ(endpoint.key.name, "/etc/key");
  EXPECT_EQ(endpoint.shape, model::ShapeForm::json_object);
  EXPECT_EQ(endpoint.seed, -7);
  EXPECT_EQ(endpoint.temperature, 1.0);
  EXPECT_EQ(endpoint.timeouts.connect, std::chrono::seconds(1));
  EXPECT_EQ(endpoint.timeouts.total, std::chrono::seconds(4));
  EXPECT_EQ(endpoint.retries, 0U);
  EXPECT_EQ(each.gate.per_minute, 50U);
  ASSERT_EQ(each.prices.size(), 1U);
  EXPECT_EQ(model::day_text(*each.prices[0].from), "2026-01-31");
  EXPECT_EQ(each.prices[0].cached, 28'000U);
  EXPECT_EQ(each.prices[0].cache_write, std::nullopt);
}

TEST_F(ConfiguredModels, MoneyIsLimitedUnlessSomebodySaysOtherwise) {
  auto const config = load("");
  ASSERT_TRUE(config);
  EXPECT_EQ(config->model.budget.day.money, 5'000'000U);
  EXPECT_EQ(config->model.budget.run.money, 500'000U);
  EXPECT_EQ(config->model_path(), "/run/x/model");
  EXPECT_TRUE(config->models.empty());
}

TEST_F(ConfiguredModels, WhatIsShownReadsBackToItself) {
  auto const config =
      load("[model]\nday_dollars = 0.000001\nrun_tokens = 5\n" +
           anthropic("credential = \"k\"\ntemperature = 0.1\n"
                     "price = [{from = \"2026-01-01\", input = 1, output = 0.3}]\n") +
           "[models.\"a.b\"]\nkind = \"command\"\ncommand = [\"x\", \"a \\\"b\\\"\"]\nfree = true\n"
           "[models.o]\nkind = \"openai\"\nbase_url = \"http://h/v1\"\nmodel = \"m\"\nseed = 3\n");
  ASSERT_TRUE(config) << render(config.error().front());
  auto const again =
      load_config({.file = dir.write("again.toml", to_toml(*config)).string(), .served = kind_list()});
  ASSERT_TRUE(again) << render(again.error().front()) << to_toml(*config);
  EXPECT_EQ(to_json(*again)["settings"], to_json(*config)["settings"]);
  EXPECT_EQ(again->models.at("haiku").credential, "k");
  EXPECT_EQ(again->models.at("haiku").prices[0].output, 300'000U);
  EXPECT_EQ(again->models.at("a.b").command, (std::vector<std::string>{"x", "a \"b\""}));
  EXPECT_EQ(again->model.budget.day.money, 1U);
  EXPECT_EQ(again->model.budget.call.money, std::nullopt);
  EXPECT_EQ(again->model.budget.run.tokens, 5U);
  EXPECT_EQ(model_id("a.b", again->models.at("a.b")), "a.b");
  EXPECT_EQ(model_id("haiku", again->models.at("haiku")), "m-1");
}

TEST_F(ConfiguredModels, ADropInOverridesSingleSettings) {
  dir.write("conf.d/10-a.toml", "[models.haiku]\nmodel = \"m-2\"\nfree = true\n");
  auto const config = load(anthropic());
  ASSERT_TRUE(config) << render(config.error().front());
  EXPECT_EQ(config->models.at("haiku").endpoint.model, "m-2");
  EXPECT_EQ(config->models.at("haiku").endpoint.base_url, "https://api.example");
}

TEST_F(ConfiguredModels, UnknownWordsAreNamedWithPlaceAndSuggestion) {
  EXPECT_THAT(errors(anthropic("modle = \"x\"\n")),
              ElementsAre("artifactd.toml:7:1: modle: unknown key (did you mean \"model\"?)"));
  EXPECT_THAT(
      errors("[models.x]\nkind = \"antropic\"\n"),
      ElementsAre(AllOf(HasSubstr("artifactd.toml:4:8: models.x.kind: has to be one of \"anthropic\""),
                        HasSubstr("did you mean \"anthropic\"?"))));
  EXPECT_THAT(errors(anthropic("price = [{form = \"2026-01-01\", input = 1, output = 1}]\n")),
              ElementsAre(AllOf(HasSubstr("models.haiku.price[0]: a price needs from, input and output")),
                          AllOf(HasSubstr("form: unknown key (did you mean \"from\"?)"))));
  EXPECT_THAT(errors("[model]\nday_dollar = 3\n"),
              ElementsAre(HasSubstr("did you mean \"model.day_dollars\"?")));
}

TEST_F(ConfiguredModels, TheEditorsModelsCanBePaidFor) {
  std::string const editor = "[editor]\ncoordinator = \"haiku\"\n";
  EXPECT_THAT(
      errors(anthropic() + editor),
      ElementsAre(HasSubstr("editor.coordinator: [models.haiku] has no price, and [model] limits dollars")));
  EXPECT_TRUE(load(anthropic("free = true\n") + editor));
  EXPECT_TRUE(load(anthropic("price = [{from = \"2026-01-01\", input = 1, output = 1}]\n") + editor));
  EXPECT_TRUE(load(anthropic() + editor + "[model]\nrun_dollars = \"unlimited\"\n" +
                   "session_dollars = \"unlimited\"\nday_dollars = \"unlimited\"\n"));
}

TEST_F(ConfiguredModels, ContradictionsAreRefusedWhereTheyStand) {
  EXPECT_THAT(errors("\n[models.x]\nfree = true\n"),
              ElementsAre(HasSubstr("artifactd.toml:4:1: models.x.kind: a model needs kind")));
  EXPECT_THAT(errors("[models.x]\nkind = \"anthropic\"\nbase_url = \"https://a\"\n"),
              ElementsAre(HasSubstr("artifactd.toml:3:1: models.x.model: needs the name")));
  EXPECT_THAT(errors("[models.x]\nkind = \"openai\"\nmodel = \"m\"\n"),
              ElementsAre(HasSubstr("models.x.base_url: needs the URL")));
  EXPECT_THAT(errors("[models.x]\nkind = \"command\"\n"), ElementsAre(HasSubstr("needs command = ")));
  EXPECT_THAT(errors("[models.x]\nkind = \"command\"\ncommand = [\"c\"]\nkey_file = \"/k\"\n"),
              ElementsAre(HasSubstr("artifactd.toml:6:1: models.x.key_file: does not apply")));
  EXPECT_THAT(errors(anthropic("seed = 3\n")), ElementsAre(HasSubstr("models.haiku.seed: does not apply")));
  EXPECT_THAT(errors(anthropic("shape = \"flat_schema\"\n")),
              ElementsAre(HasSubstr("artifactd.toml:3:1: models.haiku: ")));
  EXPECT_THAT(errors(anthropic("key_file = \"/k\"\ncredential = \"k\"\n")),
              ElementsAre(HasSubstr("artifactd.toml:8:1: models.haiku.credential: key_file already says")));
  EXPECT_THAT(errors(anthropic("free = true\nprice = [{from = \"2026-01-01\", input = 1, output = 1}]\n")),
              ElementsAre(HasSubstr("models.haiku.free: contradicts price")));
  auto const twice = std::string("{from = \"2026-01-01\", input = 1, output = 1}");
  EXPECT_THAT(errors(anthropic("price = [" + twice + ", " + twice + "]\n")), testing::SizeIs(2));
}

TEST_F(ConfiguredModels, AKeyNeverLeavesUnencrypted) {
  auto const at = [&](std::string const& url) {
    return errors("[models.x]\nkind = \"openai\"\nmodel = \"m\"\nkey_file = \"/k\"\nbase_url = \"" + url +
                  "\"\n");
  };
  for (auto const* url :
       {"https://far.example/v1", "http://127.0.0.1:8080/v1", "http://localhost/v1", "http://[::1]:8080/v1"})
    EXPECT_THAT(at(url), IsEmpty()) << url;
  for (auto const* url : {"http://far.example/v1", "http://localhost.example/", "http://127.example/",
                          "http://127.0.0.1.example:80/"})
    EXPECT_THAT(at(url), ElementsAre(HasSubstr("models.x.base_url: the key would leave"))) << url;
  EXPECT_THAT(at("http://localhost/v1\"\nproxy = \"http://far.example:3128"),
              ElementsAre(HasSubstr("models.x.proxy: would receive the key unencrypted")));
  EXPECT_THAT(at("https://far.example/v1\"\nproxy = \"http://near.example:3128"), IsEmpty());
}

TEST_F(ConfiguredModels, ValuesOutOfTheirDomainAreRefused) {
  for (auto const* text :
       {"models = 3", "[models]\nkind = \"openai\"", "[[models]]\nkind = \"openai\"",
        "[models.\"\"]\nfree = true", "[models.\"-x\"]\nfree = true", "[models.\"a b\"]\nfree = true",
        "[model]\nday_dollars = -1", "[model]\nday_dollars = \"5\"", "[model]\nday_dollars = nan",
        "[model]\nday_dollars = inf", "[model]\nday_dollars = 1e9", "[model]\nday_tokens = 1.5",
        "[model]\nsocket = \"here\""})
    EXPECT_FALSE(errors(text).empty()) << text;
  EXPECT_FALSE(errors("[models." + std::string(65, 'a') + "]\nfree = true").empty());
  for (auto const* setting :
       {"temperature = 2.5", "temperature = \"hot\"", "retries = 11", "at_once = 0", "timeout = \"1ms\"",
        "price = 3", "price = [3]", "price = [{from = \"2026-02-30\", input = 1, output = 1}]",
        "price = [{from = 2026, input = 1, output = 1}]", "key_file = \"k\"", "credential = \"../k\"",
        "base_url = \"ftp://x\""})
    EXPECT_FALSE(errors("[models.haiku]\nkind = \"anthropic\"\nmodel = \"m\"\n" + std::string(setting) +
                        "\n" +
                        (std::string_view(setting).starts_with("base") ? "" : "base_url = \"https://a\"\n"))
                     .empty())
        << setting;
}

TEST_F(ConfiguredModels, NoMessageShowsAKeyThatWasWrittenIntoTheUrl) {
  auto const said =
      errors("[models.x]\nkind = \"openai\"\nmodel = \"m\"\nbase_url = \"https://u:hunter2@h/\"\n");
  ASSERT_THAT(said, testing::SizeIs(1));
  EXPECT_THAT(said[0], testing::Not(HasSubstr("hunter2")));
}

TEST_F(ConfiguredModels, TheShippedExampleMentionsEverySetting) {
  std::ifstream file(test::source_dir() + "/systemd/artifactd.toml");
  std::string const example(std::istreambuf_iterator<char>(file), {});
  ModelConfig sample;
  for (auto const &key : keys_of(sample, [](auto& each, auto&& visit) { each_model_setting(each, visit); }))
    EXPECT_THAT(example, HasSubstr("\n#" + key + " = ")) << key;
}

} // namespace
} // namespace artifactd
