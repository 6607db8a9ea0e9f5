// What can be in the place of a signal, its answers, the mutex or artifactd's own directory.
#include "tests/e2e/hostile_case.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using enum Outcome;
constexpr auto arranged = HostileCase::Signal::arranged;

void good_work(SessionDir const& session) {
  session.artifact("a", "x.json", R"({"x": 1})");
}

void bad(SessionDir const& session) {
  session.artifact("a", "x.json", R"({"x": )");
}

/// A file in the session with this raw name is ignored, and logged so that none of its bytes can do harm.
HostileCase odd_name(std::string const& name, std::string const& file, std::string const& shown) {
  return {name,
          ignored,
          shown,
          [file](auto const& s) {
            good_work(s);
            s.write(file, "");
          },
          {},
          arranged};
}

std::vector<HostileCase> odd_signals() {
  return {
      {"directory",
       ignored,
       "directory",
       [](auto const& s) {
         good_work(s);
         fs::create_directory(s / "a.kg.lock");
       },
       {},
       arranged},
      {"symlink",
       ignored,
       "symlink",
       [](auto const& s) {
         good_work(s);
         s.write("target", "");
         fs::create_symlink("target", s / "a.kg.lock");
       },
       {},
       arranged},
      {"fifo",
       ignored,
       "fifo",
       [](auto const& s) {
         good_work(s);
         have(::mkfifo((s / "a.kg.lock").c_str(), 0600) == 0, "mkfifo");
       },
       {},
       arranged},
      {"gigabyte",
       ignored,
       "too_large",
       [](auto const& s) {
         good_work(s);
         s.write("large", "");
         have(::truncate((s / "large").c_str(), off_t{1} << 30) == 0, "a sparse file");
         fs::rename(s / "large", s / "a.kg.lock");
       },
       {},
       arranged},
      {"two_hard_links",
       merged,
       "",
       [](auto const& s) {
         good_work(s);
         s.write("other", "");
         fs::create_hard_link(s / "other", s / "a.kg.lock");
       },
       {},
       arranged},
  };
}

std::vector<HostileCase> odd_names() {
  std::string too_long(246, 'n');
  too_long += ".kg.lock";
  return {
      odd_name("newline", "n\nl.kg.lock", "x0al.kg.lock"),
      odd_name("escape", "\x1b[31m.kg.lock", "x1b[31m.kg.lock"),
      odd_name("right_to_left", "\u202egnp.kg.lock", "gnp.kg.lock"),
      odd_name("invalid_utf8", "\xff\xfe.kg.lock", "xff"),
      odd_name("leading_dash", "-rf.kg.lock", "-rf.kg.lock"),
      odd_name("shell", "$(id).kg.lock", "$(id).kg.lock"),
      odd_name("star", "*.kg.lock", "*.kg.lock"),
      odd_name("space", "a b.kg.lock", "a b.kg.lock"),
      odd_name("empty", ".kg.lock", ".kg.lock"),
      odd_name("dots", "...kg.lock", "...kg.lock"),
      odd_name("too_long", too_long, "nnnn.kg.lock"),
  };
}

