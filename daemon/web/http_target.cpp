#include "daemon/web/http_request.hpp"

#include <algorithm>

namespace artifactd::web {

namespace {

int hex_value(char digit) noexcept {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return -1;
}

/// std::nullopt for a broken escape or a control character.
std::optional<std::string> decoded(std::string_view text, bool plus_is_space) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto byte = text[i];
    if (byte == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      auto const first = hex_value(text[i + 1]);
      auto const second = hex_value(text[i + 2]);
      if (first < 0 || second < 0) return std::nullopt;
      byte = static_cast<char>(first * 16 + second);
      i += 2;
    } else if (byte == '+' && plus_is_space) {
      byte = ' ';
    }
    if (static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f) return std::nullopt;
    plain += byte;
  }
  return plain;
}

constexpr std::size_t most_segments = 32;
constexpr std::size_t most_parameters = 32;

std::unexpected<HttpFault> bad(std::string reason) {
  return std::unexpected(HttpFault{400, std::move(reason)});
}

std::expected<std::vector<std::string>, HttpFault> segments_of(std::string_view path) {
  std::vector<std::string> segments;
  while (!path.empty()) {
    path.remove_prefix(1); // the slash
    auto const end = std::min(path.find('/'), path.size());
    auto segment = decoded(path.substr(0, end), false);
    if (!segment) return bad("the path has a broken escape or a control character");
    if (*segment == "." || *segment == ".." || segment->contains('/'))
      return bad("the path has a \".\", a \"..\" or an escaped slash");
    path.remove_prefix(end);
    if (segment->empty() && !(path.empty() && segments.empty())) return bad("the path has an empty segment");
    if (!segment->empty()) segments.push_back(*std::move(segment));
    if (segments.size() > most_segments) return bad("the path has too many segments");
  }
  return segments;
}

std::expected<std::map<std::string, std::string>, HttpFault> parameters_of(std::string_view query) {
  std::map<std::string, std::string> parameters;
  while (!query.empty()) {
    auto const end = std::min(query.find('&'), query.size());
    auto const pair = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    auto const equals = std::min(pair.find('='), pair.size());
    auto const name = decoded(pair.substr(0, equals), true);
    auto const value = decoded(pair.substr(std::min(equals + 1, pair.size())), true);
    if (!name || name->empty() || !value) return bad("the query is not of the form name=value&…");
    if (!parameters.emplace(*name, *value).second) return bad("the query has a parameter twice");
    if (parameters.size() > most_parameters) return bad("the query has too many parameters");
  }
  return parameters;
}

} // namespace

std::string HttpRequest::header(std::string const& name) const {
  auto const found = headers.find(name);
  return found == headers.end() ? std::string() : found->second;
}

std::string HttpRequest::bearer_token() const {
  constexpr std::string_view scheme = "bearer ";
  auto const given = header("authorization");
  auto const matches = given.size() > scheme.size() &&
                       std::ranges::equal(scheme, given.substr(0, scheme.size()), [](char a, char b) {
                         return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
                       });
  return matches ? given.substr(scheme.size()) : std::string();
}

std::string HttpRequest::shown_path() const {
  std::string shown;
  for (auto const& segment : path)
    shown += "/" + segment;
  return shown.empty() ? "/" : shown;
}

std::expected<HttpTarget, HttpFault> parse_target(std::string_view target) {
  if (!target.starts_with('/')) return bad("the request target has to be a path");
  if (target.contains('#')) return bad("the request target must not have a fragment");
  auto const mark = std::min(target.find('?'), target.size());
  auto segments = segments_of(target.substr(0, mark));
  if (!segments) return std::unexpected(segments.error());
  auto parameters = parameters_of(target.substr(std::min(mark + 1, target.size())));
  if (!parameters) return std::unexpected(parameters.error());
  return HttpTarget{*std::move(segments), *std::move(parameters)};
}

} // namespace artifactd::web
