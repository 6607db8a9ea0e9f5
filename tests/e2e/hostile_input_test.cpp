// What agents can put in the place of artifacts: none of it stops or blocks the daemon, or is followed.
#include "tests/e2e/hostile_case.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using enum Outcome;

fs::path artifact_path(SessionDir const& session) {
  fs::create_directories(session / "artifacts/a");
  return session / "artifacts/a/x.json";
}

void special(SessionDir const& session, mode_t kind, dev_t device = 0) {
  have(::mknod(artifact_path(session).c_str(), kind | 0600, device) == 0, "mknod");
}

void link_to(SessionDir const& session, fs::path const& target) {
  fs::create_symlink(target, artifact_path(session));
}

void sparse(SessionDir const& session) {
  session.artifact("a", "x.json", "{}");
  have(::truncate(artifact_path(session).c_str(), off_t{1} << 40) == 0, "a sparse file of 1 TB");
}

void files(SessionDir const& session, int count) {
  for (int i = 0; i < count; ++i)
    session.artifact("a", std::to_string(i) + ".json", "{}");
}

int leased = -1; ///< the descriptor that holds a write lease

class Mounted {
public:
  static void over(fs::path const& place, char const* source, char const* kind, unsigned long flags) {
    have(::geteuid() == 0, "mounting as an ordinary user");
    have(::mount(source, place.c_str(), kind, flags, nullptr) == 0, "mount");
    places().push_back(place);
  }
  static void clear() {
    for (auto const& place : places())
      ::umount2(place.c_str(), MNT_DETACH);
    places().clear();
  }

private:
  static std::vector<fs::path>& places() {
    static std::vector<fs::path> all;
    return all;
  }
};

std::vector<HostileCase> odd_inputs() {
  return {
      {"fifo", refused, "file.not_regular", [](auto const& s) { special(s, S_IFIFO); }},
      {"socket", refused, "file.not_regular", [](auto const& s) { special(s, S_IFSOCK); }},
      {"device", refused, "file.not_regular", [](auto const& s) { special(s, S_IFCHR, makedev(1, 5)); }},
      {"link_out", refused, "file.symlink", [](auto const& s) { link_to(s, "/etc/passwd"); }},
      {"link_to_sibling", refused, "file.symlink",
       [](auto const& s) {
         s.artifact("a", "real.json", "{}");
         link_to(s, "real.json");
       }},
      {"link_loop", refused, "file.symlink", [](auto const& s) { link_to(s, "x.json"); }},
      {"directory", refused, "file.not_regular",
       [](auto const& s) { fs::create_directories(artifact_path(s)); }},
      {"hard_link", refused, "file.hard_link",
       [](auto const& s) {
         s.write("../outside.json", R"({"secret": 1})");
         fs::create_hard_link(s / "../outside.json", artifact_path(s));
       }},
  };
}

std::vector<HostileCase> odd_directories() {
  return {
      {"artifacts_is_a_link", refused, "dir.symlink",
       [](auto const& s) {
         s.write("../elsewhere/a/x.json", "{}");
         fs::create_symlink("../elsewhere", s / "artifacts");
       }},
      {"agent_directory_is_a_link", refused, "dir.symlink",
       [](auto const& s) {
         s.artifact("b", "x.json", "{}");
         fs::create_symlink("b", s / "artifacts/a");
       }},
      {"agent_directory_is_a_file", refused, "dir.not_directory",
       [](auto const& s) { s.write("artifacts/a", "{}"); }},
      {"file_of_another_file_system", refused, "file.foreign_mount",
       [](auto const& s) {
         s.artifact("a", "x.json", "{}");
         Mounted::over(artifact_path(s), artifact_path(s).c_str(), nullptr, MS_BIND);
       }},
      {"directory_of_another_file_system", refused, "file.foreign_mount",
       [](auto const& s) {
         fs::create_directories(s / "artifacts/a");
         Mounted::over(s / "artifacts/a", "none", "tmpfs", 0);
         // Write permission of others is a different case.
         fs::permissions(s / "artifacts/a", fs::perms(0755));
         s.artifact("a", "x.json", "{}");
       }},
  };
}

std::vector<HostileCase> odd_sizes() {
  return {
      {"sparse_terabyte", refused, "file.too_large", sparse},
      {"one_byte_too_many", refused, "file.too_large",
       [](auto const& s) { s.artifact("a", "x.json", "{}" + std::string(64 * 1024 - 1, ' ')); }},
      {"as_large_as_allowed", merged, "",
       [](auto const& s) { s.artifact("a", "x.json", "{}" + std::string(64 * 1024 - 2, ' ')); }},
      {"empty_file", refused, "file.empty", [](auto const& s) { s.artifact("a", "x.json", ""); }},
      {"no_file", refused, "file.none", [](auto const& s) { fs::create_directories(s / "artifacts/a"); }},
      {"no_directory", refused, "dir.missing", [](auto const&) {}},
      {"too_many_files", refused, "file.too_many",
       [](auto const& s) { files(s, full_run() ? 100'000 : 1'001); }},
      {"as_many_files_as_allowed", merged, "", [](auto const& s) { files(s, 1'000); }},
  };
}

std::vector<HostileCase> odd_circumstances() {
  return {
      {"write_lease", pending, "Resource temporarily unavailable",
       [](auto const& s) {
         s.artifact("a", "x.json", R"({"x": 1})");
         ::signal(SIGIO, SIG_IGN); // the kernel's request to give the lease back
         leased = ::open(artifact_path(s).c_str(), O_RDWR | O_CLOEXEC);
         have(::fcntl(leased, F_SETLEASE, F_WRLCK) == 0, "a lease");
       },
       [](auto const&) { ::close(leased); }},
      {"times_far_away", merged, "",
       [](auto const& s) {
         s.artifact("a", "x.json", "{}");
         timespec const long_ago[2] = {{-2'145'916'800, 0}, {-2'145'916'800, 0}};
         have(::utimensat(AT_FDCWD, artifact_path(s).c_str(), long_ago, 0) == 0, "utimensat");
         s.drop("a");
         timespec const far_ahead[2] = {{15'000'000'000, 0}, {15'000'000'000, 0}};
         ::utimensat(AT_FDCWD, (s / "a.kg.lock").c_str(), far_ahead, 0); // may already be settled
       }},
      {"last_of_a_hundred_is_bad", refused, "json.truncated",
       [](auto const& s) {
         files(s, 99);
         s.artifact("a", "z.json", "{");
       }},
  };
}

class HostileArtifact : public Hostile {};
TEST_P(HostileArtifact, IsMet) {
  meet(GetParam());
  Mounted::clear();
}
INSTANTIATE_TEST_SUITE_P(files, HostileArtifact, ::testing::ValuesIn(odd_inputs()), CaseName());
INSTANTIATE_TEST_SUITE_P(directories, HostileArtifact, ::testing::ValuesIn(odd_directories()), CaseName());
INSTANTIATE_TEST_SUITE_P(sizes, HostileArtifact, ::testing::ValuesIn(odd_sizes()), CaseName());
INSTANTIATE_TEST_SUITE_P(circumstances, HostileArtifact, ::testing::ValuesIn(odd_circumstances()),
                         CaseName());

} // namespace
} // namespace artifactd::test
