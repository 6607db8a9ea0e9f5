// The chat completions dialect (POST /chat/completions) as used by OpenAI, llama.cpp, vLLM, Ollama, DeepSeek
// and Gemini, both ways, without side effects: turns a request into the bytes to send, and what came back
// into an Answer. Fields an endpoint does not know are not sent: some endpoints reject unknown fields.
#pragma once

#include "agents/model/endpoint/answer.hpp"
#include "agents/model/endpoint/endpoint.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::model::openai {

/// The same request gives the same bytes. What calls of one kind share comes first: the model and the system
/// prompt. Bytes that are not UTF-8 become U+FFFD. A schema is sent in strict mode if it can be
/// (strict_schema), otherwise unchanged.
[[nodiscard]] std::string body_of(Request const& request, Endpoint const& endpoint);

/// Each is "name: value"; one of them holds the key.
[[nodiscard]] std::vector<std::string> headers_of(Secret const& key);

/// A reply is complete if the first choice has finish_reason stop and some text. prompt_tokens already
/// include the cached ones.
[[nodiscard]] Answer reply_of(int status, std::string_view body);

} // namespace artifactd::model::openai
