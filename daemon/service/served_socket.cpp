#include "daemon/service/served_socket.hpp"

#include "daemon/process/log.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace artifactd {

Exit no_service(std::string_view event, Error const& error) {
  log_event(LogLevel::error, event, {{"reason", error.message}});
  return exit_for(error);
}

bool stdin_listens() {
  int listens = 0;
  socklen_t size = sizeof listens;
  return ::getsockopt(STDIN_FILENO, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0 && listens != 0 &&
         ::fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK) == 0;
}

bool stdin_is_connected() {
  sockaddr_storage peer{};
  socklen_t size = sizeof peer;
  return ::getpeername(STDIN_FILENO, reinterpret_cast<sockaddr*>(&peer), &size) == 0;
}

} // namespace artifactd
