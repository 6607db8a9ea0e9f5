// Bytes of a connection in, requests out, one after the other. Boost.Beast parses; what it would accept but
// another program might read differently is refused before.
#pragma once

#include "daemon/web/http_request.hpp"

#include <memory>
#include <optional>

namespace artifactd::web {

class RequestReader {
public:
  explicit RequestReader(HttpLimits limits);
  ~RequestReader();
  RequestReader(RequestReader const&) = delete;
  RequestReader& operator=(RequestReader const&) = delete;

  void add(std::string_view bytes);

  /// The next whole request; std::nullopt if more bytes are needed. After a fault nothing more is read.
  std::expected<std::optional<HttpRequest>, HttpFault> take();

  /// Some bytes of a request have come, but not all of them.
  [[nodiscard]] bool began() const noexcept;
  /// The client waits to be told to send the body; true once for a request.
  [[nodiscard]] bool wants_to_continue() noexcept;
  /// Bytes that are kept.
  [[nodiscard]] std::size_t size() const noexcept { return input_.size(); }

private:
  struct Parser;
  std::optional<HttpFault> begin();
  std::expected<HttpRequest, HttpFault> finish();

  HttpLimits limits_;
  std::string input_;              ///< not parsed yet
  std::unique_ptr<Parser> parser_; ///< of the request whose header was read
  bool failed_ = false;
  bool skipped_ = false; ///< the empty line before a request
  bool expects_ = false; ///< "Expect: 100-continue" was not answered yet
};

} // namespace artifactd::web
