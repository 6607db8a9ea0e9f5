#include "bench/measured_daemon.hpp"

#include "bench/made_session.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/fd.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <fstream>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/inotify.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace artifactd::bench {

namespace {

bool is_ready(std::string const& log) {
  std::ifstream in(log);
  std::string line;
  while (std::getline(in, line))
    if (line.find("ready") != line.npos) return true;
  return false;
}

} // namespace

MeasuredDaemon::MeasuredDaemon(std::filesystem::path place, std::string const& tables,
                               std::string const& settings)
    : place_(std::move(place)) {
  auto config = place_ / "artifactd.toml";
  write_text(config,
             fmt::format("state_dir = \"{0}/state\"\nruntime_dir = \"{0}/state/run\"\n{2}[[root]]\npath = "
                         "\"{0}/root\"\n{1}",
                         place_.string(), tables, settings));
  auto log = (place_ / "daemon.log").string();
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, 2, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  std::string name = ARTIFACTD_BIN;
  std::string flag = "--config";
  std::string file = config;
  char* arguments[] = {name.data(), flag.data(), file.data(), nullptr};
  if (::posix_spawn(&pid_, name.c_str(), &files, nullptr, arguments, environ) != 0) pid_ = -1;
  ::posix_spawn_file_actions_destroy(&files);
  for (int i = 0; i < 3000 && !is_ready(log); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10)); // visible only in its log
}

MeasuredDaemon::~MeasuredDaemon() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGTERM);
  ::waitpid(pid_, nullptr, 0);
}

double MeasuredDaemon::rss_mb() const {
  std::ifstream statm(fmt::format("/proc/{}/statm", pid_));
  double size = 0;
  double resident = 0;
  statm >> size >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
}

double MeasuredDaemon::peak_mb() const {
  std::ifstream status(fmt::format("/proc/{}/status", pid_));
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
  return 0;
}

double MeasuredDaemon::cpu_seconds() const {
  std::ifstream stat(fmt::format("/proc/{}/stat", pid_));
  std::string word;
  double user = 0;
  double system = 0;
  for (int field = 1; field <= 13 && stat >> word; ++field) {
  }
  stat >> user >> system;
  return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

double MeasuredDaemon::watches() const {
  double count = 0;
  for (auto const& entry : std::filesystem::directory_iterator(fmt::format("/proc/{}/fdinfo", pid_))) {
    std::ifstream info(entry.path());
    for (std::string line; std::getline(info, line);)
      if (line.starts_with("inotify wd:")) ++count;
  }
  return count;
}

double drop_and_wait(std::filesystem::path const& session, int round) {
  for (int i = 0; i < 4; ++i)
    write_text(session / fmt::format("artifacts/measured/{}.json", i), make_artifact(8 * 1024, i, round));
  UniqueFd events(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  ::inotify_add_watch(events.get(), session.c_str(), IN_MOVED_FROM | IN_DELETE);
  auto lock = (session / "measured.kg.lock").string();
  auto begin = Monotonic::now();
  UniqueFd(::open(lock.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644)).reset();
  pollfd wait{events.get(), POLLIN, 0};
  char buffer[4096];
  while (::access(lock.c_str(), F_OK) == 0) {
    if (::poll(&wait, 1, 5000) <= 0) return -1;
    while (::read(events.get(), buffer, sizeof buffer) > 0) {
    }
  }
  return std::chrono::duration<double>(Monotonic::now() - begin).count();
}

} // namespace artifactd::bench
