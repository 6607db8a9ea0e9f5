#include "daemon/terminal/external_editor.hpp"
#include "tests/support/scratch_dir.hpp"

#include <cstdlib>
#include <gmock/gmock.h>

namespace artifactd {
namespace {

using testing::ElementsAre;

std::vector<std::string> words(std::string_view editor) {
  std::vector<OpenAt> const files{{"/t/a.json", 3, 7}, {"/t/b.json", 9, 1}};
  return editor_words(editor, files);
}

TEST(Editor, OpensAtTheLineInItsOwnWay) {
  EXPECT_THAT(words("/usr/bin/vim -u NONE"), ElementsAre("+3", "/t/a.json", "/t/b.json"));
  EXPECT_THAT(words("nano"), ElementsAre("+3,7", "/t/a.json", "+9,1", "/t/b.json"));
  EXPECT_THAT(words("emacs -nw"), ElementsAre("+3", "/t/a.json", "+9", "/t/b.json"));
  EXPECT_THAT(words("hx"), ElementsAre("/t/a.json:3:7", "/t/b.json:9:1"));
  EXPECT_THAT(words("subl"), ElementsAre("--wait", "/t/a.json:3:7", "/t/b.json:9:1"));
  EXPECT_THAT(words("code"), ElementsAre("--wait", "--goto", "/t/a.json:3:7", "--goto", "/t/b.json:9:1"));
  EXPECT_THAT(words("my-own-editor"), ElementsAre("/t/a.json", "/t/b.json"));
  EXPECT_THAT(words(" "), ElementsAre("/t/a.json", "/t/b.json"));
}

TEST(Editor, IsWhatThePersonChose) {
  ::setenv("EDITOR", "second", 1);
  ::setenv("VISUAL", "first --wait", 1);
  EXPECT_EQ(find_editor(), "first --wait");
  ::setenv("VISUAL", " ", 1);
  EXPECT_EQ(find_editor(), "second");
  ::unsetenv("VISUAL");
  ::unsetenv("EDITOR");
}

TEST(Editor, IsRunAsALineOfShellAndItsStatusTold) {
  test::ScratchDir dir;
  auto file = (dir / "with 'quotes' and $dollar").string();
  std::vector<OpenAt> const files{{file}};
  auto status = run_editor("touch --", files);
  ASSERT_TRUE(status);
  EXPECT_EQ(*status, 0);
  EXPECT_TRUE(std::filesystem::exists(file));
  EXPECT_EQ(run_editor("sh -c 'exit 3'", files).value_or(-1), 3);
  EXPECT_EQ(run_editor("no-such-editor-anywhere", files).value_or(-1), 127);
}

} // namespace
} // namespace artifactd
