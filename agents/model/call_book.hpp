// How many calls of each model ended on each day (UTC), what they used and how long they took, kept on disk
// in `calls.json`. Statistics for people: budgets do not depend on them, so after damage a new file is begun.
// The file is written at most every 10 seconds and at the end: a crash loses what was counted since.
#pragma once

#include "agents/model/price.hpp"
#include "state/platform/clock.hpp"
#include "state/session/session.hpp"

#include <map>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace artifactd::model {

struct CallCount {
  std::uint64_t calls = 0;  ///< ended, failed ones included
  std::uint64_t failed = 0; ///< without a reply
  std::uint64_t input = 0;  ///< tokens; `cached` and `cache_written` are parts of it
  std::uint64_t cached = 0;
  std::uint64_t cache_written = 0;
  std::uint64_t output = 0;
  MicroDollars money = 0;
  std::uint64_t unpriced = 0; ///< tokens of unknown cost
  std::uint64_t milliseconds = 0;
  std::uint64_t longest = 0; ///< milliseconds of the slowest

  CallCount& operator+=(CallCount const& more) noexcept;
  bool operator==(CallCount const&) const = default;
};

struct CallDay {
  std::string day;   ///< "2026-11-21"
  std::string model; ///< its key
  CallCount count = {};
};

[[nodiscard]] nlohmann::ordered_json to_json(CallDay const& row);
/// Rows that are not of that form are left out.
[[nodiscard]] std::vector<CallDay> call_days_from_json(nlohmann::ordered_json const& list);

/// May be used from any thread.
class CallBook {
public:
  static constexpr std::size_t most_rows = 4000; ///< ten models for a year; the oldest are forgotten

  /// `directory` outlives it.
  explicit CallBook(Session const& directory) : directory_(directory) {}
  CallBook(CallBook const&) = delete;
  CallBook& operator=(CallBook const&) = delete;
  ~CallBook();

  void read();
  void note(Day day, std::string const& model, CallCount const& call);
  /// By day, then by model.
  [[nodiscard]] std::vector<CallDay> days() const;

private:
  void write();

  Session const& directory_;
  mutable std::mutex mutex_; ///< guards the rest
  std::map<std::pair<std::string, std::string>, CallCount> counts_;
  Moment written_at_ = {};
  bool changed_ = false; ///< since then
};

} // namespace artifactd::model
