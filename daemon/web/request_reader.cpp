#include "daemon/web/request_reader.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <fmt/core.h>
#include <set>
#include <utility>

namespace artifactd::web {

namespace http = boost::beast::http;

struct RequestReader::Parser {
  http::request_parser<http::string_body> parse;
};

namespace {

constexpr std::string_view end_of_header = "\r\n\r\n";

/// What we act on: a proxy that reads the other of two would act differently.
constexpr std::array given_once = {"host",   "content-length", "transfer-encoding", "content-type",
                                   "origin", "authorization",  "if-match",          "idempotency-key",
                                   "expect", "last-event-id",  "connection"};

std::string lower(std::string_view text) {
  std::string low(text);
  std::ranges::transform(low, low.begin(), [](char each) {
    return each >= 'A' && each <= 'Z' ? static_cast<char>(each - 'A' + 'a') : each;
  });
  return low;
}

HttpFault malformed(std::string_view what) {
  return {400, fmt::format("this is not a valid HTTP request: {}", what)};
}

/// Something that cannot become a header, noticed before its end has come.
std::optional<HttpFault> fault_of_start(std::string_view text) {
  if (!text.empty() && (text.front() < 'A' || text.front() > 'Z'))
    return malformed("it begins with no method");
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto const byte = static_cast<unsigned char>(text[i]);
    if (byte == '\n' && (i == 0 || text[i - 1] != '\r'))
      return malformed("it has a line feed without a carriage return");
    if (byte == '\r' && i + 1 < text.size() && text[i + 1] != '\n')
      return malformed("it has a carriage return without a line feed");
    if ((byte < 0x20 && byte != '\r' && byte != '\n' && byte != '\t') || byte == 0x7f)
      return malformed("its header has a control character");
  }
  return std::nullopt;
}

/// Beast would take a list of equal ones.
bool is_one_number(std::string_view value) {
  while (value.starts_with(' ') || value.starts_with('\t'))
    value.remove_prefix(1);
  while (value.ends_with(' ') || value.ends_with('\t'))
    value.remove_suffix(1);
  return !value.empty() && std::ranges::all_of(value, [](char each) { return each >= '0' && each <= '9'; });
}

/// `header` without the empty line at its end. Looks for what proxies are known to disagree about.
std::optional<HttpFault> fault_of_header(std::string_view header) {
  std::set<std::string> names;
  for (auto line_end = header.find("\r\n"); line_end != header.npos;
       line_end = header.find("\r\n", line_end + 2)) {
    auto const line = header.substr(line_end + 2, header.find("\r\n", line_end + 2) - line_end - 2);
    if (line.starts_with(' ') || line.starts_with('\t'))
      return malformed("a header is continued on the next line");
    auto const colon = line.find(':');
    if (colon == line.npos || colon == 0) return malformed("a header has no name");
    auto name = lower(line.substr(0, colon));
    if (name == "content-length" && !is_one_number(line.substr(colon + 1)))
      return malformed("Content-Length is not one number");
    if (name.ends_with(' ') || name.ends_with('\t')) return malformed("a header's name ends in a space");
    if (!names.insert(name).second && std::ranges::find(given_once, name) != given_once.end())
      return malformed(fmt::format("{} is given twice", name));
  }
  if (names.contains("content-length") && names.contains("transfer-encoding"))
    return malformed("it has both Content-Length and Transfer-Encoding");
  // Chunks are where parsers disagree most, and nobody needs them here.
  if (names.contains("transfer-encoding")) return HttpFault{411, "a body has to have its Content-Length"};
  return std::nullopt;
}

std::optional<HttpFault> fault_of_target(std::string_view header, std::size_t longest) {
  auto const line = header.substr(0, header.find("\r\n"));
  auto const first = std::min(line.find(' '), line.size());
  if (line.size() - first > longest + sizeof " HTTP/1.1")
    return HttpFault{414, "the request target is too long"};
  return std::nullopt;
}

HttpFault fault_of_parser(boost::beast::error_code const& error) {
  if (error == http::error::body_limit) return {413, "the body is too large"};
  if (error == http::error::header_limit) return {431, "the header is too large"};
  if (error == http::error::bad_version) return {505, "only HTTP/1.1 and HTTP/1.0 are supported"};
  return malformed(error.message());
}

} // namespace

