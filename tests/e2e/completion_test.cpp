// `artifactctl completion`: the scripts in the shells they are for.
#include "tests/e2e/site.hpp"

#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <sys/stat.h>

namespace artifactd::test {
namespace {

class Completion : public testing::Test {
protected:
  Completion() {
    graph.artifact("ready", "x.json", "{}");
    graph.write("stuck.rule.lock.error", "");
    std::filesystem::create_directories(site.root() / "$(touch pwned)");
  }

  /// What the shell prints: it reads the script, and then these lines.
  [[nodiscard]] Ended in_shell(std::string const& shell, std::string const& options,
                               std::string const& lines) const {
    auto const script = site.artifactctl({"completion", shell});
    EXPECT_EQ(script.exit, 0) << script.err;
    std::ofstream(site.path() / "script") << script.out << lines;
    return test::shell(
        shell + options + " script", site.path(),
        {{"PATH", built("") + ":" + std::getenv("PATH")}, {"ARTIFACTD_CONFIG", site.config().string()}});
  }

  static bool is_missing(std::string const& shell) { return test::shell("command -v " + shell).exit != 0; }

  Site site;
  SessionDir graph = site.session("g");
};

TEST_F(Completion, BashOffersCommandsNamesAndValues) {
  auto const said = in_shell("bash", "", R"(
compopt() { echo "compopt $*"; }
complete_words() {
  COMP_WORDS=(artifactctl "$@") COMP_CWORD=$#
  _artifactctl && printf '<%s>' "${COMPREPLY[@]}" && echo
}
complete_words st
complete_words merge ''
complete_words retry g ''
complete_words edit run g ready --engine = r
complete_words --config = ''
complete_words --root ''
complete_words no-such ''
complete -p artifactctl
)");
  EXPECT_EQ(said.out, "<status><stats><state>\n"
                      "<\\$\\(touch\\ pwned\\)><g>\n"
                      "<stuck.rule><ready>\n"
                      "<rules>\n"
                      "compopt -o default\n<>\n"
                      "compopt -o dirnames\n<>\n"
                      "<>\n"
                      "complete -o nosort -F _artifactctl artifactctl\n");
  EXPECT_EQ(said.err, "");
}

TEST_F(Completion, ZshOffersCommandsNamesAndValues) {
  if (is_missing("zsh")) GTEST_SKIP() << "zsh is not installed";
  auto const said = in_shell("zsh", " -f", R"(
compadd() { print -r -- "${(@qq)names}" "${shown[1]}" }
_files() { print -r -- files $* }
compset() { }
complete_words() { words=(artifactctl "$@") CURRENT=$#words PREFIX=$words[-1] && _artifactctl }
complete_words doc
complete_words merge ''
complete_words retry g ''
complete_words edit run g ready --engine=r
complete_words --config ''
complete_words --root ''
complete_words no-such ''
)");
  EXPECT_EQ(said.out, "'doctor' doctor  -- look for trouble and say how to fix it\n"
                      "'$(touch pwned)' 'g' $(touch pwned)  -- session\n"
                      "'stuck.rule' 'ready' stuck.rule  -- refused\n"
                      "'--engine=rules' --engine=rules\n"
                      "files\n"
                      "files -/\n"
                      "\n");
}

TEST_F(Completion, FishOffersCommandsNamesAndValues) {
  if (is_missing("fish")) GTEST_SKIP() << "fish is not installed";
  auto const said = in_shell("fish", " --no-config", R"(
for line in 'doc' 'merge ' 'retry g ' 'edit run g ready --engine=r' '--config=scr' '--root ro' 'no-such '
    complete -C "artifactctl $line"
end
)");
  EXPECT_EQ(said.out, "doctor\tlook for trouble and say how to fix it\n"
                      "$(touch pwned)\tsession\n"
                      "g\tsession\n"
                      "stuck.rule\trefused\n"
                      "ready\tagent\n"
                      "--engine=rules\n"
                      "--config=script\n"
                      "root/\n");
  EXPECT_EQ(said.err, "");
}

TEST_F(Completion, APipeAsTheConfigurationIsNotWaitedFor) {
  auto const fifo = (site.path() / "fifo").string();
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  auto const ended = run({{site.program("artifactctl"), "complete", "--config", fifo, "merge", ""}});
  EXPECT_EQ(ended.exit, 0);
  EXPECT_EQ(ended.out, ":directories\n");
  EXPECT_EQ(ended.err, "");
}

} // namespace
} // namespace artifactd::test
