#include "agents/model/probe.hpp"

#include "agents/model/budget.hpp"
#include "agents/model/contract.hpp"
#include "state/vocabulary/names.hpp"

#include <array>
#include <fmt/core.h>

namespace artifactd::model {

namespace {

/// Room for one word, and for the reasoning some models produce first.
constexpr unsigned short_reply = 512;
/// More than 4096 tokens, the largest minimum that an endpoint sets for a cached prompt.
constexpr std::size_t cached_lines = 400;
constexpr std::size_t longest_quote = 60;

enum ProbeCall : std::size_t { plain_call, shaped_call, first_equal_call, second_equal_call, misnamed_call };

Request one_word(std::string system) {
  return {.system = std::move(system),
          .messages = {{Message::Role::user, "Reply with the single word: ready"}},
          .shape = {},
          .max_tokens = short_reply};
}

Contract colour_contract() {
  return {{"probe",
           {{"type", "object"},
            {"properties",
             {{"colour", {{"type", "string"}, {"enum", {"mauve"}}}}, {"count", {{"type", "integer"}}}}},
            {"required", {"colour", "count"}},
            {"additionalProperties", false}}}};
}

std::string long_system() {
  std::string text = "Ignore this list; it only makes the prompt long.\n";
  for (std::size_t line = 1; line <= cached_lines; ++line)
    text += fmt::format("Entry {} of the list is followed by entry {}.\n", line, line + 1);
  return text;
}

std::string in_quotes(std::string_view text) {
  auto const shown = printable(text.substr(0, longest_quote));
  return fmt::format("\"{}{}\"", shown, text.size() > longest_quote ? "…" : "");
}

class Probing {
public:
  Probing(Model& model, Model* misnamed, ProbeLimits const& limits)
      : model_(model), misnamed_(misnamed), limits_(limits), requests_(probe_requests()) {}

  Probe run() {
    if (auto const said = plain()) {
      usage(*said);
      shape();
      cache();
      errors();
    } else
      for (auto const* what : {"usage", "schema", "cache", "errors"})
        add(what, Answered::not_tried, "");
    return std::move(probe_);
  }

private:
  std::expected<Reply, Failure> ask(Model& model, ProbeCall number) {
    auto outcome = model.ask(requests_[number], {Monotonic::now() + limits_.each, limits_.cancel});
    auto const booked = booked_usage(outcome, requests_[number]);
    probe_.usage += booked;
    if (booked != (outcome ? outcome->usage : outcome.error().usage)) probe_.estimated = true;
    return outcome;
  }

  void add(std::string_view what, Answered answered, std::string detail) {
    probe_.lines.push_back({what, answered, std::move(detail)});
  }
  void add(std::string_view what, Failure const& failure) {
    add(what, Answered::no, fmt::format("{}: {}", failing_word(failure.why), printable(failure.message)));
  }

  std::optional<Usage> plain() {
    auto const began = Monotonic::now();
    auto const outcome = ask(model_, plain_call);
    if (!outcome) {
      add("answers", outcome.error());
      return std::nullopt;
    }
    add("answers", Answered::yes,
        fmt::format("{} after {}, as {}", in_quotes(trimmed(outcome->text)),
                    short_duration(Monotonic::now() - began), in_quotes(outcome->model)));
    return outcome->usage;
  }

  void usage(Usage const& said) {
    auto const told = said.input > 0 && said.output > 0;
    add("usage", told ? Answered::yes : Answered::no,
        told ? fmt::format("{} tokens read, {} written", said.input, said.output)
             : std::string("the endpoint reports no usage: each call counts as the most it may have used"));
  }

  void shape() {
    static Contract const contract = colour_contract();
    static auto const judge = ReplyJudge::over(contract);
    auto const outcome = ask(model_, shaped_call);
    if (!outcome) return add("schema", outcome.error());
    auto const judged = judge->judge(outcome->text);
    auto const kept = judged && judged->repairs.empty();
    add("schema", kept ? Answered::yes : Answered::no,
        kept ? std::string("followed, although the prompt asked for plain text")
             : "not followed: the reply was " + in_quotes(trimmed(outcome->text)));
  }

  void cache() {
    auto const first = ask(model_, first_equal_call);
    if (!first) return add("cache", first.error());
    auto const second = ask(model_, second_equal_call);
    if (!second) return add("cache", second.error());
    auto const& usage = second->usage;
    add("cache", usage.cached > 0 ? Answered::yes : Answered::no,
        fmt::format("of {} tokens of a repeated prompt, {} came from a cache", usage.input, usage.cached));
  }

  void errors() {
    if (misnamed_ == nullptr) return add("errors", Answered::not_tried, "");
    auto const outcome = ask(*misnamed_, misnamed_call);
    if (outcome)
      return add("errors", Answered::no,
                 "accepts any model name, and answers as " + in_quotes(outcome->model));
    auto const& failure = outcome.error();
    if (failure.why != Failing::bad_request) return add("errors", failure);
    add("errors", Answered::yes, printable(failure.message));
  }

  Model& model_;
  Model* misnamed_;
  ProbeLimits limits_;
  std::vector<Request> requests_;
  Probe probe_;
};

} // namespace

std::string_view answered_word(Answered answered) noexcept {
  constexpr std::array<std::string_view, 3> words = {"yes", "no", "not tried"};
  return words[static_cast<std::size_t>(answered)];
}

std::vector<Request> probe_requests() {
  auto shaped = one_word("You are brief.");
  shaped.messages.front().text = "Reply with the word hello, in plain text, without any JSON.";
  shaped.shape = colour_contract().shape;
  auto const cached = one_word(long_system());
  return {one_word("You are brief."), std::move(shaped), cached, cached, one_word("You are brief.")};
}

Probe probe(Model& model, Model* misnamed, ProbeLimits const& limits) {
  return Probing(model, misnamed, limits).run();
}

} // namespace artifactd::model
