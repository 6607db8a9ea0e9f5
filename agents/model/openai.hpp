// The chat completions dialect (POST /chat/completions) as OpenAI, llama.cpp, vLLM, Ollama, DeepSeek and
// Gemini speak it, both ways and pure: a request as the bytes that are sent, and what came back as an Answer.
// What an endpoint does not know is not sent: some refuse any field they have not heard of.
#pragma once

#include "agents/model/answer.hpp"
#include "agents/model/endpoint.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::model::openai {

/// The same request gives the same bytes, and what calls of one kind share stands first: model and system
/// prompt. Bytes that are not UTF-8 become U+FFFD. A schema is asked for strictly where it allows that
/// (strict_schema), and otherwise as it is.
[[nodiscard]] std::string body_of(Request const& request, Endpoint const& endpoint);

/// "name: value" each; the key is in one of them.
[[nodiscard]] std::vector<std::string> headers_of(Secret const& key);

/// Complete is a first choice with finish_reason stop and some text. prompt_tokens count the cached ones
/// already.
[[nodiscard]] Answer reply_of(int status, std::string_view body);

} // namespace artifactd::model::openai
