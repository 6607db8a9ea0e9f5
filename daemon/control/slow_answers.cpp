#include "daemon/control/slow_answers.hpp"

#include <exception>
#include <memory>
#include <utility>

namespace artifactd {

bool SlowAnswers::find(Find find, std::function<void(Result<Lines> const&)> found) {
  if (in_progress_ >= most_) return false;
  ++in_progress_;
  workers_.run([this, find = std::move(find), found = std::move(found)] {
    auto lines = std::make_shared<Result<Lines>>(fail(Fault::io, "out of memory"));
    try {
      *lines = find();
    } catch (std::exception const& error) {
      *lines = fail(Fault::io, error.what());
    }
    loop_.post([this, lines, found] {
      --in_progress_;
      found(*lines);
    });
  });
  return true;
}

} // namespace artifactd
