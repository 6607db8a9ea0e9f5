// An HTTP endpoint of language models as configured: where it is, which dialect it uses, what it supports,
// and its timeouts. Plain values; the key itself is not among them.
#pragma once

#include "agents/model/endpoint/secret.hpp"
#include "state/platform/clock.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace artifactd::model {

enum class Dialect : std::uint8_t {
  anthropic, ///< POST {base}/v1/messages
  openai,    ///< POST {base}/chat/completions
};

/// How an endpoint learns which JSON is wanted.
enum class ShapeForm : std::uint8_t {
  json_schema, ///< the schema: anthropic output_config.format, openai response_format.json_schema.schema
  flat_schema, ///< openai: response_format {"type":"json_object","schema":…}, as llama.cpp reads it
  json_object, ///< openai: response_format {"type":"json_object"}; the prompt has to say "JSON"
  none,        ///< not at all: only the prompt says so
};

struct Timeouts {
  Duration connect = std::chrono::seconds(10); ///< name, TCP and TLS
  /// From the connection to the first byte of the reply. Most endpoints send nothing until the reply is
  /// complete.
  Duration first_byte = std::chrono::minutes(5);
  Duration idle = std::chrono::minutes(1);   ///< between two arrivals; keep-alive blank lines count
  Duration total = std::chrono::minutes(10); ///< of one attempt
};

struct Endpoint {
  Dialect dialect = Dialect::anthropic;
  std::string base_url = {}; ///< http or https; "https://api.anthropic.com", "http://127.0.0.1:8080/v1"
  std::string model = {};    ///< the endpoint's name for it
  KeySource key = {};

  ShapeForm shape = ShapeForm::json_schema;
  std::string max_tokens_name = "max_completion_tokens"; ///< openai only; older endpoints know "max_tokens"
  std::optional<std::int64_t> seed = {};                 ///< openai only; sent only if set
  std::optional<double> temperature = {};                ///< sent only if set: newer models reject it
  bool stream = true; ///< long replies are streamed (agents/model/endpoint/event_stream)

  Timeouts timeouts = {};
  unsigned retries = 2;                              ///< attempts after the first
  Duration longest_pause = std::chrono::seconds(60); ///< between two attempts, whatever the endpoint asks for
  std::size_t most_bytes = std::size_t{16} << 20;    ///< in a reply
  std::string proxy = {};                            ///< a URL; the environment's proxy settings are ignored
  std::string ca_file = {};                          ///< certificates to trust instead of the system's
};

/// Fault::invalid, with the reason, unless the endpoint can be used: its URL is http or https with a host and
/// without user, query and fragment, it has a model, every timeout is positive, and its dialect has the
/// features it claims.
Result<void> check(Endpoint const& endpoint);

/// The URL its requests are sent to.
[[nodiscard]] std::string url_of(Endpoint const& endpoint);

} // namespace artifactd::model
