#include "daemon/config/config_reader.hpp"
#include "daemon/config/config_strings.hpp"
#include "daemon/config/toml_parser.hpp"
#include "tests/support/session_dir.hpp"
#include "tests/support/source_dir.hpp"

#include <fstream>
#include <gmock/gmock.h>

namespace artifactd {
namespace {

using testing::SizeIs;

/// The line of the first mistake; 0 if the text has none.
std::size_t line_of_mistake(std::string const& text) try {
  std::ignore = parse_toml(text, "a.toml");
  return 0;
} catch (toml::parse_error const& error) {
  EXPECT_FALSE(error.description().empty());
  return error.source().begin.line;
}

TEST(TomlParser, NamesTheLineOfWhatTheLibraryDoesNotExpect) {
  for (auto const* text : {"[[", "[", "[[[", "[=]", "[.a]", "[,", "[!]", "[\u00e9]", "[{",
                           "a = 2024-01-01 2]", "a\u00ac = 1", "= 1", "a.b.=1"}) {
    EXPECT_EQ(line_of_mistake(text), 1U) << text;
    EXPECT_EQ(line_of_mistake("# one\ntwo = 2\n" + std::string(text) + "\nthree = 3\n"), 3U) << text;
  }
  EXPECT_EQ(line_of_mistake("a = 1\n[b]\nc = [\n1]\n"), 0U);
}

TEST(TomlParser, NoTextEndsTheProcess) {
  std::ifstream file(test::source_dir() + "/systemd/artifactd.toml");
  std::string const reference(std::istreambuf_iterator<char>(file), {});
  ASSERT_FALSE(reference.empty());
  auto const from = reference.rfind("\n[") - std::min<std::size_t>(reference.rfind("\n["), 1500);
  auto const part = reference.substr(from, 3000);
  for (std::size_t at = 0; at < part.size(); at += 13)
    for (auto const* stray : {"[", "[[", "{", "=", "\"", ".", "\n[", "\u00ac"}) {
      auto text = part;
      text.insert(at, stray);
      Config config;
      std::vector<ConfigError> errors;
      read_config_text("a.toml", text, config, errors);
      read_config_text_loosely("a.toml", text, config);
      std::ignore = config_strings(text);
    }
}

} // namespace
} // namespace artifactd
