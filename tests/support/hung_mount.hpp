// A file system whose server never answers, over a directory: whoever touches it waits until the object is
// destroyed.
#pragma once

#include <fcntl.h>
#include <fmt/core.h>
#include <string>
#include <sys/mount.h>
#include <unistd.h>
#include <utility>

namespace artifactd::test {

class HungMount {
public:
  explicit HungMount(std::string place)
      : place_(std::move(place)), server_(::open("/dev/fuse", O_RDWR | O_CLOEXEC)) {
    auto const options = fmt::format("fd={},rootmode=40000,user_id=0,group_id=0,allow_other", server_);
    done_ =
        server_ >= 0 && ::mount("hung", place_.c_str(), "fuse", MS_NODEV | MS_NOSUID, options.c_str()) == 0;
  }
  HungMount(HungMount const&) = delete;
  HungMount& operator=(HungMount const&) = delete;
  ~HungMount() {
    if (server_ >= 0) ::close(server_); // fails whatever waits
    if (done_) ::umount2(place_.c_str(), MNT_DETACH);
  }

  /// False without the right to mount: skip the test.
  explicit operator bool() const noexcept { return done_; }

private:
  std::string place_;
  int server_;
  bool done_ = false;
};

} // namespace artifactd::test
