// A tuning state with valid structure, as typed values; each knows its place in the text, which is kept:
// unknown parts are still there byte for byte (seed: tuning-state, "State Structure").
#pragma once

#include "state/json/tree.hpp"
#include "state/tuning/words.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::tuning {

enum class Status : std::uint8_t { pending, running, completed, failed };
enum class Gate : std::uint8_t { pass, review, fail };
enum class Grading : std::uint8_t { critical, high, medium, low, none };
enum class Verification : std::uint8_t { pass, fail, pending, rolled_back, inconclusive };
enum class ChangeAction : std::uint8_t { create, modify, remove };
enum class Outcome : std::uint8_t { open, success, failure, skipped };

/// The four diagnoses, in the order they are made.
enum class Area : std::uint8_t { context, memory, dataflow, agent };
inline constexpr std::array areas = {Area::context, Area::memory, Area::dataflow, Area::agent};
[[nodiscard]] std::string_view area_word(Area area) noexcept;
/// The type of the issues this diagnosis finds.
[[nodiscard]] std::string_view issue_type_of(Area area) noexcept;

/// Nanoseconds since the epoch; std::nullopt if it is not an ISO 8601 time with zone on an existing day.
[[nodiscard]] std::optional<std::int64_t> parse_time(std::string_view text) noexcept;

struct Text {
  JsonNode const* node = nullptr;
  std::string text{};
};

struct Time {
  JsonNode const* node = nullptr;
  std::int64_t ns = 0;
};

struct Diagnosis {
  JsonNode const* node;
  std::string status;
  std::uint64_t issues_found;
  Grading severity;
  std::vector<Text> checked;
  std::vector<Text> matched;
};

struct Issue {
  JsonNode const* node;
  Text id;
  std::string type;
  Grading severity;
  Text file;
  std::vector<Text> related;
};

struct FileChange {
  JsonNode const* node;
  Text file;
  ChangeAction action;
  std::optional<Text> old_content;
  std::optional<Text> new_content;
  std::optional<Text> diff;
};

struct Fix {
  JsonNode const* node;
  Text id;
  std::vector<Text> issue_ids;
  std::string description;
  std::vector<FileChange> changes;
};

struct AppliedFix {
  JsonNode const* node;
  Text fix_id;
  Time applied_at;
  bool success;
  Text backup_path;
  Verification verification;
  bool rollback_available;
};

struct HistoryEntry {
  JsonNode const* node;
  Text action;
  Time started_at;
  std::optional<Time> completed_at;
  Outcome outcome;

  [[nodiscard]] bool is_closed() const noexcept { return completed_at && outcome != Outcome::open; }
};

struct ErrorEntry {
  JsonNode const* node;
  std::string action;
  std::string message;
  Time timestamp;
  std::optional<bool> recoverable;
};

struct Counts {
  std::array<std::uint64_t, 4> of{}; ///< by Grading, without `none`
  [[nodiscard]] std::uint64_t operator[](Grading grading) const {
    return of.at(static_cast<std::size_t>(grading));
  }
  bool operator==(Counts const&) const = default;
};
[[nodiscard]] nlohmann::ordered_json to_json(Counts const& counts);

struct TuningState {
  /// `text` must have passed structure_findings without an error.
  static TuningState read(std::string text);

  std::unique_ptr<std::string const> text;
  std::unique_ptr<JsonNode const> root;

  Status status;
  std::optional<Time> started_at;
  std::optional<Time> updated_at;
  std::optional<Text> target_name;
  std::optional<Text> target_path;
  std::optional<Text> target_mode;
  std::vector<Text> focus_areas;
  std::array<std::optional<Diagnosis>, 4> diagnosis; ///< by Area
  std::vector<Issue> issues;
  Counts counts; ///< issues_by_severity, as stated
  std::vector<Fix> proposed;
  std::vector<AppliedFix> applied;
  std::vector<Text> pending;
  std::uint64_t iteration_count;
  std::uint64_t max_iterations;
  double score;
  Gate gate;
  std::vector<Text> completed_actions;
  std::optional<Text> current_action;
  std::vector<HistoryEntry> history;
  std::vector<ErrorEntry> errors;
  std::uint64_t error_count;
  std::uint64_t max_errors;
  std::optional<Text> work_dir;
  std::optional<Text> backup_dir;

  /// A member of the top level, which must exist.
  [[nodiscard]] JsonNode const& at(std::string_view member) const;
  [[nodiscard]] bool ended() const noexcept;
  /// Whether a fix was applied and not verified yet.
  [[nodiscard]] bool awaits_verification() const;
  [[nodiscard]] bool completed(std::string_view action) const;
  [[nodiscard]] Fix const* proposed_fix(std::string_view id) const;
  [[nodiscard]] Issue const* issue(std::string_view id) const;
  /// Whether an error that counts ends the run; errors from before a resume do not count.
  [[nodiscard]] bool has_fatal_error() const;
  /// Whether this area is diagnosed at all: it is named in focus_areas, or focus_areas is empty.
  [[nodiscard]] bool in_focus(Area area) const;
};

} // namespace artifactd::tuning
