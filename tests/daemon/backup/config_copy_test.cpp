#include "daemon/backup/config_copy.hpp"
#include "daemon/config/config_strings.hpp"
#include "tests/support/scratch_dir.hpp"

#include <gmock/gmock.h>

namespace artifactd::backup {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ConfigSecret, OfAUrlIsRemoved) {
  EXPECT_EQ(without_secret("postgresql://ada:S3cret@host/db"), "postgresql://ada:removed-by-backup@host/db");
  EXPECT_EQ(without_secret("postgresql://ada@host/db?sslmode=require&password=S3cret"),
            "postgresql://ada@host/db?sslmode=require&password=removed-by-backup");
  EXPECT_EQ(without_secret("https://api.test/v1?api_key=S3cret&x=1#y"),
            "https://api.test/v1?api_key=removed-by-backup&x=1#y");
  EXPECT_EQ(without_secret("https://api.test:8080/v1/a@b:c"), "https://api.test:8080/v1/a@b:c");
}

TEST(ConfigSecret, OfAWordIsRemoved) {
  EXPECT_EQ(without_secret("API_KEY=S3cret"), "API_KEY=removed-by-backup");
  EXPECT_EQ(without_secret("--token=S3cret"), "--token=removed-by-backup");
  EXPECT_EQ(without_secret("Authorization: Bearer S3cret"), "Authorization:removed-by-backup");
  EXPECT_EQ(without_secret("S3cret", "--api-key"), "removed-by-backup");
}

TEST(ConfigSecret, IsNothingElse) {
  for (auto const* word : {"MODE=fast", "--model=small", "KEY_FILE=/etc/key", "python3", "a:b", ""})
    EXPECT_EQ(without_secret(word), word);
  EXPECT_EQ(without_secret("/etc/key", "--key-file"), "/etc/key");
}

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