RequestReader::RequestReader(HttpLimits limits) : limits_(limits) {}
RequestReader::~RequestReader() = default;

void RequestReader::add(std::string_view bytes) {
  if (!failed_) input_ += bytes;
}

bool RequestReader::began() const noexcept {
  return parser_ != nullptr || !input_.empty() || skipped_;
}

bool RequestReader::wants_to_continue() noexcept {
  return std::exchange(expects_, false);
}

std::expected<std::optional<HttpRequest>, HttpFault> RequestReader::take() {
  auto failed = [this](HttpFault fault) {
    failed_ = true;
    input_.clear();
    return std::unexpected(std::move(fault));
  };
  if (failed_) return std::nullopt;
  if (!parser_) {
    auto fault = begin();
    if (fault) return failed(*std::move(fault));
    if (!parser_) return std::nullopt;
  }
  auto& parse = parser_->parse;
  boost::beast::error_code error;
  while (!parse.is_done() && !input_.empty()) {
    auto const used = parse.put(boost::asio::buffer(input_), error);
    input_.erase(0, used);
    if (error == http::error::need_more) break;
    if (error) return failed(fault_of_parser(error));
  }
  if (!parse.is_done()) return std::nullopt;
  auto request = finish();
  parser_.reset();
  expects_ = skipped_ = false;
  if (!request) return failed(std::move(request).error());
  return *std::move(request);
}

/// Makes the parser once a whole header has come, and has it read that.
std::optional<HttpFault> RequestReader::begin() {
  // One empty line before a request is allowed: some clients send it after a body.
  if (input_ == "\r" && !skipped_) return std::nullopt;
  if (input_.starts_with("\r\n") && !std::exchange(skipped_, true)) input_.erase(0, 2);
  auto const end = input_.find(end_of_header);
  auto const header = std::string_view(input_).substr(0, end);
  if (auto fault = fault_of_start(header.substr(0, limits_.header))) return fault;
  if (auto fault = fault_of_target(header, limits_.target)) return fault;
  if (header.size() > limits_.header) return HttpFault{431, "the header is too large"};
  if (end == input_.npos) return std::nullopt;
  if (auto fault = fault_of_header(header)) return fault;
  parser_ = std::make_unique<Parser>();
  auto& parse = parser_->parse;
  parse.header_limit(static_cast<std::uint32_t>(limits_.header + end_of_header.size()));
  parse.body_limit(limits_.body);
  parse.eager(false);
  boost::beast::error_code error;
  auto const used = parse.put(boost::asio::buffer(input_.data(), end + end_of_header.size()), error);
  if (error && error != http::error::need_more) return fault_of_parser(error);
  if (!parse.is_header_done()) return malformed("its first line is cut short");
  input_.erase(0, used);
  auto const expect = parse.get()[http::field::expect];
  if (!expect.empty() && lower({expect.data(), expect.size()}) != "100-continue")
    return HttpFault{417, "only \"Expect: 100-continue\" is understood"};
  expects_ = !expect.empty();
  parse.eager(true);
  return std::nullopt;
}

std::expected<HttpRequest, HttpFault> RequestReader::finish() {
  auto message = parser_->parse.release();
  HttpRequest request{.method = std::string(message.method_string()), .path = {}};
  request.keep_alive = message.keep_alive();
  auto target = parse_target({message.target().data(), message.target().size()});
  if (!target) return std::unexpected(std::move(target).error());
  request.path = std::move(target->path);
  request.parameters = std::move(target->parameters);
  for (auto const& field : message)
    request.headers.emplace(lower({field.name_string().data(), field.name_string().size()}),
                            std::string(field.value()));
  request.body = std::move(message.body());
  if (message.version() != 11 && message.version() != 10)
    return std::unexpected(HttpFault{505, "only HTTP/1.1 and HTTP/1.0 are supported"});
  if (message.version() == 11 && !request.headers.contains("host"))
    return std::unexpected(malformed("it has no Host header"));
  return request;
}

} // namespace artifactd::web
