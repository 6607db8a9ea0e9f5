// Runs every directory of tests/cases, once with artifactctl and once with the daemon. A new case needs no
// change here.
#include "tests/e2e/case_files.hpp"
#include "tests/e2e/site.hpp"
#include "tests/support/source_dir.hpp"

#include <gtest/gtest.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;

enum class Settled : std::uint8_t { by_artifactctl, by_artifactd };

/// One case on a Site of its own.
class CaseRun {
public:
  CaseRun(CaseFiles const& files, Settled how)
      : files_(files), how_(how), site_(files.settings()), session_(site_.root() / "session") {
    fs::create_directories(session_);
    if (files.has("given")) fs::copy(files.path("given"), session_, fs::copy_options::recursive);
    make_programs();
  }

  [[nodiscard]] fs::path const& session() const { return session_; }

  Ended arrange() { return files_.has("given.sh") ? script("given.sh") : Ended{0, "", ""}; }
  Ended act() {
    return files_.has("run.sh")
               ? script("run.sh")
               : run({.words = {(site_.path() / "bin/settle").string()}, .environment = environment()});
  }

private:
  /// The two runs differ only in the word `settle`.
  void make_programs() {
    auto bin = site_.path() / "bin";
    fs::create_directories(bin);
    fs::create_symlink(built("artifactd"), bin / "artifactd");
    fs::create_symlink(built("artifactctl"), bin / "artifactctl");
    auto settle = how_ == Settled::by_artifactd ? "artifactd --once" : "artifactctl merge \"$SESSION\"";
    SessionDir(bin).write("settle", std::string("#!/bin/sh\nexec ") + settle + "\n");
    fs::permissions(bin / "settle", fs::perms::owner_all);
  }

  [[nodiscard]] std::map<std::string, std::string> environment() const {
    char const* path = std::getenv("PATH");
    return {{"SESSION", session_.string()},
            {"ROOT", site_.root().string()},
            {"CONFIG", site_.config().string()},
            {"CONFIGURATION_DIRECTORY", site_.config().parent_path().string()},
            {"PATH", (site_.path() / "bin").string() + ":" + (path == nullptr ? "/usr/bin:/bin" : path)}};
  }

  [[nodiscard]] Ended script(std::string const& name) const {
    return run({.words = {"/bin/sh", "-eu", files_.path(name).string()},
                .environment = environment(),
                .directory = session_});
  }

  CaseFiles const& files_;
  Settled how_;
  Site site_;
  fs::path session_;
};

void try_case(std::string const& name, Settled how) {
  CaseFiles files(fs::path(source_dir()) / "tests/cases" / name);
  if (how == Settled::by_artifactd && files.has("only-ctl")) GTEST_SKIP() << files.text("only-ctl");
  CaseRun run(files, how);
  auto given = run.arrange();
  ASSERT_EQ(given.exit, 0) << "given.sh: " << given.err;
  auto ended = run.act();
  EXPECT_EQ(ended.exit, files.expected_exit()) << ended.out << ended.err;
  for (auto const& difference : files.differences(run.session()))
    ADD_FAILURE() << difference << "\n" << ended.out << ended.err;
  if (how == Settled::by_artifactd) return;
  for (auto const& text : files.lines("expect.output"))
    EXPECT_TRUE((ended.out + ended.err).contains(text)) << "\"" << text << "\" is not in:\n"
                                                        << ended.out << ended.err;
}

class Case : public ::testing::TestWithParam<std::string> {};

TEST_P(Case, HoldsWhenArtifactctlSettles) {
  try_case(GetParam(), Settled::by_artifactctl);
}

TEST_P(Case, HoldsWhenArtifactdSettles) {
  try_case(GetParam(), Settled::by_artifactd);
}

INSTANTIATE_TEST_SUITE_P(tests, Case, ::testing::ValuesIn(case_names()), [](auto const& name) {
  std::string word = name.param;
  for (auto& letter : word)
    if (letter == '-') letter = '_';
  return word;
});

} // namespace
} // namespace artifactd::test
