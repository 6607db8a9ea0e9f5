#include "watchers/rescan.hpp"

#include <algorithm>

namespace artifactd {

namespace {

/// A few times the cost of looking at 10,000 directories.
constexpr Duration first_pause = std::chrono::milliseconds(250);
constexpr Duration longest_pause = std::chrono::seconds(5);
/// A storm is over when nothing was lost for this long after the last pause.
constexpr Duration calm = std::chrono::seconds(5);

} // namespace

void Rescan::want(Moment now) {
  if (!due_) due_ = std::max(now, quiet_until_);
}

void Rescan::begun(Moment now) {
  ++count_;
  due_.reset();
  auto over = pause_ == Duration::zero() || now > quiet_until_ + calm;
  pause_ = over ? first_pause : std::min(pause_ * 2, longest_pause);
  quiet_until_ = now + pause_;
}

} // namespace artifactd
