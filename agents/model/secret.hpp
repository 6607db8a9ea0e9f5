// The key of an endpoint, kept from ending up anywhere but in the header it is for: it has no form that
// prints, it is read anew for each call, so that it can be exchanged under a running daemon, and it is struck
// out of whatever the other side says before anybody sees that.
#pragma once

#include "state/result.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace artifactd::model {

class Secret {
public:
  Secret() = default; ///< none
  explicit Secret(std::string text) : text_(std::move(text)) {}

  explicit operator bool() const noexcept { return !text_.empty(); }
  /// For the header it is for.
  [[nodiscard]] std::string const& reveal() const noexcept { return text_; }
  /// `text` with "[key]" wherever the secret stands in it.
  [[nodiscard]] std::string struck_from(std::string text) const;
  /// Of fewer than eight characters: it stands for a key where none is needed, and is a word that what a
  /// model writes may hold by itself.
  [[nodiscard]] bool is_mere_word() const noexcept { return text_.size() < 8; }

private:
  std::string text_;
};

struct KeySource {
  enum class Kind : std::uint8_t {
    none,       ///< the endpoint wants no key
    file,       ///< `name` is its path; links are followed, for the operator named it
    credential, ///< `name` is its file in $CREDENTIALS_DIRECTORY (systemd.exec(5), LoadCredential=)
  };
  Kind kind = Kind::none;
  std::string name = {};
};

inline constexpr std::size_t longest_key = 8 * 1024;

/// Reads the key: a regular file of at most `longest_key` bytes, without the line breaks at its end. Of kind
/// `none` it is no Secret. Fault::invalid when the file is empty or holds anything but printable ASCII
/// without blanks (nothing else fits into a header). No message holds any of the file's bytes.
Result<Secret> read_key(KeySource const& source);

} // namespace artifactd::model
