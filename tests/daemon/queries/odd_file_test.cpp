#include "daemon/queries/odd_file.hpp"
#include "state/platform/fd.hpp"
#include "tests/support/kinds.hpp"
#include "tests/support/scratch_dir.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

class OddFileCommand : public testing::Test {
protected:
  [[nodiscard]] std::string advised(OddFile const& odd) const {
    auto const directory = open_trusted_directory(session.path().string());
    return directory ? advice_on(odd, directory->get(), "S", test::kinds()).command : "cannot open";
  }
  [[nodiscard]] std::string advised(std::string const& file) const {
    return advised({file, Oddity::bad_name});
  }

  test::ScratchDir session;
};

TEST_F(OddFileCommand, RenamesTheSignal) {
  EXPECT_EQ(advised("my agent.kg.lock"), "mv -nT -- 'S/my agent.kg.lock' S/my-agent.kg.lock");
  EXPECT_EQ(advised("a!.kg.lock.error"), "mv -nT -- 'S/a!.kg.lock.error' S/a.kg.lock.error");
}

TEST_F(OddFileCommand, RenamesTheInputsFirst) {
  session.write("artifacts/my agent/x.json", "{}");
  EXPECT_EQ(advised("my agent.kg.lock"), "mv -nT -- 'S/artifacts/my agent' S/artifacts/my-agent && "
                                         "mv -nT -- 'S/my agent.kg.lock' S/my-agent.kg.lock");
}

TEST_F(OddFileCommand, ChoosesANameThatNobodyUses) {
  session.write("my-agent.kg.lock.error", "");
  session.write("artifacts/my-agent-2/x.json", "{}");
  EXPECT_EQ(advised("my agent.kg.lock"), "mv -nT -- 'S/my agent.kg.lock' S/my-agent-3.kg.lock");
  session.write("x.kg.lock.ignored", "");
  EXPECT_EQ(advised({"x.kg.lock", Oddity::fifo}), "mv -nT -- S/x.kg.lock S/x.kg.lock.ignored-2");
}

TEST_F(OddFileCommand, RenamesAMisspeltSignal) {
  EXPECT_EQ(advised({"a.kg.lck", Oddity::misspelt}), "mv -nT -- S/a.kg.lck S/a.kg.lock");
  EXPECT_EQ(advised({"A.KG.lock", Oddity::wrong_case}), "mv -nT -- S/A.KG.lock S/A.kg.lock");
  session.write("A.kg.lock", "");
  EXPECT_EQ(advised({"A.KG.lock", Oddity::wrong_case}), "mv -nT -- S/A.KG.lock S/A.KG.lock.ignored");
}

TEST_F(OddFileCommand, LeavesAloneWhatMayBelongToAnotherProgram) {
  EXPECT_EQ(advised({"x.kgs.lock", Oddity::unknown_kind}), "");
}

TEST_F(OddFileCommand, ReplacesNoSignalByAMisplacedOne) {
  auto const directory = open_trusted_directory(session.path().string());
  ASSERT_TRUE(directory);
  auto const command = [&] { return command_for_misplaced("artifacts/a/a.kg.lock", directory->get(), "S"); };
  EXPECT_EQ(command(), "mv -nT -- S/artifacts/a/a.kg.lock S/a.kg.lock");
  session.write("a.kg.lock", "");
  EXPECT_EQ(command(), "mv -nT -- S/artifacts/a/a.kg.lock S/artifacts/a/a.kg.lock.ignored");
}

} // namespace
} // namespace artifactd
