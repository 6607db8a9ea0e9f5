#include "agents/model/cassette.hpp"

#include "agents/model/message_json.hpp"
#include "state/session/atomic_file.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fmt/core.h>
#include <sys/file.h>

namespace artifactd::model {

namespace {

constexpr std::size_t most_records = 100'000;
constexpr std::size_t prefix_digits = 16;

std::string record_name(unsigned number, std::string_view digest) {
  return fmt::format("{:04}-{}.json", number, digest.substr(0, prefix_digits));
}

struct RecordName {
  unsigned number = 0;
  std::string prefix;
  std::string name;
};

std::optional<RecordName> parse_record_name(std::string const& name) {
  RecordName record;
  auto const [end, error] = std::from_chars(name.data(), name.data() + name.size(), record.number);
  if (error != std::errc() || record.number > 99'999'999) return std::nullopt;
  auto const digits = static_cast<std::size_t>(end - name.data());
  if (name.size() < digits + 1 + prefix_digits) return std::nullopt;
  record.prefix = name.substr(digits + 1, prefix_digits);
  if (record_name(record.number, record.prefix) != name) return std::nullopt;
  record.name = name;
  return record;
}

bool holds_any(std::string_view text, std::vector<std::string> const& secrets) {
  return std::ranges::any_of(secrets, [&](std::string const& secret) {
    return !secret.empty() && text.find(secret) != std::string_view::npos;
  });
}

bool holds_any(Request const& request, std::vector<std::string> const& secrets) {
  if (holds_any(request.system, secrets)) return true;
  if (request.shape && holds_any(request.shape->text, secrets)) return true;
  return std::ranges::any_of(request.messages,
                             [&](Message const& each) { return holds_any(each.text, secrets); });
}

void hide(std::string& text, std::vector<std::string> const& secrets) {
  constexpr std::string_view hidden = "[secret]";
  for (auto const& secret : secrets)
    for (auto at = secret.empty() ? text.npos : text.find(secret); at != text.npos;
         at = text.find(secret, at + hidden.size()))
      text.replace(at, secret.size(), hidden);
}

void hide(std::expected<Reply, Failure>& outcome, std::vector<std::string> const& secrets) {
  if (outcome) {
    hide(outcome->text, secrets);
    hide(outcome->model, secrets);
  } else {
    hide(outcome.error().message, secrets);
    hide(outcome.error().raw, secrets);
  }
  for (auto& attempt : outcome ? outcome->attempts : outcome.error().attempts) {
    hide(attempt.outcome, secrets);
    hide(attempt.request_id, secrets);
  }
}

/// The answer was paid for, so it is kept; but nothing may build on an answer that a crash would lose.
Failure unrecorded(std::expected<Reply, Failure> outcome, std::string const& why) {
  if (outcome)
    return {.why = Failing::transient,
            .message = why,
            .raw = std::move(outcome->text),
            .usage = outcome->usage,
            .attempts = std::move(outcome->attempts)};
  auto failure = std::move(outcome).error();
  failure.message = fmt::format("{}; {}", failure.message, why);
  return failure;
}

} // namespace

Result<std::unique_ptr<Cassette>> Cassette::open(int directory, CassetteRules rules) {
  if (rules.mode == CassetteMode::strict) rules.wrapped = nullptr;
  if (rules.mode == CassetteMode::record && rules.wrapped == nullptr)
    return fail(Fault::invalid, "a cassette cannot record: it has no model to ask");
  if (rules.wrapped != nullptr) rules.model = rules.wrapped->id();
  auto own = TRY(open_directory(directory, "."));
  if (rules.wrapped != nullptr && ::flock(own.get(), LOCK_EX | LOCK_NB) < 0)
    return fail(errno_error("locking", "the cassette"));
  auto session = TRY(Session::over(std::move(own), "the cassette"));
  std::unique_ptr<Cassette> cassette(new Cassette(std::move(session), std::move(rules)));
  TRY(cassette->index());
  return cassette;
}

Result<void> Cassette::index() {
  std::vector<RecordName> records;
  for (auto const& name : TRY(list_directory(directory_.directory(), most_records)))
    if (auto record = parse_record_name(name)) records.push_back(*std::move(record));
  std::ranges::sort(records, {}, &RecordName::number);
  if (!records.empty()) last_number_ = records.back().number;
  if (rules_.mode == CassetteMode::record) return {};
  for (auto each = records.begin(); rules_.model.empty() && each != records.end(); ++each)
    if (auto const record = read_record(each->name)) rules_.model = record->model;
  for (auto& each : records)
    names_[each.prefix].push_back(std::move(each.name));
  return {};
}

std::expected<Reply, Failure> Cassette::ask(Request const& request, CallLimits const& limits) {
  if (holds_any(request, rules_.secrets))
    return failed_call(Failing::bad_request, "the request contains a secret and is not sent");
  auto const digest = digest_of(id(), request);
  if (auto outcome = recorded(digest)) return *std::move(outcome);
  if (rules_.wrapped == nullptr)
    return failed_call(Failing::bad_request,
                       fmt::format("no call of {} is recorded with the digest {}", id(), digest));
  if (auto why = trouble()) return failed_call(Failing::transient, *why);
  auto const began = Monotonic::now();
  auto outcome = rules_.wrapped->ask(request, limits);
  hide(outcome, rules_.secrets);
  CallRecord record{id(), digest, request, std::move(outcome), iso8601_now(), Monotonic::now() - began};
  if (auto kept = keep(record); !kept)
    return std::unexpected(unrecorded(std::move(record.outcome), kept.error().message));
  return std::move(record.outcome);
}

std::optional<CallRecord> Cassette::read_record(std::string const& name) const {
  auto const text = read_file(directory_.directory(), name, largest_record);
  auto record = text ? record_from_text(*text) : fail(text.error());
  if (!record) return std::nullopt;
  return *std::move(record);
}

std::optional<std::string> Cassette::next_name(std::string const& prefix) {
  std::lock_guard const lock(mutex_);
  auto found = names_.find(prefix);
  if (found == names_.end() || found->second.empty()) return std::nullopt;
  auto name = std::move(found->second.front());
  found->second.pop_front();
  return name;
}

std::optional<Cassette::Outcome> Cassette::recorded(std::string const& digest) {
  while (auto name = next_name(digest.substr(0, prefix_digits))) {
    auto record = read_record(*name);
    if (record && record->digest == digest && is_reusable(record->outcome)) return std::move(record->outcome);
  }
  return std::nullopt;
}

bool Cassette::is_reusable(Outcome const& outcome) const {
  if (rules_.wrapped == nullptr || outcome) return true;
  auto const why = outcome.error().why;
  return why == Failing::truncated || why == Failing::refused || why == Failing::empty ||
         why == Failing::malformed;
}

std::optional<std::string> Cassette::trouble() {
  std::lock_guard const lock(mutex_);
  return trouble_;
}

Result<void> Cassette::keep(CallRecord const& record) {
  auto const number = [&] {
    std::lock_guard const lock(mutex_);
    return ++last_number_;
  }();
  auto kept = replace_file(directory_, record_name(number, record.digest), to_text(record));
  if (kept) return {};
  auto error = std::move(kept).error().within("recording a call");
  std::lock_guard const lock(mutex_);
  trouble_ = error.message;
  return fail(std::move(error));
}

} // namespace artifactd::model
