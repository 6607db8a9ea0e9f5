#include "agents/common/reinvoke.hpp"
#include "state/platform/digest.hpp"
#include "state/platform/private_directory.hpp"
#include "state/platform/stamp.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <poll.h>
#include <sstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <tuple>
#include <unistd.h>
#include <vector>

namespace artifactd {

namespace {

constexpr int rounds = 20; // an orphan may fork while it is looked for

std::optional<pid_t> process_number(std::string const& name) {
  pid_t pid = 0;
  auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
  if (error != std::errc() || end != name.data() + name.size() || pid <= 0) return std::nullopt;
  return pid;
}

/// A process that has the file of a lock open.
struct Holder {
  pid_t pid;
  bool inherited = false; ///< as programs do that artifactd runs: its own descriptors do not survive exec
  bool locked = false;    ///< it took the lock itself
};

/// What /proc says of an open descriptor; empty if it was closed meanwhile.
std::string descriptor_info(pid_t pid, std::string const& number) {
  std::array<char, 1024> text{};
  UniqueFd const info(::open(fmt::format("/proc/{}/fdinfo/{}", pid, number).c_str(), O_RDONLY | O_CLOEXEC));
  auto const size = info ? ::read(info.get(), text.data(), text.size()) : -1;
  return {text.data(), size < 0 ? 0 : static_cast<std::size_t>(size)};
}

/// "flags: 02100002 …", in octal, and "lock: 1: FLOCK ADVISORY WRITE 1234 …", with the process that took it.
void read_descriptor(std::string const& info, Holder& holder) {
  std::istringstream words(info);
  for (std::string word; words >> word;) {
    if (unsigned flags = 0; word == "flags:" && words >> std::oct >> flags >> std::dec)
      holder.inherited = holder.inherited || (flags & O_CLOEXEC) == 0;
    std::string skipped;
    if (pid_t locker = 0; word == "FLOCK" && words >> skipped >> skipped >> locker)
      holder.locked = holder.locked || locker == holder.pid;
  }
}

/// std::nullopt if it does not have the file open, is gone, or is another user's, so not one of our orphans.
std::optional<Holder> holder_of(pid_t pid, Stamp const& file) {
  auto directory = open_trusted_directory(fmt::format("/proc/{}/fd", pid));
  if (!directory) return std::nullopt;
  auto descriptors = list_directory(directory->get(), 100'000);
  if (!descriptors) return std::nullopt;
  std::optional<Holder> holder;
  for (auto const& name : *descriptors) {
    struct stat status{};
    if (::fstatat(directory->get(), name.c_str(), &status, 0) != 0 || status.st_ino != file.inode ||
        !S_ISREG(status.st_mode) || status.st_dev != file.device)
      continue;
    if (!holder) holder = Holder{pid};
    read_descriptor(descriptor_info(pid, name), *holder);
  }
  return holder;
}

/// The path of its program, even if that was replaced meanwhile; empty if it cannot be read.
std::filesystem::path program_of(std::string const& process) {
  std::array<char, PATH_MAX> path;
  auto const length = ::readlink(fmt::format("/proc/{}/exe", process).c_str(), path.data(), path.size());
  std::string_view text(path.data(), length < 0 ? 0 : static_cast<std::size_t>(length));
  constexpr std::string_view replaced = " (deleted)";
  if (text.ends_with(replaced)) text.remove_suffix(replaced.size());
  return text;
}

/// This program, or the other one of artifactd.
bool is_ours(pid_t pid) {
  auto const ours = program_of("self");
  auto const theirs = program_of(std::to_string(pid));
  return theirs == ours || (theirs.parent_path() == ours.parent_path() &&
                            (theirs.filename() == "artifactd" || theirs.filename() == "artifactctl"));
}

/// A process that drives a run now; what has inherited its lock works for it.
bool is_driver(Holder const& holder) {
  return holder.locked && !holder.inherited && is_ours(holder.pid);
}

/// A program that artifactd started. One of ours, such as `artifactctl submit` in an agent's script, has then
/// inherited the lock.
bool is_agent(Holder const& holder) {
  return holder.inherited || !is_ours(holder.pid);
}

/// By a descriptor of the process, and checked again, so that a process with a reused number is not hit.
void end_agent(pid_t pid, Stamp const& file) {
  UniqueFd process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  auto const holder = process ? holder_of(pid, file) : std::nullopt;
  if (!holder || !is_agent(*holder)) return;
  ::syscall(SYS_pidfd_send_signal, process.get(), SIGKILL, nullptr, 0);
  pollfd ended{process.get(), POLLIN, 0};
  ::poll(&ended, 1, 1000);
}

/// Besides this process.
Result<std::vector<Holder>> other_holders(Stamp const& file) {
  std::vector<Holder> holders;
  auto proc = TRY(open_trusted_directory("/proc"));
  for (auto const& name : TRY(list_directory(proc.get(), 1'000'000))) {
    auto const pid = process_number(name);
    if (!pid || *pid == ::getpid()) continue;
    if (auto const holder = holder_of(*pid, file)) holders.push_back(*holder);
  }
  return holders;
}

void end_agents(std::vector<Holder> const& holders, Stamp const& file) {
  for (auto const& each : holders)
    if (is_agent(each)) end_agent(each.pid, file);
}

/// False if a living process drives the run.
Result<bool> end_orphans_of(int lock) {
  auto const file = TRY(stamp_of(lock));
  auto const holders = TRY(other_holders(file));
  if (std::ranges::any_of(holders, is_driver)) return false;
  end_agents(holders, file);
  return true;
}

} // namespace

void RunLock::end_orphans(std::string const& directory) {
  auto place = open_trusted_directory(directory);
  auto names = place ? list_directory(place->get(), 1'000'000) : std::unexpected(place.error());
  if (!names) return;
  for (auto const& name : *names) {
    auto file = open_beneath(place->get(), name, O_RDWR);
    if (!file) continue;
    if (::flock(file->get(), LOCK_EX | LOCK_NB) != 0) {
      std::ignore = end_orphans_of(file->get());
      continue;
    }
    ::unlinkat(place->get(), name.c_str(), 0); // nobody holds it; otherwise one would remain per signal
  }
}

void RunLock::end_others() const {
  auto const file = stamp_of(file_.get());
  if (!file) return;
  if (auto const holders = other_holders(*file)) end_agents(*holders, *file);
}

Result<RunLock> RunLock::take(std::string const& directory, std::string_view session,
                              SignalName const& signal) {
  auto key = Digest().add(session).add(fmt::format("/{}.{}", signal.name.str(), signal.kind.word())).hex();
  auto place = TRY(open_trusted_directory(directory));
  auto const name = key + ".lock";
  auto opened = create_private_file(directory + "/" + name, O_RDWR);
  if (!opened && opened.error().code == EEXIST)
    opened = open_beneath(place.get(), name, O_RDWR | O_CREAT, 0600);
  auto file = TRY(std::move(opened));
  for (int round = 0; round < rounds; ++round) {
    if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) {
      auto const named = TRY(unless_missing(stamp_at(place.get(), name)));
      if (named && same_file(*named, TRY(stamp_of(file.get())))) return RunLock(std::move(file));
      file = TRY(open_beneath(place.get(), name, O_RDWR | O_CREAT, 0600)); // end_orphans() removed the other
      continue;
    }
    if (errno != EWOULDBLOCK) return fail(errno_error("flock", key));
    if (!TRY(end_orphans_of(file.get()))) break;
  }
  return fail(Fault::busy, "an earlier run of its command is still running");
}

} // namespace artifactd
