// A signal that its agent has open for writing while a verdict is carried out.
#include "state/settle/retire.hpp"
#include "tests/support/session_dir.hpp"

#include <fcntl.h>
#include <filesystem>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <thread>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::must;

class LateTouchTest : public testing::TestWithParam<Verdict> {
protected:
  Retired retire_after(InputsCheck const& as_judged) {
    return must(retire(dir_.claim(), dir_.session(), seen_, GetParam(), as_judged));
  }
  [[nodiscard]] UniqueFd open_signal() const {
    return UniqueFd(::open((dir_ / "a.kg.lock").c_str(), O_WRONLY | O_CREAT, 0644));
  }

  test::SessionDir dir_;
  Sighting seen_ = dir_.drop("a");
};

/// `touch` opens the signal, then changes its times.
TEST_P(LateTouchTest, ASignalOpenedBeforeTheRenameAndTouchedAfterItIsPending) {
  std::thread touch;
  auto const outcome = retire_after([&] {
    touch = std::thread([this, file = open_signal()] {
      while (fs::exists(dir_ / "a.kg.lock"))
        ;
      ::futimens(file.get(), nullptr);
    });
    return Result<bool>(true);
  });
  touch.join();
  EXPECT_EQ(outcome, Retired::differs);
  EXPECT_TRUE(dir_.exists("a.kg.lock"));
  EXPECT_FALSE(dir_.exists("a.kg.lock.error"));
  EXPECT_TRUE(dir_.names(".artifactd/work").empty());
}

TEST_P(LateTouchTest, ASignalThatItsAgentKeepsOpenIsAnswered) {
  auto const kept = open_signal();
  EXPECT_EQ(retire_after([] { return Result<bool>(true); }), Retired::done);
  EXPECT_FALSE(dir_.exists("a.kg.lock"));
}

INSTANTIATE_TEST_SUITE_P(All, LateTouchTest, testing::Values(Verdict::accepted, Verdict::refused));

} // namespace
} // namespace artifactd
