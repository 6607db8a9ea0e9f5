// A file system of its own over a directory, until the object is destroyed.
#pragma once

#include <string>
#include <sys/mount.h>
#include <utility>

namespace artifactd::test {

class Mounted {
public:
  explicit Mounted(std::string place)
      : place_(std::move(place)), done_(::mount("none", place_.c_str(), "tmpfs", 0, "size=1m") == 0) {}
  Mounted(Mounted const&) = delete;
  Mounted& operator=(Mounted const&) = delete;
  ~Mounted() {
    if (done_) ::umount2(place_.c_str(), MNT_DETACH);
  }

  /// False without the right to mount: skip the test.
  explicit operator bool() const noexcept { return done_; }

private:
  std::string place_;
  bool done_;
};

} // namespace artifactd::test
