#include "state/settle/settler.hpp"

namespace artifactd {

std::string_view end_word(End end) noexcept {
  switch (end) {
  case End::merged:
    return "merged";
  case End::unchanged:
    return "unchanged";
  case End::refused:
    return "refused";
  case End::pending:
    return "pending";
  case End::vanished:
    return "vanished";
  case End::again:
    return "again";
  }
  return "";
}

} // namespace artifactd
