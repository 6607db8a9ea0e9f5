// From [models.KEY] to a usable model: which one it is, what it costs, and the errors about the others.
#include "daemon/model/model_catalogue.hpp"
#include "daemon/model/model_source.hpp"
#include "tests/daemon/config_file.hpp"

#include <gmock/gmock.h>

namespace artifactd {
namespace {

using testing::HasSubstr;

class ModelSources : public test::ConfigFile {
protected:
  Config config(std::string const& more = "") {
    auto read = load("[models.haiku]\nkind = \"anthropic\"\nbase_url = \"https://a\"\nmodel = \"m-1\"\n"
                     "price = [{ from = \"2026-01-01\", input = 2, output = 3, cache_write = 4 }]\n"
                     "[models.mine]\nkind = \"command\"\ncommand = [\"x\"]\nfree = true\n" +
                     more);
    EXPECT_TRUE(read) << render(read.error().front());
    return *std::move(read);
  }
};

TEST_F(ModelSources, AModelIsKnownByItsKey) {
  auto const source = model_source(config().models, "/run/m");
  auto const haiku = source("haiku", {"s", "r"});
  ASSERT_TRUE(haiku) << haiku.error().message;
  EXPECT_EQ((*haiku)->id(), "haiku");
  EXPECT_EQ((*source("mine", {}))->id(), "mine");
  auto const place = model_place(config().models, "/run/m", "haiku");
  ASSERT_TRUE(place);
  EXPECT_EQ(place->key, "haiku");
  EXPECT_EQ(place->socket, "/run/m");
}

TEST_F(ModelSources, OneThatIsNotConfiguredIsMissing) {
  auto const none = model_source(config().models, "/run/m")("haiko", {});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().fault, Fault::missing);
  EXPECT_EQ(none.error().message,
            "no model \"haiko\" is configured; there are: haiku, mine (did you mean \"haiku\"?)");
  auto const empty = model_source({}, "/run/m")("haiku", {});
  ASSERT_FALSE(empty);
  EXPECT_THAT(empty.error().message, HasSubstr("define it as [models.KEY]"));
}

TEST_F(ModelSources, WhatIsNotSaidOfAPriceIsAsDearAsInput) {
  auto const catalogue = model_catalogue(config());
  auto const& haiku = catalogue.offers.at("haiku");
  EXPECT_EQ(id_of(haiku), "m-1");
  auto const today = model::today_in_utc() + std::chrono::days(10'000);
  auto const* price = model::price_of(haiku.prices, "m-1", today);
  ASSERT_NE(price, nullptr);
  EXPECT_EQ(*price, (model::Price{2'000'000, 2'000'000, 4'000'000, 3'000'000}));
  auto const& mine = catalogue.offers.at("mine");
  auto const* nothing = model::price_of(mine.prices, "mine", today);
  ASSERT_NE(nothing, nullptr) << "free is a price: it may be asked where money is limited";
  EXPECT_EQ(*nothing, model::Price{});
  EXPECT_TRUE(std::holds_alternative<model::CommandRule>(mine.how));
}

TEST_F(ModelSources, AModelWithoutAPriceHasNone) {
  auto const catalogue = model_catalogue(config("[models.u]\nkind = \"command\"\ncommand = [\"x\"]\n"));
  EXPECT_TRUE(catalogue.offers.at("u").prices.empty());
  EXPECT_EQ(catalogue.budget.day.money, 5'000'000U);
}

} // namespace
} // namespace artifactd
