#include "tests/faults/power/flushed_file.hpp"

#ifdef ARTIFACTD_HAS_FUSE

#define FUSE_USE_VERSION 31

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fuse.h>
#include <map>
#include <stdexcept>
#include <string>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

namespace artifactd::faults {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t block_size = 4096;
using Block = std::array<char, block_size>;

/// The one file that this process serves; global since FUSE's callbacks are plain functions.
struct Served {
  int beneath = -1;
  off_t size = 0;
  std::map<off_t, Block> unflushed; ///< by offset
};
Served served;

Block block_at(off_t offset) {
  if (auto const known = served.unflushed.find(offset); known != served.unflushed.end()) return known->second;
  Block block{};
  if (::pread(served.beneath, block.data(), block.size(), offset) < 0) block.fill(0);
  return block;
}

/// Calls `visit` with each block's offset, the position in it, the position in the whole, and the length.
template <class Visit>
void each_block(off_t offset, std::size_t size, Visit visit) {
  for (std::size_t done = 0; done < size;) {
    auto const at = offset + static_cast<off_t>(done);
    auto const within = static_cast<std::size_t>(at) % block_size;
    auto const length = std::min(block_size - within, size - done);
    visit(at - static_cast<off_t>(within), within, done, length);
    done += length;
  }
}

int serve_getattr(char const* path, struct stat* status, fuse_file_info*) {
  *status = {};
  if (std::strcmp(path, "/") == 0) {
    status->st_mode = S_IFDIR | 0700;
    status->st_nlink = 2;
    return 0;
  }
  if (std::strcmp(path, "/disk") != 0) return -ENOENT;
  status->st_mode = S_IFREG | 0600;
  status->st_nlink = 1;
  status->st_size = served.size;
  return 0;
}

int serve_read(char const*, char* into, std::size_t size, off_t offset, fuse_file_info*) {
  each_block(offset, size, [&](off_t at, std::size_t within, std::size_t done, std::size_t length) {
    auto const block = block_at(at);
    std::copy_n(block.begin() + static_cast<std::ptrdiff_t>(within), length, into + done);
  });
  return static_cast<int>(size);
}

int serve_write(char const*, char const* from, std::size_t size, off_t offset, fuse_file_info*) {
  each_block(offset, size, [&](off_t at, std::size_t within, std::size_t done, std::size_t length) {
    auto block = block_at(at);
    std::copy_n(from + done, length, block.begin() + static_cast<std::ptrdiff_t>(within));
    served.unflushed[at] = block;
  });
  return static_cast<int>(size);
}

int serve_flush(char const*, int, fuse_file_info*) {
  for (auto const& [offset, block] : served.unflushed)
    if (::pwrite(served.beneath, block.data(), block.size(), offset) < 0) return -errno;
  served.unflushed.clear();
  return 0;
}

/// Ends together with the program that started it.
[[noreturn]] void serve(fs::path const& beneath, fs::path const& mount) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  served.beneath = ::open(beneath.c_str(), O_RDWR | O_CLOEXEC);
  struct stat status{};
  if (served.beneath < 0 || ::fstat(served.beneath, &status) < 0) ::_exit(1);
  served.size = status.st_size;
  fuse_operations operations{};
  operations.getattr = serve_getattr;
  operations.read = serve_read;
  operations.write = serve_write;
  operations.fsync = serve_flush;
  std::string name = "flushed_file";
  std::array<char*, 2> words = {name.data(), nullptr};
  fuse_args arguments{1, words.data(), 0};
  auto* fuse = fuse_new(&arguments, &operations, sizeof operations, nullptr);
  if (fuse == nullptr || fuse_mount(fuse, mount.c_str()) != 0) ::_exit(1);
  fuse_loop(fuse);
  ::_exit(0);
}

} // namespace

FlushedFile::FlushedFile(fs::path const& beneath, fs::path const& mount) : mount_(mount) {
  fs::create_directories(mount_);
  server_ = ::fork();
  if (server_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (server_ == 0) serve(beneath, mount_);
  while (!fs::exists(path())) {
    if (::waitpid(server_, nullptr, WNOHANG) == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1)); // only saves CPU time
      continue;
    }
    server_ = -1;
    throw std::runtime_error("FUSE cannot be used here");
  }
}

FlushedFile::~FlushedFile() {
  cut();
}

void FlushedFile::cut() {
  if (server_ < 0) return;
  ::kill(server_, SIGKILL);
  while (::waitpid(server_, nullptr, 0) < 0 && errno == EINTR)
    ;
  server_ = -1;
  ::umount2(mount_.c_str(), MNT_DETACH);
}

std::string FlushedFile::why_none() {
  return ::access("/dev/fuse", R_OK | W_OK) == 0 ? "" : "there is no /dev/fuse";
}

} // namespace artifactd::faults

#else

#include <stdexcept>

namespace artifactd::faults {

FlushedFile::FlushedFile(std::filesystem::path const&, std::filesystem::path const& mount) : mount_(mount) {
  throw std::runtime_error(why_none());
}

FlushedFile::~FlushedFile() = default;

void FlushedFile::cut() {}

std::string FlushedFile::why_none() {
  return "libfuse3 was not there when this was built";
}

} // namespace artifactd::faults

#endif
