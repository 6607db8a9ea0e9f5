// The key of an endpoint, kept from appearing anywhere but in its header: it cannot be printed, it is read
// again for each call, so that it can be replaced while the daemon runs, and it is removed from everything
// the other side says before anything else uses that.
#pragma once

#include "state/platform/result.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace artifactd::model {

class Secret {
public:
  Secret() = default; ///< none
  explicit Secret(std::string text) : text_(std::move(text)) {}

  explicit operator bool() const noexcept { return !text_.empty(); }
  /// For its header only.
  [[nodiscard]] std::string const& reveal() const noexcept { return text_; }
  /// `text` with "[key]" in place of every occurrence of the secret.
  [[nodiscard]] std::string struck_from(std::string text) const;
  /// Fewer than eight characters: a placeholder where no key is needed, and a word that a model's text may
  /// contain by itself.
  [[nodiscard]] bool is_mere_word() const noexcept { return text_.size() < 8; }

private:
  std::string text_;
};

struct KeySource {
  enum class Kind : std::uint8_t {
    none,       ///< the endpoint needs no key
    file,       ///< `name` is its path; links are followed, since the operator chose it
    credential, ///< `name` is its file in $CREDENTIALS_DIRECTORY (systemd.exec(5), LoadCredential=)
  };
  Kind kind = Kind::none;
  std::string name = {};
};

inline constexpr std::size_t longest_key = 8 * 1024;

/// Reads the key: a regular file of at most `longest_key` bytes, without trailing line breaks. An empty
/// Secret for kind `none`. Fault::invalid if the file is empty or holds anything but printable ASCII without
/// blanks (nothing else fits into a header). Messages never contain any of the file's bytes.
Result<Secret> read_key(KeySource const& source);

} // namespace artifactd::model
