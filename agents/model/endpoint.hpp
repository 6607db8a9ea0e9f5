// An HTTP endpoint of language models as a person sets it: where it is, which dialect it speaks, what it can
// do, and how long it is waited for. Plain values; the key itself is not among them.
#pragma once

#include "agents/model/secret.hpp"
#include "state/clock.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace artifactd::model {

enum class Dialect : std::uint8_t {
  anthropic, ///< POST {base}/v1/messages
  openai,    ///< POST {base}/chat/completions
};

/// How an endpoint is told which JSON is wanted.
enum class ShapeForm : std::uint8_t {
  json_schema, ///< the schema: anthropic output_config.format, openai response_format.json_schema.schema
  flat_schema, ///< openai: response_format {"type":"json_object","schema":…}, as llama.cpp reads it
  json_object, ///< openai: response_format {"type":"json_object"}; the prompt has to say "JSON"
  none,        ///< not at all: the prompt alone says it
};

struct Timeouts {
  Duration connect = std::chrono::seconds(10); ///< name, TCP and TLS
  /// From the connection to the first byte of the reply. Most endpoints send none before they have all of
  /// it.
  Duration first_byte = std::chrono::minutes(5);
  Duration idle = std::chrono::minutes(1);   ///< between two arrivals; blank lines sent to keep alive count
  Duration total = std::chrono::minutes(10); ///< of one attempt
};

struct Endpoint {
  Dialect dialect = Dialect::anthropic;
  std::string base_url = {}; ///< http or https; "https://api.anthropic.com", "http://127.0.0.1:8080/v1"
  std::string model = {};    ///< as the endpoint knows it
  KeySource key = {};

  ShapeForm shape = ShapeForm::json_schema;
  std::string max_tokens_name = "max_completion_tokens"; ///< of openai; older ones know "max_tokens"
  std::optional<std::int64_t> seed = {};                 ///< of openai; sent only when set
  std::optional<double> temperature = {};                ///< sent only when set: newer models refuse it
  bool stream = true; ///< long replies come as they are written (agents/model/event_stream)

  Timeouts timeouts = {};
  unsigned retries = 2;                              ///< attempts after the first
  Duration longest_pause = std::chrono::seconds(60); ///< between two attempts, whatever is asked for
  std::size_t most_bytes = std::size_t{16} << 20;    ///< of a reply
  std::string proxy = {};   ///< a URL; what the environment says about proxies is ignored
  std::string ca_file = {}; ///< certificates to trust instead of the system's
};

/// Fault::invalid, saying what is wrong, unless the endpoint can be asked: its URL is http or https with a
/// host and without user, query and fragment, it has a model, every time is positive, and it can do what its
/// dialect knows.
Result<void> check(Endpoint const& endpoint);

/// Where its requests go.
[[nodiscard]] std::string url_of(Endpoint const& endpoint);

} // namespace artifactd::model
