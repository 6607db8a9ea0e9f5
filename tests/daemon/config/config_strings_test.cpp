#include "daemon/config/config_strings.hpp"

#include <gmock/gmock.h>

namespace artifactd {
namespace {

std::string written(std::string const& text, ConfigString const& each) {
  return text.substr(each.at, each.bytes);
}

TEST(ConfigStrings, AreFoundWithTheirPlaces) {
  std::string const text =
      "# größe\nstate_dir = \"/a\" # \"no\"\r\nn = 1\nv = 'x'\n[[root]]\npath = \"/ä/ö\"\n"
      "[[agent]]\nschemas = { \"*\" = \"/s.json\", y = \"\"\"two\nlines\"\"\" }\nenv = [ \"A=1\", 'B=2' ]\n";
  auto const found = config_strings(text);
  ASSERT_TRUE(found) << found.error().message;
  std::vector<std::pair<std::string, std::string>> rows;
  for (auto const& each : *found)
    rows.emplace_back(each.key, written(text, each));
  using Row = std::pair<std::string, std::string>;
  EXPECT_THAT(rows,
              testing::ElementsAre(Row("state_dir", "\"/a\""), Row("v", "'x'"),
                                   Row("root[0].path", "\"/ä/ö\""), Row("agent[0].schemas.*", "\"/s.json\""),
                                   Row("agent[0].schemas.y", "\"\"\"two\nlines\"\"\""),
                                   Row("agent[0].env[0]", "\"A=1\""), Row("agent[0].env[1]", "'B=2'")));
  EXPECT_EQ(found->at(4).value, "two\nlines");
}

TEST(ConfigStrings, AreReadBackAsQuoted) {
  std::string const value = "a\"b\\c\n\x7f ü";
  auto const text = "key = " + toml_quoted(value);
  auto const found = config_strings(text);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->at(0).value, value);
  EXPECT_EQ(written(text, found->at(0)), toml_quoted(value));
}

TEST(ConfigStrings, NeedToml) {
  EXPECT_EQ(config_strings("a = ").error().fault, Fault::invalid);
}

} // namespace
} // namespace artifactd
