#include "daemon/process/exit.hpp"

namespace artifactd {

std::string_view exit_word(Exit exit) noexcept {
  switch (exit) {
  case Exit::ok:
    return "ok";
  case Exit::judged_bad:
    return "refused";
  case Exit::usage:
    return "usage";
  case Exit::not_found:
    return "not_found";
  case Exit::conflict:
    return "conflict";
  case Exit::configuration:
    return "configuration";
  case Exit::person:
    return "person";
  case Exit::unreachable:
    return "unreachable";
  case Exit::io:
    break;
  }
  return "io";
}

Exit exit_for(Error const& error) noexcept {
  switch (error.fault) {
  case Fault::missing:
    return Exit::not_found;
  case Fault::busy:
  case Fault::changed:
  case Fault::exists:
    return Exit::conflict;
  case Fault::invalid:
  case Fault::too_large:
  case Fault::unsafe:
  case Fault::forbidden:
    return Exit::judged_bad;
  case Fault::io:
  case Fault::no_space:
  case Fault::exhausted:
  case Fault::denied:
  case Fault::read_only:
  case Fault::unsupported:
    return Exit::io;
  }
  return Exit::io;
}

} // namespace artifactd
