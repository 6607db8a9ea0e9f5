// A connection to the core's socket for the web: one question as a line, then the lines of the answer, on the
// loop's thread and without ever waiting.
#pragma once

#include "daemon/control/control_protocol.hpp"
#include "daemon/process/loop.hpp"

#include <functional>
#include <optional>
#include <string>

namespace artifactd::web {

class CoreLine {
public:
  /// Called for each line after the greeting. An Error is the last call: Fault::missing if nobody
  /// listens or the core hung up, Fault::denied with its reason if it refused, Fault::busy if it has no time
  /// or does not greet within seconds.
  using Heard = std::function<void(Result<std::string>)>;

  /// `heard` may destroy this object. Nothing is said before this returns.
  CoreLine(Loop& loop, std::string const& path, std::string question, Heard heard);
  CoreLine(CoreLine const&) = delete;
  CoreLine& operator=(CoreLine const&) = delete;
  ~CoreLine() { *alive_ = false; }

private:
  void ready();
  bool send();
  /// An Error once the connection is over.
  Result<void> receive();
  void say(Result<std::string> line);
  void fail_soon(Error error); ///< once the caller has this object

  Loop& loop_;
  UniqueFd connection_ = {};
  std::string unsent_;
  LineBuffer input_;
  Heard heard_;
  bool greeted_ = false;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true); ///< *alive_ is false once this object is gone
  std::optional<Loop::Watch> watch_ = {};
  std::optional<Loop::Timer> ungreeted_ = {}; ///< until the core has greeted
};

} // namespace artifactd::web
