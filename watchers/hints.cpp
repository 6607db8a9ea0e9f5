#include "watchers/hints.hpp"

namespace artifactd {

namespace {

/// Names beyond this are forgotten, which is harmless: the file's age then says whether it is finished.
constexpr std::size_t most_closed = 4096;

} // namespace

void Hints::add(Hints more) {
  if (closed.empty())
    closed = std::move(more.closed);
  else if (closed.size() < most_closed)
    closed.merge(more.closed);
}

bool Hints::says_closed(SignalName const& signal) const {
  return closed.contains(signal);
}

} // namespace artifactd
