// Recent actions by their Idempotency-Key: a request that is repeated because its answer was lost gets the
// same answer, and is not done again. Kept in memory; thread-safe.
#pragma once

#include "daemon/api/web_question.hpp"

#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace artifactd {

class DoneActions {
public:
  /// The oldest are forgotten: of one token, so that it does not push out others, and of all.
  static constexpr std::size_t most_of_one = 100;
  static constexpr std::size_t bytes_of_one = std::size_t{4} << 20; ///< of answers
  static constexpr std::size_t most = 1000;

  /// The answer to this request, done now by `act` unless it was done before. 409 while the same request is
  /// being done; 422 if the key was given to another request. Without a key it is always done.
  [[nodiscard]] WebAnswer once(WebQuestion const& question, std::function<WebAnswer()> const& act);

private:
  struct Done {
    std::string request; ///< digest
    std::string token;   ///< hash and name
    std::optional<WebAnswer> answer = {};
  };

  void forget(std::string const& key);
  /// Until what is kept of this token, and in all, is within bounds.
  void forget_oldest(std::string const& token);

  std::mutex mutex_;
  std::map<std::string, Done> done_; ///< guarded by mutex_, like the rest
  std::deque<std::string> order_;
};

} // namespace artifactd
