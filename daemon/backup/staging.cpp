#include "daemon/backup/staging.hpp"

#include "state/platform/identity.hpp"
#include "state/vocabulary/names.hpp"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd::backup {

namespace {

namespace fs = std::filesystem;

std::string directory_of(std::string const& file) {
  auto const folder = fs::path(file).parent_path().string();
  return folder.empty() ? "." : folder;
}

Error taken(std::string const& archive) {
  return {Fault::exists, printable(archive) + " exists already, and is not overwritten"};
}

} // namespace

Result<Staging> Staging::make(std::string const& prefix) {
  auto path = prefix + ".part.XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) return fail(errno_error("create", path));
  auto directory = TRY(open_trusted_directory(path));
  struct stat status{};
  if (::fstat(directory.get(), &status) != 0) return fail(errno_error("stat", path));
  if (status.st_uid != ::geteuid() || (status.st_mode & 0777) != 0700)
    return fail(Fault::unsafe, path + " was replaced while it was created");
  return Staging(std::move(directory), std::move(path));
}

Result<Staging> Staging::beside(std::string const& archive) {
  struct stat status{};
  if (::lstat(archive.c_str(), &status) == 0) return fail(taken(archive));
  return make(fmt::format("{}/.{}", directory_of(archive), fs::path(archive).filename().string()));
}

Result<Staging> Staging::for_copies() {
  auto const* given = std::getenv("TMPDIR");
  return make(fmt::format("{}/artifactctl", given == nullptr || *given != '/' ? "/var/tmp" : given));
}

Staging::~Staging() {
  if (path_.empty()) return;
  as_self([this] {
    auto const left = list_directory(directory_.get(), 1000);
    for (auto const& name : left ? *left : std::vector<std::string>())
      ::unlinkat(directory_.get(), name.c_str(), 0);
    ::rmdir(path_.c_str());
  });
}

Result<UniqueFd> Staging::nameless_file() {
  return answer_as_self([this]() -> Result<UniqueFd> {
    auto const path = new_path();
    UniqueFd file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!file) return fail(errno_error("create", path));
    ::unlink(path.c_str());
    return file;
  });
}

std::string Staging::new_path() {
  return fmt::format("{}/{}", path_, ++number_);
}

Result<void> Staging::publish(int file, std::string const& made, std::string const& archive) {
  if (::fsync(file) != 0) return fail(errno_error("fsync", archive));
  if (::renameat2(AT_FDCWD, made.c_str(), AT_FDCWD, archive.c_str(), RENAME_NOREPLACE) != 0)
    return errno == EEXIST ? fail(taken(archive)) : fail(errno_error("rename", archive));
  return sync_directory(TRY(open_trusted_directory(directory_of(archive))).get());
}

} // namespace artifactd::backup
