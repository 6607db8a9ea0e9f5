// Any bytes as what a client of the Model Context Protocol sends: every answer is one object of the protocol
// that fits on a line, and only a request is answered under an id.
#include "daemon/mcp/conversation.hpp"
#include "daemon/mcp/line_buffer.hpp"
#include "daemon/mcp/tool_result.hpp"
#include "tests/fuzz/demand.hpp"

#include <cstddef>
#include <cstdint>

namespace {

using namespace artifactd;
using namespace artifactd::mcp;
using fuzz::demand;

void check_answer(Json const& answer) {
  demand(answer.is_object() && answer.value("jsonrpc", "") == "2.0", "an answer is a message");
  demand(answer.contains("result") != answer.contains("error"), "with a result or an error");
  demand(!compact(answer).contains('\n'), "on one line");
  demand(compact(answer).size() < longest_answer, "of bounded length");
}

void check_step(Conversation::Step const& step) {
  if (auto const* answer = std::get_if<Json>(&step)) check_answer(*answer);
  if (auto const* work = std::get_if<Work>(&step)) {
    demand(is_token(work->id), "work has an id to answer under");
    demand(work->what != Work::What::tool || work->arguments.is_object(), "a tool has arguments");
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  LineBuffer buffer(4096);
  std::string_view const bytes(reinterpret_cast<char const*>(data), size);
  buffer.add(bytes.substr(0, size / 2));
  buffer.add(bytes.substr(size / 2));
  buffer.end();
  Conversation conversation({.version = "1", .instructions = "", .tools = {{.name = "submit"}}});
  while (auto const line = buffer.next()) {
    demand(line->text.size() <= 4096, "a line has a limit");
    for (auto const& step : conversation.take(read_line(line->text)))
      check_step(step);
  }
  return 0;
}
