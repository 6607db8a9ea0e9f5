#include "agents/model/endpoint/endpoint.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::model {

namespace {

/// Why it is not a URL to send requests to; empty if it is one.
std::string_view url_fault(std::string_view url) {
  auto const scheme = url.starts_with("https://") ? 8U : url.starts_with("http://") ? 7U : 0U;
  if (scheme == 0) return "it begins neither with https:// nor with http://";
  if (!std::ranges::all_of(url, [](char c) { return c > ' ' && c <= '~'; }))
    return "it contains a space or a character that is not printable ASCII";
  if (url.find_first_of("?#") != std::string_view::npos) return "it has a query or a fragment";
  auto const host = url.substr(scheme, url.find('/', scheme) - scheme);
  if (host.empty() || host.starts_with(':')) return "it has no host";
  if (host.contains('@')) return "it names a user: keys belong in a file of their own";
  return {};
}

} // namespace

Result<void> check(Endpoint const& endpoint) {
  auto const wrong = [&](std::string_view what) {
    return fail(Fault::invalid, fmt::format("endpoint {}: {}", endpoint.base_url, what));
  };
  if (auto const fault = url_fault(endpoint.base_url); !fault.empty())
    return fail(Fault::invalid, fmt::format("base URL: {}", fault)); // not shown: it may hold a password
  if (endpoint.model.empty()) return wrong("it has no model");
  if (endpoint.key.kind != KeySource::Kind::none && endpoint.key.name.empty())
    return wrong("its key has no name");
  auto const& times = endpoint.timeouts;
  if (std::min({times.connect, times.first_byte, times.idle, times.total}) <= Duration::zero())
    return wrong("a timeout is not positive");
  if (endpoint.most_bytes == 0) return wrong("the size limit of its replies is zero");
  bool const openai = endpoint.dialect == Dialect::openai;
  if (!openai && (endpoint.shape == ShapeForm::flat_schema || endpoint.shape == ShapeForm::json_object))
    return wrong("the anthropic dialect allows only json_schema or none");
  if (!openai && endpoint.seed) return wrong("the anthropic dialect has no seed");
  if (endpoint.max_tokens_name != "max_completion_tokens" && endpoint.max_tokens_name != "max_tokens")
    return wrong("the token limit must be named max_completion_tokens or max_tokens");
  return {};
}

std::string url_of(Endpoint const& endpoint) {
  auto url = endpoint.base_url;
  while (url.ends_with('/'))
    url.pop_back();
  return url.append(endpoint.dialect == Dialect::anthropic ? "/v1/messages" : "/chat/completions");
}

} // namespace artifactd::model
