// Who may use the web: tokens with a name and a scope, in one file of the daemon's. It holds only hashes, so
// neither the file nor a copy of it reveals a token.
#pragma once

#include "state/platform/result.hpp"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

enum class WebScope : std::uint8_t {
  read,     ///< metadata: names, states, counts; nothing that agents wrote
  content,  ///< also texts and graphs
  agent,    ///< everything of one session, and to submit for one agent
  operators ///< everything
};
/// "read", "content", "agent", "operator"
[[nodiscard]] std::string_view scope_word(WebScope scope) noexcept;
[[nodiscard]] std::optional<WebScope> parse_scope(std::string_view word) noexcept;

/// Fault::invalid, with the rule, if no token can have this name.
[[nodiscard]] Result<void> check_token_name(std::string_view name);

struct WebToken {
  std::string name;
  WebScope scope = WebScope::read;
  std::string session = {}; ///< of scope agent: its path
  std::string agent = {};   ///< of scope agent: its name
  std::int64_t made_ns = 0;
  std::int64_t expires_ns = 0; ///< 0: never
  std::string hash = {};       ///< SHA-256 of the token
};

/// Every operation reads the file again, and those that change it hold a lock: the daemon and artifactctl
/// share it. What root writes belongs to the owner of the directory, who is the daemon's user. When a change
/// returns, no power cut undoes it.
class TokenBook {
public:
  explicit TokenBook(std::string path) : path_(std::move(path)) {}

  /// Sorted by name, without expired ones.
  [[nodiscard]] Result<std::vector<WebToken>> list() const;
  /// std::nullopt if the token is not valid.
  [[nodiscard]] Result<std::optional<WebToken>> find(std::string_view token) const;
  /// Returns the new token, which cannot be shown again. Fault::exists if the name is taken, Fault::invalid
  /// if check_token_name() fails. `wanted.made_ns` and `hash` are set here.
  Result<std::string> add(WebToken wanted) const;
  /// Fault::missing if no token has that name.
  Result<void> revoke(std::string_view name) const;

private:
  Result<void> save(std::vector<WebToken> const& tokens) const;

  std::string path_;
};

[[nodiscard]] nlohmann::ordered_json to_json(WebToken const& token);
[[nodiscard]] nlohmann::ordered_json to_json(std::vector<WebToken> const& tokens);

} // namespace artifactd
