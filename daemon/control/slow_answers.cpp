#include "daemon/control/slow_answers.hpp"

#include <exception>
#include <memory>
#include <utility>

namespace artifactd {

bool SlowAnswers::find(Find find, std::function<void(Result<Lines> const&)> found, Takes takes) {
  auto& count = takes == Takes::time ? in_progress_ : waiting_;
  if (count >= (takes == Takes::time ? most_ : most_waiting_)) return false;
  ++count;
  auto& workers = takes == Takes::events && waiting_workers_ ? *waiting_workers_ : workers_;
  workers.run([this, &count, find = std::move(find), found = std::move(found)] {
    auto lines = std::make_shared<Result<Lines>>(fail(Fault::io, "out of memory"));
    try {
      *lines = find();
    } catch (std::exception const& error) {
      *lines = fail(Fault::io, error.what());
    }
    loop_.post([&count, lines, found] {
      --count;
      found(*lines);
    });
  });
  return true;
}

} // namespace artifactd
