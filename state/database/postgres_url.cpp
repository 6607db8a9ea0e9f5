#include "state/database/postgres_url.hpp"

#include "state/database/late_pq.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <map>
#include <memory>

namespace artifactd::postgres {

namespace {

constexpr std::array<std::string_view, 2> schemes = {"postgresql://", "postgres://"};
constexpr std::array<std::string_view, 2> secrets = {"password", "sslpassword"};

std::size_t scheme_size(std::string_view url) noexcept {
  for (auto const scheme : schemes)
    if (url.starts_with(scheme)) return scheme.size();
  return 0;
}

using Options = std::map<std::string, std::string, std::less<>>;

/// The options in the URL, without defaults; empty if libpq does not understand it.
Options options_of(std::string const& url) {
  struct Freed {
    void operator()(PQconninfoOption* options) const noexcept { PQconninfoFree(options); }
  };
  char* complaint = nullptr;
  std::unique_ptr<PQconninfoOption, Freed> const parsed(PQconninfoParse(url.c_str(), &complaint));
  PQfreemem(complaint); // may quote a password
  Options options;
  for (auto const* each = parsed.get(); each != nullptr && each->keyword != nullptr; ++each)
    options[each->keyword] = each->val == nullptr ? "" : each->val;
  return options;
}

std::string option(Options const& options, std::string_view name) {
  auto const found = options.find(name);
  return found == options.end() ? std::string() : found->second;
}

/// Whether names or passwords contain characters that need %XX but are not escaped.
bool is_ambiguous(std::string_view url) {
  auto const rest = url.substr(scheme_size(url));
  auto const authority = rest.substr(0, rest.find_first_of("/?"));
  auto const is_blank = [](unsigned char each) { return each <= ' ' || each == 0x7f; };
  return std::ranges::count(authority, '@') > 1 || rest.substr(authority.size()).contains('@') ||
         rest.contains('#') || std::ranges::any_of(rest, is_blank);
}

bool is_port(std::string_view text) {
  return std::ranges::all_of(text, [](char each) { return (each >= '0' && each <= '9') || each == ','; });
}

} // namespace

bool is_url(std::string_view text) noexcept {
  return scheme_size(text) != 0;
}

Result<void> check_url(std::string const& url) {
  auto const options = options_of(url);
  if (!is_url(url) || is_ambiguous(url) || options.empty() || !is_port(option(options, "port")))
    return fail(
        Fault::invalid,
        "is not a PostgreSQL URL: postgresql://USER@HOST:PORT/DATABASE. Write "
        "special characters in names and passwords as %XX (@ is %40, : %3A, / %2F, ? %3F, # %23, % %25)");
  return {};
}

std::string shown_url(std::string_view url) {
  auto const start = scheme_size(url);
  if (start == 0 || is_ambiguous(url)) return std::string(url.substr(0, start)) + "***";
  std::string shown(url.substr(0, start));
  auto rest = url.substr(start);
  auto const at = rest.find('@');
  if (auto const colon = rest.substr(0, at).find(':'); at != rest.npos && colon != rest.npos) {
    shown += fmt::format("{}:***", rest.substr(0, colon));
    rest.remove_prefix(at);
  }
  auto const query = std::min(rest.find('?'), rest.size());
  shown += rest.substr(0, query);
  rest.remove_prefix(query);
  while (!rest.empty()) {
    auto const end = std::min(rest.find('&', 1), rest.size());
    auto const name = rest.substr(1, rest.find('=') - 1);
    auto const secret = std::ranges::find(secrets, name) != secrets.end() || name.contains('%');
    shown += secret ? fmt::format("{}{}=***", rest.front(), name) : std::string(rest.substr(0, end));
    rest.remove_prefix(end);
  }
  return shown;
}

std::string place_of(std::string const& url) {
  auto const options = options_of(url);
  auto const host = option(options, "host");
  auto const port = option(options, "port");
  return fmt::format("PostgreSQL{}{}{}/{}", host.empty() ? "" : " at ", host, port.empty() ? "" : ":" + port,
                     option(options, "dbname"));
}

} // namespace artifactd::postgres
