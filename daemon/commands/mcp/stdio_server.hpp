// Speaks the Model Context Protocol over two descriptors: one JSON object a line. Each piece of work has a
// thread of its own, so that ping and cancellation are heard while others wait.
#pragma once

#include "daemon/mcp/conversation.hpp"
#include "daemon/mcp/line_buffer.hpp"
#include "daemon/tools/tool_call.hpp"
#include "state/platform/result.hpp"

#include <memory>
#include <thread>
#include <variant>
#include <vector>

namespace artifactd {

/// Does one piece of work; the answer is a result, or what was wrong.
using DoWork =
    std::function<std::variant<Json, mcp::Mistake>(mcp::Work const&, mcp::Revision, ToolCall const&)>;

struct StdioEnds {
  int in;
  int out;
};

class StdioServer {
public:
  enum class End : std::uint8_t {
    quiet,  ///< nothing is at work any more
    at_work ///< threads still run; the process has to end without them
  };

  StdioServer(mcp::Offer offer, DoWork work, StdioEnds ends);
  ~StdioServer();
  StdioServer(StdioServer const&) = delete;
  StdioServer& operator=(StdioServer const&) = delete;

  /// Returns after the end of input. What only waits then stops waiting; what still acts gets two seconds.
  Result<End> run();

private:
  class Running;
  class Shared;
  struct Batch;
  struct Thread {
    std::shared_ptr<Running> running;
    std::jthread thread;
  };

  void take_line(mcp::TextLine const& line);
  void take_step(mcp::Conversation::Step step, std::shared_ptr<Batch> const& batch);
  void start(mcp::Work work, std::shared_ptr<Batch> const& batch);

  mcp::Conversation conversation_;
  StdioEnds ends_;
  std::shared_ptr<Shared> shared_; ///< with the threads
  std::vector<Thread> threads_ = {};
};

} // namespace artifactd
