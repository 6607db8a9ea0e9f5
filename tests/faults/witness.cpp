#include "tests/faults/witness.hpp"

#include <fcntl.h>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace artifactd::faults {

namespace {

std::optional<struct stat> look(std::string const& path, int flags) {
  struct stat status{};
  if (::fstatat(AT_FDCWD, path.c_str(), &status, flags) < 0) return std::nullopt;
  return status;
}

/// The file of a descriptor of the traced program, as a path that this program can use.
std::string descriptor(Call const& call, std::size_t argument) {
  return "/proc/" + std::to_string(call.thread) + "/fd/" +
         std::to_string(static_cast<int>(call.arguments[argument]));
}

bool is_claimed(std::filesystem::path const& session) {
  auto directory = ::open(session.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  auto taken = ::flock(directory, LOCK_SH | LOCK_NB) == 0;
  ::close(directory);
  return !taken;
}

} // namespace

Witness::Witness(Stage const& stage) : stage_(stage), session_(look(stage.session(), 0).value().st_ino) {}

void Witness::see(Call const& call, Act const& act) {
  switch (static_cast<long>(call.number)) {
  case SYS_fsync:
  case SYS_fdatasync:
    return see_sync(call, act);
  case SYS_renameat:
  case SYS_renameat2:
    if (std::holds_alternative<Pass>(act)) see_rename(call);
    return;
  default:
    return;
  }
}

/// Directories in which a failed sync is allowed: `artifactd model` books spending there, and only has to
/// sync before a call; SQLite writes stories there and ignores a directory that it cannot sync.
bool Witness::is_others(ino_t directory) const {
  for (auto const* name : {"state", "state/model"})
    if (auto const others = look(stage_.home() / name, 0); others && others->st_ino == directory) return true;
  return false;
}

void Witness::see_sync(Call const& call, Act const& act) {
  auto file = look(descriptor(call, 0), 0);
  if (!file) return;
  if (!std::holds_alternative<Pass>(act)) {
    // After a failure, a later success on the same file proves nothing: the kernel may have dropped the
    // pages.
    if (S_ISDIR(file->st_mode) && !is_others(file->st_ino)) directories_not_synced_.insert(file->st_ino);
    return;
  }
  directories_not_synced_.erase(file->st_ino);
  synced_.insert(file->st_ino);
  if (file->st_ino == session_) directory_unsynced_ = false;
}

void Witness::see_rename(Call const& call) {
  auto from = call.text(1);
  auto to = call.text(3);
  auto source = look(descriptor(call, 0) + "/" + from, AT_SYMLINK_NOFOLLOW);
  auto synced = source && synced_.contains(source->st_ino);
  if (to == "knowledge-graph.json") see_graph_replaced();
  // redo is only useful for seconds; a power cut may take it.
  if ((to == "knowledge-graph.json" || (from.starts_with("write.") && to != "redo")) && !synced)
    violations_.push_back(to + " is replaced by a file that is not on disk yet");
  if (to.starts_with("accepted.") && directory_unsynced_)
    violations_.push_back(from + " is taken away before the graph that answers it is on disk");
}

void Witness::see_graph_replaced() {
  if (!is_claimed(stage_.session())) violations_.push_back("the graph is replaced without the claim");
  if (!stage_.has(".kg-merge.lock")) violations_.push_back("the graph is replaced without the mutex");
  directory_unsynced_ = true;
}

Violations Witness::testify(Ending const& ending) const {
  auto violations = violations_;
  if (!directories_not_synced_.empty() && ending.how == Ending::How::exited && ending.code < 2)
    violations.push_back("a directory could not be synced, and the program ends as if it had been");
  return violations;
}

} // namespace artifactd::faults
