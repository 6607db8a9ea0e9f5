// Every way an agent can behave when it is rerun, each with artifactd never killed, killed in the middle of
// the agent's first run, and killed after that run has done its work but not ended: the outcome and the
// budget are the same.
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/running_daemon.hpp"
#include "tests/support/ordinary_user.hpp"

#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <gtest/gtest.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;

struct Scripted {
  char const* name;
  char const* script; ///< run in the session; $n counts its runs
  int attempts;       ///< refused attempts when it is left to a person; 0: it is merged
  int runs;
  char const* timeout = "60s"; ///< of a run
};

void PrintTo(Scripted const& agent, std::ostream* out) {
  *out << agent.name;
}

constexpr Scripted scripted[] = {
    {"heals", "echo '{\"x\": 1}' > artifacts/a/x.json; : > a.kg.lock", 0, 1},
    {"fails_once_in_each_tier_and_heals",
     "case $n in 1) echo [1] ;; 2) echo '{\"x\": 2}' ;; *) echo '{\"x\": 1}' ;; esac > artifacts/a/x.json\n"
     ": > a.kg.lock",
     0, 3},
    {"never_heals", ": > a.kg.lock", 3, 2},
    {"hangs", "sleep 1000 & wait", 3, 2, "2s"},
    {"leaves_children_behind", "for i in 1 2 3; do setsid sh -c 'sleep 1000' & done", 3, 2},
    {"floods", "head -c 20000000 /dev/zero; head -c 20000000 /dev/zero >&2", 3, 2},
    {"does_nothing", "exit 0", 3, 2},
    {"crashes", "kill -SEGV $$", 3, 2},
    {"deletes_its_instructions", "rm -f a.retry-instructions.json; : > a.kg.lock", 3, 2},
    {"deletes_what_is_artifactds", "rm -rf .artifactd; : > a.kg.lock", 3, 2},
    {"drops_twice", "echo '{\"x\": 1}' > artifacts/a/x.json; : > a.kg.lock; : > a.kg.lock", 0, 1},
    {"drops_for_another_too",
     "echo '{\"x\": 1}' > artifacts/a/x.json; mkdir -p artifacts/b; echo '{\"y\": 1}' > artifacts/b/y.json\n"
     ": > a.kg.lock; : > b.kg.lock",
     0, 1},
};

enum class Killed { never, before_the_deed, after_the_deed };

using Course = std::tuple<Scripted, Killed>;

class ScriptedAgent : public testing::TestWithParam<Course> {
protected:
  void SetUp() override {
    auto const& [agent, killed] = GetParam();
    auto const held = "if [ $n = 1 ]; then : > interrupted; setsid sleep 1000; fi\n";
    // An interrupted run is resumed and does not count, so the agent does not count it either.
    auto first = killed == Killed::before_the_deed ? held + std::string("n=$((n-1))\n") : "";
    auto last = killed == Killed::after_the_deed ? held : "";
    site_.configure(fmt::format(
        "[attempts]\ntotal = 4\nsemantic = 2\n[[agent]]\nmatch = \"a\"\n"
        "assert = [{{ that = '.x == 1', message = 'x has to be 1' }}]\nreinvoke_timeout = \"{3}\"\n"
        "reinvoke = [\"/bin/sh\", \"-c\", '''\n"
        "n=$(($(cat runs 2>/dev/null || echo 0) + 1)); echo $n > runs\n{0}{1}\n{2}''']\n",
        first, agent.script, last, agent.timeout));
  }
  [[nodiscard]] int runs() const {
    std::ifstream file(session_ / "runs");
    int count = 0;
    file >> count;
    return count;
  }
  [[nodiscard]] bool has_ended_as_it_should() const {
    auto attempts = std::get<0>(GetParam()).attempts;
    if (attempts == 0) return session_.merged("a") && !fs::exists(session_ / "a.kg.lock.error");
    auto told = session_.instructions("a");
    return fs::exists(session_ / "a.kg.lock.error") && told.is_object() &&
           told.value("next", "") == "person" && told.value("attempt", 0) == attempts;
  }
  /// A process other than artifactd that still works in the session.
  [[nodiscard]] std::string left_behind() const {
    std::error_code gone;
    for (auto const& process : fs::directory_iterator("/proc"))
      if (fs::read_symlink(process.path() / "cwd", gone) == session_.path()) return process.path().filename();
    return "";
  }

  Site site_;
  SessionDir session_ = site_.session("s");
};

TEST_P(ScriptedAgent, EndsTheSameWheneverArtifactdIsKilled) {
  auto const& [agent, killed] = GetParam();
  session_.artifact("a", "x.json", "{\"x\": 1,}");
  give_away(session_.path());
  if (killed != Killed::never) {
    RunningDaemon daemon(site_);
    session_.drop("a");
    ASSERT_TRUE(eventually([&] { return fs::exists(session_ / "interrupted"); }));
    daemon.kill();
  }
  RunningDaemon daemon(site_);
  if (killed == Killed::never) session_.drop("a");
  EXPECT_TRUE(eventually([&] { return has_ended_as_it_should(); })) << session_.instructions("a").dump(2);
  EXPECT_EQ(runs(), killed == Killed::before_the_deed ? agent.runs + 1 : agent.runs);
  EXPECT_TRUE(eventually([&] { return left_behind().empty(); })) << left_behind();
}

std::vector<Course> courses() {
  std::vector<Course> all;
  for (auto const& agent : scripted) {
    all.emplace_back(agent, Killed::never);
    all.emplace_back(agent, Killed::before_the_deed);
    if (std::string_view(agent.script).contains("a.kg.lock")) all.emplace_back(agent, Killed::after_the_deed);
  }
  return all;
}

std::string name_of(testing::TestParamInfo<Course> const& info) {
  constexpr std::array when = {"", "_killed_before_the_deed", "_killed_after_the_deed"};
  return std::get<0>(info.param).name +
         std::string(when.at(static_cast<std::size_t>(std::get<1>(info.param))));
}

INSTANTIATE_TEST_SUITE_P(Rerun, ScriptedAgent, testing::ValuesIn(courses()), name_of);

} // namespace
} // namespace artifactd::test
