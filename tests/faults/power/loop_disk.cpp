#include "tests/faults/power/loop_disk.hpp"

#include "tests/faults/tracee.hpp"
#include "tests/support/scratch_dir.hpp"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <stdexcept>
#include <sys/ioctl.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace artifactd::faults {

namespace fs = std::filesystem;

namespace {

constexpr unsigned long shut_down = 0x8004587d; // FS_IOC_SHUTDOWN of ext4 and xfs
constexpr std::uint32_t without_flushing_the_log = 2;
constexpr int most_attempts = 100;
constexpr auto between_attempts = std::chrono::milliseconds(100);
constexpr std::uintmax_t disk_size = std::uintmax_t{320} << 20; // xfs makes no smaller one

bool succeeds(std::vector<std::string> words) {
  words.insert(words.begin(), "/usr/bin/env");
  auto const ending = run({std::move(words), {"PATH=/usr/sbin:/usr/bin:/sbin:/bin"}});
  return ending.how == Ending::How::exited && ending.code == 0;
}

void must(std::vector<std::string> const& words) {
  if (!succeeds(words)) throw std::runtime_error(words.front() + " failed");
}

class Opened {
public:
  Opened(fs::path const& path, int flags) : fd_(::open(path.c_str(), flags | O_CLOEXEC, 0600)) {
    if (fd_ < 0) throw std::system_error(errno, std::generic_category(), path.string());
  }
  ~Opened() { ::close(fd_); }
  Opened(Opened const&) = delete;
  Opened& operator=(Opened const&) = delete;
  [[nodiscard]] int get() const noexcept { return fd_; }

private:
  int fd_;
};

} // namespace

LoopDisk::LoopDisk(std::string const& type, fs::path const& directory)
    : flushed_(type == "btrfs"), image_(directory / (type + ".img")), mount_(directory / type) {
  fs::create_directories(mount_);
  for (auto const& file : {image_, decoy()}) {
    Opened const made(file, O_RDWR | O_CREAT | O_TRUNC);
    if (::ftruncate(made.get(), static_cast<off_t>(disk_size)) < 0)
      throw std::system_error(errno, std::generic_category(), file.string());
  }
  must({"mkfs." + type, "-q", image_.string()});
  mount();
}

LoopDisk::~LoopDisk() {
  succeeds({"umount", mount_.string()});
  succeeds({"sh", "-c", detach_decoy()});
}

void LoopDisk::mount() {
  if (flushed_) disk_.emplace(image_, image_.string() + ".shown");
  auto const shown = disk_ ? disk_->path() : image_;
  must({"mount", "-o", "loop", shown.string(), mount_.string()});
}

void LoopDisk::flush() const {
  Opened const root(mount_, O_RDONLY | O_DIRECTORY);
  if (::syncfs(root.get()) < 0) throw std::system_error(errno, std::generic_category(), "syncfs");
}

void LoopDisk::commit() const {
  Opened const unrelated(mount_ / "unrelated", O_WRONLY | O_CREAT | O_APPEND);
  if (::write(unrelated.get(), "x", 1) != 1 || ::fsync(unrelated.get()) < 0)
    throw std::system_error(errno, std::generic_category(), "unrelated");
}

void LoopDisk::cut() {
  if (disk_) return disk_->cut();
  Opened const root(mount_, O_RDONLY | O_DIRECTORY);
  auto how = without_flushing_the_log;
  if (::ioctl(root.get(), shut_down, &how) < 0)
    throw std::system_error(errno, std::generic_category(), "FS_IOC_SHUTDOWN");
}

/// Another test's sandbox may have copied the mount into its own mount namespace. Until that ends, mounting
/// the image again only yields the file system that was shut down, and no event reports the end: hence the
/// loop.
void LoopDisk::start_again() {
  for (int attempt = 1;; ++attempt) {
    must({"umount", mount_.string()});
    disk_.reset();
    // The loop device is free now; the decoy takes it or releases it, so that the number changes.
    if (!succeeds({"sh", "-c", detach_decoy()})) must({"losetup", "--find", decoy().string()});
    mount();
    if (takes_files()) return;
    if (attempt == most_attempts) throw std::runtime_error(mount_.string() + " stays shut down");
    std::this_thread::sleep_for(between_attempts);
  }
}

bool LoopDisk::takes_files() const {
  auto const file = ::open(mount_.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  ::close(file);
  return file >= 0;
}

/// A file whose only purpose is to make loop device numbers change.
fs::path LoopDisk::decoy() const {
  return image_.string() + ".decoy";
}

std::string LoopDisk::detach_decoy() const {
  return "losetup -d $(losetup --noheadings --output NAME --associated '" + decoy().string() + "')";
}

std::string LoopDisk::why_none(std::string const& type) {
  if (::geteuid() != 0) return "only root can mount a file system and shut it down";
  if (auto why = type == "btrfs" ? FlushedFile::why_none() : ""; !why.empty()) return why;
  if (!succeeds({"sh", "-c", "command -v mkfs." + type})) return "mkfs." + type + " is not installed";
  try {
    test::ScratchDir const scratch;
    LoopDisk disk(type, scratch.path());
    disk.cut();
    disk.start_again();
    return "";
  } catch (std::exception const& error) {
    return "no " + type + " on a loop device here: " + error.what();
  }
}

} // namespace artifactd::faults
