#include "state/settle/attempts.hpp"

#include "state/json/json_text.hpp"
#include "state/json/scan.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <optional>

namespace artifactd {

namespace {

constexpr std::size_t longest_log = 4u << 20;
// enough for any budget; resubmitting in a loop must not grow the file
constexpr std::size_t kept_attempts = 20;
constexpr std::size_t kept_findings = 100; // per attempt
constexpr std::size_t kept_hints = 20;
constexpr int most_attempts = 1'000'000; // more is forged, and counting must not overflow

/// What renaming and touching leave alone.
std::string made_as(std::uint64_t inode, std::int64_t birth_ns) {
  return fmt::format("{:x}:{}:", inode, birth_ns);
}

/// Without the device: its number may change at a reboot, and the log is on the same device as the signal.
std::string identity_of(Stamp const& stamp) {
  return fmt::format("{}{}:{}", made_as(stamp.inode, stamp.birth_ns), stamp.modified_ns, stamp.size);
}

bool is_same(Attempt const& attempt, Stamp const& stamp, std::string const& inputs, KnownBy known_by) {
  if (attempt.inputs != inputs) return false;
  if (known_by == KnownBy::content)
    return attempt.signal.ends_with(fmt::format(":{}:{}", stamp.modified_ns, stamp.size));
  return attempt.signal == identity_of(stamp) && attempt.first_seen_ns == stamp.changed_ns;
}

Json to_json(Attempt const& attempt) {
  auto findings = Json::array();
  for (auto const& finding : attempt.findings)
    if (findings.size() < kept_findings) findings.push_back(artifactd::to_json(finding));
  return Json{{"attempt", attempt.number},
              {"at", attempt.at},
              {"tier", tier_word(attempt.tier)},
              {"key", attempt.key},
              {"signal", attempt.signal},
              {"first_seen_ns", attempt.first_seen_ns},
              {"inputs", attempt.inputs},
              {"taken_back", attempt.taken_back},
              {"findings", findings}};
}

Tier parse_tier(std::string const& word) {
  for (auto tier : {Tier::syntax, Tier::schema, Tier::semantic})
    if (word == tier_word(tier)) return tier;
  return Tier::syntax;
}

/// The key of a submission in the journal.
std::string key_of(std::string const& identity, std::int64_t first_seen_ns, std::string const& inputs) {
  return fmt::format("{}:{}:{}", identity, first_seen_ns, inputs);
}

/// std::nullopt for an entry artifactd did not write: above all, no submission may use another's key.
std::optional<Attempt> from_json(Json const& json) {
  Attempt attempt;
  auto const& number = json.at("attempt");
  if (!number.is_number_integer() || number < 1 || number > most_attempts) return std::nullopt;
  if (!json.at("first_seen_ns").is_number_integer()) return std::nullopt;
  attempt.number = number.get<int>();
  attempt.at = json.at("at").get<std::string>();
  attempt.tier = parse_tier(json.at("tier").get<std::string>());
  attempt.key = json.at("key").get<std::string>();
  attempt.signal = json.at("signal").get<std::string>();
  attempt.first_seen_ns = json.at("first_seen_ns").get<std::int64_t>();
  attempt.inputs = json.at("inputs").get<std::string>();
  attempt.taken_back = json.value("taken_back", false);
  for (auto const& each : json.at("findings"))
    if (auto finding = finding_from_json(each)) attempt.findings.push_back(*std::move(finding));
  if (!attempt.key.starts_with(attempt.signal + ":") || !attempt.key.ends_with(":" + attempt.inputs))
    return std::nullopt;
  return attempt;
}

template <class Entry>
void keep_newest(std::vector<Entry>& entries, std::size_t kept) {
  auto excess = entries.size() - std::min(entries.size(), kept);
  entries.erase(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(excess));
}

void read_hints(Json const& document, AttemptLog& log) {
  if (!document.contains("hints")) return;
  for (auto const& each : document.at("hints")) {
    Hint hint{each.at("at").get<std::string>(), each.at("text").get<std::string>()};
    if (hint.text.size() <= longest_hint) log.hints.push_back(std::move(hint));
  }
}

/// Faults that concern the file rather than this machine.
bool says_nothing(Fault fault) {
  return fault == Fault::missing || fault == Fault::unsafe || fault == Fault::too_large;
}

} // namespace

Result<AttemptLog> load_attempts(Session const& session, SignalName const& signal) {
  AttemptLog log;
  auto text = read_file(session.directory(), layout::attempts_of(signal), longest_log);
  if (!text && says_nothing(text.error().fault)) return log;
  if (!text) return fail(std::move(text).error());
  try {
    // The parser recurses per bracket: a deeply nested hostile file must not reach it.
    if (!json::scan(*text, {.depth = 32})) return log;
    auto const document = Json::parse(*text); // named: a loop does not keep a temporary's parts alive
    for (auto const& each : document.at("attempts")) {
      auto attempt = from_json(each);
      if (!attempt) return {};
      log.attempts.push_back(*std::move(attempt));
    }
    read_hints(document, log);
    log.given_up = document.value("given_up", "");
  } catch (nlohmann::json::exception const&) {
    return {};
  }
  keep_newest(log.attempts, kept_attempts);
  keep_newest(log.hints, kept_hints);
  return log;
}

AttemptLog with_hint(AttemptLog log, std::string text) {
  text.resize(std::min(text.size(), longest_hint));
  log.hints.push_back({iso8601_now(), std::move(text)});
  keep_newest(log.hints, kept_hints);
  return log;
}

AttemptLog with_attempt(AttemptLog log, Sighting const& sighting, std::string const& inputs, Tier tier,
                        std::vector<Finding> findings, KnownBy known_by) {
  if (!log.attempts.empty() && is_same(log.attempts.back(), sighting.stamp, inputs, known_by)) {
    log.attempts.back().taken_back = false;
    return log;
  }
  auto identity = identity_of(sighting.stamp);
  auto seen = sighting.stamp.changed_ns;
  Attempt attempt;
  attempt.number = log.attempts.empty() ? 1 : log.attempts.back().number + 1;
  attempt.key = key_of(identity, seen, inputs);
  attempt.signal = identity;
  attempt.first_seen_ns = seen;
  attempt.inputs = inputs;
  attempt.tier = tier;
  attempt.at = iso8601_now();
  attempt.findings = std::move(findings);
  log.given_up.clear();
  log.attempts.push_back(std::move(attempt));
  keep_newest(log.attempts, kept_attempts);
  return log;
}

Result<void> save_attempts(Session const& session, SignalName const& signal, AttemptLog const& log) {
  auto attempts = Json::array();
  for (auto const& each : log.attempts)
    attempts.push_back(to_json(each));
  auto hints = Json::array();
  for (auto const& each : log.hints)
    hints.push_back(Json{{"at", each.at}, {"text", each.text}});
  Json document{{"version", 1}, {"attempts", attempts}, {"hints", hints}};
  if (!log.given_up.empty()) document["given_up"] = log.given_up;
  TRY(session.private_directory(layout::attempts));
  return replace_file(session, layout::attempts_of(signal), pretty(document) + "\n");
}

Result<void> void_last_attempt(Session const& session, SignalName const& signal) {
  auto log = TRY(load_attempts(session, signal));
  if (log.attempts.empty() || log.attempts.back().taken_back) return {};
  log.attempts.back().taken_back = true;
  return save_attempts(session, signal, log);
}

Result<std::optional<Attempt>> attempt_on_record(Session const& session, Sighting const& sighting) {
  auto log = TRY(load_attempts(session, sighting.signal));
  if (log.attempts.empty()) return std::nullopt;
  auto& last = log.attempts.back();
  auto const same = last.signal == identity_of(sighting.stamp) &&
                    last.first_seen_ns == sighting.stamp.changed_ns && !last.taken_back;
  if (!same || !stamp_at(session.directory(), layout::instructions(sighting.signal))) return std::nullopt;
  return std::move(last);
}

bool is_about(Attempt const& attempt, DropId const& drop) {
  return attempt.signal.starts_with(made_as(drop.inode, drop.birth_ns));
}

bool has_attempts(Session const& session, SignalName const& signal) {
  return stamp_at(session.directory(), layout::attempts_of(signal)).has_value();
}

Result<void> can_forget_attempts(Session const& session) {
  auto const directory = session.existing_directory(layout::attempts);
  if (!directory && directory.error().fault != Fault::missing) return fail(directory.error());
  return {};
}

Result<void> forget_attempts(Session const& session, SignalName const& signal) {
  auto const directory = session.existing_directory(layout::attempts);
  if (!directory && directory.error().fault == Fault::missing) return {};
  if (!directory) return fail(directory.error());
  return remove_if_file(directory->get(), layout::attempts_of(signal).substr(layout::attempts.size() + 1));
}

Result<void> give_up_attempts(Session const& session, SignalName const& signal) {
  return save_attempts(session, signal, {.attempts = {}, .given_up = iso8601_now()});
}

} // namespace artifactd
