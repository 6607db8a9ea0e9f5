// An endpoint played by a FaultServer, with timeouts short enough for tests, and its answers when healthy.
#pragma once

#include "agents/model/endpoint/http_model.hpp"
#include "tests/support/fault_server.hpp"
#include "tests/support/scratch_dir.hpp"

#include <string>

namespace artifactd::model::mock {

using artifactd::test::FaultServer;
using artifactd::test::http_answer;

inline constexpr std::string_view whole_message =
    R"({"type":"message","model":"m-1","content":[{"type":"text","text":"hello"}],"stop_reason":"end_turn",)"
    R"("usage":{"input_tokens":5,"output_tokens":2}})";

inline constexpr std::string_view overloaded =
    R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_body"})";

inline Endpoint endpoint_at(FaultServer const& server) {
  Endpoint endpoint{.base_url = server.url(), .model = "m"};
  endpoint.timeouts = {.connect = std::chrono::seconds(20),
                       .first_byte = std::chrono::seconds(20),
                       .idle = std::chrono::seconds(20),
                       .total = std::chrono::seconds(20)};
  return endpoint;
}

inline Request simple_request() {
  return {.system = "Be brief.", .messages = {{Message::Role::user, "Hello?"}}, .shape = {}, .max_tokens = 9};
}

inline CallLimits for_a_while(int cancel = -1) {
  return {.deadline = Monotonic::now() + std::chrono::seconds(20), .cancel = cancel};
}

} // namespace artifactd::model::mock
