// A file system whose server never answers, over a directory. Whatever touches it waits until the object is
// destroyed.
#pragma once

#include "state/platform/fd.hpp"

#include <array>
#include <cstdint>
#include <fcntl.h>
#include <fmt/core.h>
#include <linux/fuse.h>
#include <poll.h>
#include <string>
#include <sys/mount.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace artifactd::test {

class HungMount {
public:
  enum class Server : std::uint8_t {
    absent, ///< it takes no request: a process that waits can be killed
    reads,  ///< it takes requests and does not answer: a process that waits cannot be killed
  };

  explicit HungMount(std::string place, Server server = Server::absent)
      : place_(std::move(place)), device_(::open("/dev/fuse", O_RDWR | O_CLOEXEC)) {
    auto const options = fmt::format("fd={},rootmode=40000,user_id=0,group_id=0,allow_other", device_);
    done_ =
        device_ >= 0 && ::mount("hung", place_.c_str(), "fuse", MS_NODEV | MS_NOSUID, options.c_str()) == 0;
    if (done_ && server == Server::reads) serve();
  }
  HungMount(HungMount const&) = delete;
  HungMount& operator=(HungMount const&) = delete;
  ~HungMount() {
    stop_.reset();
    if (server_.joinable()) server_.join();
    if (device_ >= 0) ::close(device_); // fails whatever waits
    if (done_) ::umount2(place_.c_str(), MNT_DETACH);
  }

  /// False without the right to mount: skip the test.
  explicit operator bool() const noexcept { return done_; }

private:
  /// Agrees on the version, as every server has to; then reads on.
  void serve() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) < 0) return;
    stop_ = UniqueFd(ends[1]);
    server_ = std::thread([device = device_, stop = UniqueFd(ends[0])] {
      std::string request(std::size_t{1} << 20U, '\0');
      for (;;) {
        std::array<pollfd, 2> either{{{device, POLLIN, 0}, {stop.get(), POLLIN, 0}}};
        if (::poll(either.data(), either.size(), -1) < 0 || either[1].revents != 0) return;
        auto const size = ::read(device, request.data(), request.size());
        if (size < static_cast<ssize_t>(sizeof(fuse_in_header))) return;
        auto const& header = *reinterpret_cast<fuse_in_header const*>(request.data());
        if (header.opcode != FUSE_INIT) continue;
        struct {
          fuse_out_header header;
          fuse_init_out init;
        } answer{};
        answer.header = {sizeof answer, 0, header.unique};
        answer.init.major = FUSE_KERNEL_VERSION;
        answer.init.minor = FUSE_KERNEL_MINOR_VERSION;
        answer.init.max_write = 4096;
        if (::write(device, &answer, sizeof answer) < 0) return;
      }
    });
  }

  std::string place_;
  int device_;
  bool done_ = false;
  UniqueFd stop_;
  std::thread server_;
};

} // namespace artifactd::test
