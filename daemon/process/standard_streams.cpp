#include "daemon/process/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace artifactd {

void occupy_standard_streams() noexcept {
  for (int stream = 0; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    // The lowest free descriptor is this one.
    (void)::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

} // namespace artifactd