std::vector<HostileCase> answer_cases() {
  return {
      {"error_beside_the_signal_when_good", merged, "",
       [](auto const& s) {
         good_work(s);
         s.write("a.kg.lock.error", "");
         s.write("a.retry-instructions.json", "{}");
       }},
      {"error_beside_the_signal_when_bad", refused, "json.truncated",
       [](auto const& s) {
         bad(s);
         s.write("a.kg.lock.error", "old");
       }},
      {"error_is_a_directory", blocked, "a.kg.lock.error",
       [](auto const& s) {
         bad(s);
         s.write("a.kg.lock.error/in/it", "");
       },
       [](auto const& s) {
         fs::remove_all(s / "a.kg.lock.error");
         good_work(s);
         s.drop("a");
       }},
      {"instructions_are_a_link", refused, "json.truncated",
       [](auto const& s) {
         bad(s);
         s.write("../victim", "precious");
         fs::create_symlink("../victim", s / "a.retry-instructions.json");
       }},
      {"instructions_are_a_directory", blocked, "a.retry-instructions.json",
       [](auto const& s) {
         bad(s);
         s.write("a.retry-instructions.json/in/it", "");
       },
       [](auto const& s) {
         fs::remove_all(s / "a.retry-instructions.json");
         good_work(s);
         s.drop("a");
       }},
      {"attempts_are_damaged", refused, "json.truncated",
       [](auto const& s) {
         bad(s);
         s.write(".artifactd/attempts/a.kg.json", std::string(100'000, '['));
       }},
  };
}

void repair_signal(SessionDir const& session) {
  fs::remove(session / ".artifactd");
}

std::vector<HostileCase> private_cases() {
  return {
      {"home_is_a_link", blocked, ".artifactd",
       [](auto const& s) {
         good_work(s);
         fs::create_directories(s / "../outside");
         fs::create_symlink("../outside", s / ".artifactd");
       },
       repair_signal},
      {"home_is_a_file", blocked, ".artifactd",
       [](auto const& s) {
         good_work(s);
         s.write(".artifactd", "mine");
       },
       repair_signal},
      {"temp_name_taken", merged, "",
       [](auto const& s) {
         good_work(s);
         s.write(".artifactd/work/graph.1.2", R"({"planted": 1})");
         fs::create_symlink("/etc/passwd", s / ".artifactd/work/graph.3.4");
       }},
      {"retired_name_planted", merged, "",
       [](auto const& s) {
         good_work(s);
         s.write(".artifactd/work/accepted.a.kg.lock.1.2.3", "");
         s.write(".artifactd/work/refused.a.kg.lock.1.2.3", "");
       }},
  };
}

std::vector<HostileCase> mutex_cases() {
  return {
      {"mutex_is_a_file", blocked, ".kg-merge.lock is not a directory",
       [](auto const& s) {
         good_work(s);
         s.write(".kg-merge.lock", "");
       },
       [](auto const& s) { fs::remove(s / ".kg-merge.lock"); }},
      {"mutex_is_a_link", blocked, ".kg-merge.lock is not a directory",
       [](auto const& s) {
         good_work(s);
         fs::create_directories(s / "../outside");
         fs::create_symlink("../outside", s / ".kg-merge.lock");
       },
       [](auto const& s) { fs::remove(s / ".kg-merge.lock"); }},
      {"mutex_is_held", pending, "another tool holds .kg-merge.lock",
       [](auto const& s) {
         good_work(s);
         fs::create_directory(s / ".kg-merge.lock");
       },
       [](auto const& s) { fs::remove(s / ".kg-merge.lock"); }},
      {"mutex_is_stale",
       merged,
       "",
       [](auto const& s) {
         good_work(s);
         fs::create_directory(s / ".kg-merge.lock");
       },
       {},
       HostileCase::Signal::dropped,
       "[kg]\nlock_stale_after = \"300ms\"\n"},
      {"mutex_is_stale_and_holds_files",
       merged,
       "",
       [](auto const& s) {
         good_work(s);
         s.write(".kg-merge.lock/pid", "4711");
       },
       {},
       HostileCase::Signal::dropped,
       "[kg]\nlock_stale_after = \"300ms\"\n"},
  };
}

class HostileSignal : public Hostile {};
TEST_P(HostileSignal, IsMet) {
  meet(GetParam());
}
INSTANTIATE_TEST_SUITE_P(kinds, HostileSignal, ::testing::ValuesIn(odd_signals()), CaseName());
INSTANTIATE_TEST_SUITE_P(names, HostileSignal, ::testing::ValuesIn(odd_names()), CaseName());
INSTANTIATE_TEST_SUITE_P(answers, HostileSignal, ::testing::ValuesIn(answer_cases()), CaseName());
INSTANTIATE_TEST_SUITE_P(mutex, HostileSignal, ::testing::ValuesIn(mutex_cases()), CaseName());
INSTANTIATE_TEST_SUITE_P(private_area, HostileSignal, ::testing::ValuesIn(private_cases()), CaseName());

} // namespace
} // namespace artifactd::test
