#include "daemon/exit.hpp"

namespace artifactd {

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
