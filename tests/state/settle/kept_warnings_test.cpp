#include "state/settle/kept_warnings.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace artifactd {
namespace {

using test::kg;
using test::must;

constexpr auto kept_file = ".artifactd/warnings/a.kg.json";

class KeptWarningsTest : public testing::Test {
protected:
  void keep(std::vector<Finding> const& findings) {
    must(keep_warnings(must(Claim::take_soon(dir_.session(), {})), dir_.session(), seen_, findings));
  }
  [[nodiscard]] nlohmann::ordered_json kept(DropId const& drop) const {
    return kept_warnings(dir_.session(), kg("a"), drop);
  }
  static Finding warning(std::string message) {
    return {.code = "log.torn", .severity = Severity::warning, .message = std::move(message)};
  }

  test::SessionDir dir_;
  Sighting seen_ = dir_.drop("a");
};

TEST_F(KeptWarningsTest, AreToldOfTheirOwnSubmissionOnly) {
  keep({warning("one"), warning("two")});
  auto const told = kept(drop_id(seen_.stamp));
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0]["message"], "one");
  EXPECT_EQ(told[0]["occurrences"], 2);
  auto another = drop_id(seen_.stamp);
  another.modified_ns += 1;
  EXPECT_TRUE(kept(another).empty());
}

TEST_F(KeptWarningsTest, ThatSomebodyElseWroteHarmNothing) {
  keep({warning("one")});
  auto document = nlohmann::ordered_json::parse(dir_.read(kept_file));
  document["warnings"][0]["occurrences"] = "many";
  dir_.write(kept_file, document.dump());
  EXPECT_EQ(kept(drop_id(seen_.stamp))[0]["occurrences"], 1);
  for (auto const& warnings :
       {"7", "{}", "[7]", R"([{"code": 1}])", R"([{"code":"x","severity":"error"}])"}) {
    document["warnings"] = nlohmann::ordered_json::parse(warnings);
    dir_.write(kept_file, document.dump());
    EXPECT_TRUE(kept(drop_id(seen_.stamp)).empty()) << warnings;
  }
  dir_.write(kept_file, "[");
  EXPECT_TRUE(kept(drop_id(seen_.stamp)).empty());
}

} // namespace
} // namespace artifactd
