#include "daemon/backup/config_copy.hpp"
#include "daemon/config/config_strings.hpp"
#include "tests/support/scratch_dir.hpp"

#include <gmock/gmock.h>

namespace artifactd::backup {
namespace {

using testing::HasSubstr;
using testing::Not;

class CopiedConfig : public testing::Test {
protected:
  Config config(std::string const& text) {
    auto const file = scratch.write("etc/artifactd.toml", text);
    auto loaded = load_config({.file = file.string()});
    EXPECT_TRUE(loaded) << render(loaded.error().front());
    return *std::move(loaded);
  }
  [[nodiscard]] std::string root() const { return scratch.path().string() + "/root"; }

  test::ScratchDir scratch;
};

TEST_F(CopiedConfig, KeepsCommentsAndNoSecrets) {
  std::filesystem::create_directories(root());
  scratch.write("key", "S3cret");
  auto const loaded = config(
      "# mine\nstate_dir = '/x'\n[[root]]\npath = \"" + root() +
      "\"\n[models.m]\nkind = \"anthropic\"\nmodel = \"m\"\nbase_url = \"https://localhost/\"\nkey_file = "
      "\"" +
      scratch.path().string() + "/key\"\n[[agent]]\nmatch = \"a\"\n" +
      "reinvoke = [\"run\", \"--api-key\", \"S3cret\"]\nreinvoke_env = [\"TOKEN=S3cret\", \"MODE=x\"]\n");
  auto const copy = copy_config(loaded, {{"root", root(), root(), 1}});
  ASSERT_EQ(copy.files.size(), 1U);
  EXPECT_THAT(copy.files[0].text, HasSubstr("# mine\n"));
  EXPECT_THAT(copy.files[0].text, HasSubstr("\"MODE=x\""));
  EXPECT_THAT(copy.files[0].text, Not(HasSubstr("S3cret")));
  EXPECT_EQ(copy.left_out.size(), 3U);
  ASSERT_EQ(copy.places.size(), 3U) << "with the runtime directory";
  EXPECT_EQ(copy.files[0].text.substr(copy.places[0].at, copy.places[0].bytes), "'/x'");
  EXPECT_EQ(copy.files[0].text.substr(copy.places[1].at, copy.places[1].bytes), "\"" + root() + "\"");
}

TEST_F(CopiedConfig, HasTheDirectoriesOfTheDaemonAndTheRootsOfTheCommandLine) {
  std::filesystem::create_directories(root());
  auto const file = scratch.write("etc/artifactd.toml", "workers = 3");
  auto const loaded = load_config({.file = file.string(), .roots = {root()}});
  ASSERT_TRUE(loaded);
  auto const copy = copy_config(*loaded, {{"root", root(), root(), 1}});
  ASSERT_EQ(copy.places.size(), 3U);
  auto const& text = copy.files[0].text;
  EXPECT_THAT(text, testing::StartsWith("runtime_dir = \""));
  EXPECT_THAT(text, HasSubstr("\nstate_dir = \""));
  for (auto const& place : copy.places)
    EXPECT_EQ(text.substr(place.at, place.bytes), toml_quoted(place.means == ConfigPlace::Means::root ? root()
                                                              : place.name.empty() ? loaded->state_dir
                                                                                   : loaded->runtime_dir));
}

TEST_F(CopiedConfig, TakesSchemasAlong) {
  std::filesystem::create_directories(root());
  auto const schema = scratch.write("s.json", "{}").string();
  auto const loaded =
      config("[[root]]\npath = \"" + root() + "\"\n[[agent]]\nmatch = \"a\"\nschema = \"../s.json" +
             "\"\n[[agent]]\nmatch = \"b\"\nschemas = { \"x.json\" = \"" + schema + "\" }\n");
  auto const copy = copy_config(loaded, {{"root", root(), root(), 1}});
  ASSERT_EQ(copy.files.size(), 2U);
  EXPECT_EQ(copy.files[0].path, main_config);
  EXPECT_EQ(copy.files[1].text, "{}");
  EXPECT_EQ(std::ranges::count(copy.places, copy.files[1].path, &ConfigPlace::name), 2);
}

} // namespace
} // namespace artifactd::backup
