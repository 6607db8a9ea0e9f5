#include "agents/model/command_model.hpp"

#include "agents/child/plain_run.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <unistd.h>

namespace artifactd::model {

namespace {

/// The longest row of equal signs at the beginning of a line.
std::size_t longest_rule(std::string_view text) {
  std::size_t longest = 0;
  while (!text.empty()) {
    longest = std::max(longest, std::min(text.find_first_not_of('='), text.size()));
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  }
  return longest;
}

struct Section {
  std::string title;
  std::string text;
};

std::vector<Section> sections_of(Request const& request) {
  std::vector<Section> sections;
  if (!request.system.empty()) sections.push_back({"system", request.system});
  for (auto const& each : request.messages)
    sections.push_back({std::string(role_word(each.role)), each.text});
  if (request.shape)
    sections.push_back(
        {"reply", "Reply with one JSON value that this JSON Schema accepts, and with nothing else.\n" +
                      request.shape->text});
  return sections;
}

/// How a run without a reply ended.
struct Ended {
  Failing why;
  std::string outcome;
};

std::optional<Ended> ended_without_reply(Ran const& ran, Duration timeout) {
  if (auto const* exited = std::get_if<Exited>(&ran.ending)) {
    if (exited->code != 0) return Ended{Failing::transient, fmt::format("exit status {}", exited->code)};
  } else if (auto const* killed = std::get_if<Killed>(&ran.ending)) {
    return Ended{Failing::transient, fmt::format("killed by signal {}", killed->signal)};
  } else if (std::holds_alternative<TimedOut>(ran.ending)) {
    return Ended{Failing::transient, fmt::format("timeout: still running after {}", short_duration(timeout))};
  } else {
    return Ended{Failing::cancelled, "cancelled"};
  }
  if (ran.output.cut())
    return Ended{Failing::truncated, fmt::format("more than {} bytes of output", ran.output.bytes.size())};
  if (trimmed(ran.output.bytes).empty()) return Ended{Failing::empty, "no output"};
  return std::nullopt;
}

Failure not_started(std::string const& id, Error const& error) {
  auto const fault = error.fault;
  auto const for_now = fault == Fault::busy || fault == Fault::exhausted || fault == Fault::no_space ||
                       (fault == Fault::io && error.code != ENOEXEC);
  return {.why = for_now ? Failing::transient : Failing::bad_request,
          .message = fmt::format("{}: {}", id, printable(error.message))};
}

/// The program works for no session, so if artifactd is root there is no owner to run it as.
std::optional<Identity> of_nobody() {
  if (::geteuid() != 0) return std::nullopt;
  return nobody();
}

} // namespace

std::string plain_text(Request const& request) {
  auto const sections = sections_of(request);
  std::size_t longest = 4;
  for (auto const& each : sections)
    longest = std::max(longest, longest_rule(each.text));
  std::string const rule(longest + 1, '=');
  std::string text;
  for (auto const& each : sections)
    text += fmt::format("{0} {1} {0}\n{2}\n", rule, each.title, each.text);
  return text;
}

std::expected<Reply, Failure> CommandModel::ask(Request const& request, CallLimits const& limits) {
  auto const left = std::chrono::duration_cast<Duration>(limits.deadline - Monotonic::now());
  if (left <= Duration::zero()) return failed_call(Failing::transient, "timeout: no time was left to ask");
  std::vector<std::string> environment{"ARTIFACTD_MODEL=" + rule_.id,
                                       "ARTIFACTD_MAX_TOKENS=" + std::to_string(request.max_tokens)};
  environment.insert(environment.end(), rule_.environment.begin(), rule_.environment.end());
  Command const command{.argv = rule_.argv,
                        .environment = std::move(environment),
                        .basics = Basics::given,
                        .directory = rule_.directory,
                        .input = plain_text(request),
                        .output = {.bytes = rule_.most_output},
                        .limits = rule_.limits,
                        .identity = of_nobody(),
                        .timeout = std::min(left, rule_.timeout),
                        .cancel = limits.cancel};
  auto ran = runner_(command);
  if (!ran) return std::unexpected(not_started(rule_.id, ran.error()));
  auto ended = ended_without_reply(*ran, command.timeout);
  Attempt attempt{.outcome = ended ? ended->outcome : "ok",
                  .wall = ran->wall,
                  .unmetered = !std::holds_alternative<Exited>(ran->ending)};
  if (!ended) return Reply{std::move(ran->output.bytes), rule_.id, {}, {std::move(attempt)}};
  auto message = fmt::format("{}: {}", rule_.id, ended->outcome);
  if (!ran->errors.bytes.empty()) message += ": " + last_words(*ran);
  return std::unexpected(Failure{.why = ended->why,
                                 .message = std::move(message),
                                 .raw = std::move(ran->output.bytes),
                                 .attempts = {std::move(attempt)}});
}

} // namespace artifactd::model
