#include "daemon/api/token_book.hpp"

#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/json/scan.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/digest.hpp"
#include "state/platform/fd.hpp"
#include "state/platform/identity.hpp"
#include "state/platform/private_directory.hpp"
#include "state/session/atomic_file.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr std::array scopes{std::pair("read", WebScope::read), std::pair("content", WebScope::content),
                            std::pair("agent", WebScope::agent), std::pair("operator", WebScope::operators)};
constexpr std::size_t largest_book = std::size_t{4} << 20;
constexpr std::size_t token_bytes = 32; ///< nobody guesses 256 bits, so one round of hashing is enough

std::string hash_of(std::string_view token) {
  return hex(sha256(token));
}

Result<std::string> random_token() {
  std::array<std::uint8_t, token_bytes> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    return fail(errno_error("getrandom", "token"));
  return "artifactd_" + hex(bytes);
}

std::optional<WebToken> token_from(nlohmann::ordered_json const& json) {
  auto const scope = parse_scope(text_member(json, "scope"));
  WebToken token{.name = text_member(json, "name")};
  token.hash = text_member(json, "hash");
  if (!scope || token.name.empty() || token.hash.empty()) return std::nullopt;
  token.scope = *scope;
  token.session = text_member(json, "session");
  token.agent = text_member(json, "agent");
  for (auto const& [member, at] : {std::pair("made_ns", &token.made_ns), {"expires_ns", &token.expires_ns}}) {
    auto const found = json.find(member);
    if (found == json.end() || !found->is_number_integer()) return std::nullopt;
    *at = found->get<std::int64_t>();
  }
  return token;
}

Result<std::vector<WebToken>> read_book(std::string const& path) {
  UniqueFd const file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!file && errno == ENOENT) return std::vector<WebToken>();
  if (!file) return fail(errno_error("open", path));
  auto const text = TRY(read_whole(file.get(), path, largest_book));
  auto const damaged = [&] {
    return fail(Fault::invalid, path + " is damaged; remove it and make new tokens");
  };
  if (!json::scan(text, {.depth = 8})) return damaged();
  auto const json = Json::parse(text, nullptr, false);
  auto const list = json.is_object() ? json.find("tokens") : json.end();
  if (list == json.end() || !list->is_array()) return damaged();
  std::vector<WebToken> tokens;
  for (auto const& each : *list) {
    auto token = token_from(each);
    if (!token) return damaged();
    if (token->expires_ns == 0 || token->expires_ns > wall_now_ns()) tokens.push_back(*std::move(token));
  }
  return tokens;
}

/// Held until the descriptor is closed.
Result<UniqueFd> lock_book(std::string const& path) {
  auto const name = path + ".lock";
  if (auto const made = create_private_file(name, O_RDWR); !made && made.error().code != EEXIST)
    return fail(made.error());
  UniqueFd lock(::open(name.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!lock) return fail(errno_error("open", name));
  while (::flock(lock.get(), LOCK_EX) < 0)
    if (errno != EINTR) return fail(errno_error("lock", name));
  return lock;
}

} // namespace

std::string_view scope_word(WebScope scope) noexcept {
  return std::ranges::find(scopes, scope, [](auto const& each) { return each.second; })->first;
}

std::optional<WebScope> parse_scope(std::string_view word) noexcept {
  auto const found =
      std::ranges::find(scopes, word, [](auto const& each) { return std::string_view(each.first); });
  return found == scopes.end() ? std::nullopt : std::optional(found->second);
}

Result<void> check_token_name(std::string_view name) {
  if (Name::parse(name)) return {};
  return fail(
      Fault::invalid,
      fmt::format("\"{}\" is not a valid name of a token, which has up to {} letters, digits, '.', '_' "
                  "and '-', the first a letter or digit",
                  printable(name), Name::longest));
}

Result<std::vector<WebToken>> TokenBook::list() const {
  return answer_as_self([&] { return read_book(path_); });
}

Result<std::optional<WebToken>> TokenBook::find(std::string_view token) const {
  if (token.empty()) return std::nullopt;
  auto const tokens = TRY(list());
  auto const found = std::ranges::find(tokens, hash_of(token), &WebToken::hash);
  return found == tokens.end() ? std::nullopt : std::optional(*found);
}

Result<std::string> TokenBook::add(WebToken wanted) const {
  TRY(check_token_name(wanted.name));
  return answer_as_self([&]() -> Result<std::string> {
    TRY(make_private_directory(path_.substr(0, path_.rfind('/')))); // the daemon may not have run yet
    auto const lock = TRY(lock_book(path_));
    auto tokens = TRY(read_book(path_));
    if (std::ranges::find(tokens, wanted.name, &WebToken::name) != tokens.end())
      return fail(Fault::exists, fmt::format("there is a token named {} already", wanted.name));
    auto token = TRY(random_token());
    wanted.hash = hash_of(token);
    wanted.made_ns = wall_now_ns();
    tokens.push_back(std::move(wanted));
    std::ranges::sort(tokens, {}, &WebToken::name);
    TRY(save(tokens));
    return token;
  });
}

Result<void> TokenBook::revoke(std::string_view name) const {
  return answer_as_self([&]() -> Result<void> {
    auto const lock = TRY(lock_book(path_));
    auto tokens = TRY(read_book(path_));
    if (std::erase_if(tokens, [&](WebToken const& each) { return each.name == name; }) == 0)
      return fail(Fault::missing, fmt::format("there is no token named {}", printable(name)));
    return save(tokens);
  });
}

/// Whole or not at all; the lock is held.
Result<void> TokenBook::save(std::vector<WebToken> const& tokens) const {
  auto list = Json::array();
  for (auto const& each : tokens) {
    auto json = to_json(each);
    json["hash"] = each.hash;
    json["made_ns"] = each.made_ns;
    json["expires_ns"] = each.expires_ns;
    list.push_back(std::move(json));
  }
  auto const fresh = path_ + ".new";
  if (::unlink(fresh.c_str()) < 0 && errno != ENOENT) return fail(errno_error("unlink", fresh));
  auto const file = TRY(create_private_file(fresh, O_WRONLY));
  TRY(write_all(file.get(), pretty(Json{{"version", 1}, {"tokens", std::move(list)}}) + "\n"));
  if (::fsync(file.get()) < 0) return fail(errno_error("fsync", fresh));
  auto const directory = TRY(open_trusted_directory(split_path(path_).parent));
  if (::rename(fresh.c_str(), path_.c_str()) < 0) return fail(errno_error("rename", fresh));
  // Or a power cut brings a revoked token back.
  if (::fsync(directory.get()) < 0) return fail(errno_error("fsync", path_));
  return {};
}

Json to_json(WebToken const& token) {
  Json json{{"name", token.name}, {"scope", scope_word(token.scope)}, {"made", iso8601(token.made_ns)}};
  if (!token.session.empty()) json["session"] = token.session;
  if (!token.agent.empty()) json["agent"] = token.agent;
  if (token.expires_ns != 0) json["expires"] = iso8601(token.expires_ns);
  return json;
}

Json to_json(std::vector<WebToken> const& tokens) {
  return {{"version", 1}, {"tokens", json_list(tokens)}};
}

} // namespace artifactd
