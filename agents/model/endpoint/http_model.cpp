#include "agents/model/endpoint/http_model.hpp"

#include "agents/model/endpoint/anthropic.hpp"
#include "agents/model/endpoint/http.hpp"
#include "agents/model/endpoint/openai.hpp"
#include "agents/model/endpoint/retry.hpp"
#include "agents/model/patience.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <random>
#include <utility>

namespace artifactd::model {

namespace {

constexpr std::size_t longest_word = 64;     ///< error types and ids
constexpr std::size_t longest_message = 400; ///< for people

/// An attempt that got no reply.
struct Setback {
  Verdict verdict;
  std::string outcome;
  std::string message;
  std::string raw = {};
};

/// One call from its first attempt to its end.
class Asking {
public:
  Asking(Endpoint const& endpoint, Gate& gate, Chance const& chance, CallLimits const& limits)
      : endpoint_(endpoint), gate_(gate), chance_(chance), limits_(limits) {}

  std::expected<Reply, Failure> run(Request const& request) {
    auto key = read_key(endpoint_.key);
    if (!key) return failure(Failing::auth, printable(key.error().message));
    key_ = *std::move(key);
    auto const body =
        anthropic() ? anthropic::body_of(request, endpoint_) : openai::body_of(request, endpoint_);
    auto const call = call_for(body);
    for (auto retries = endpoint_.retries;; --retries) {
      auto pass = std::optional(gate_.enter(limits_.deadline, limits_.cancel));
      if (!*pass) return kept_out(pass->error());
      auto spoken = attempt(call);
      pass.reset(); // the pause must not occupy a place at the endpoint
      if (spoken) {
        auto model =
            spoken->model.empty() ? endpoint_.model : clean(std::move(spoken->model), longest_message);
        auto text = key_.is_mere_word() ? std::move(spoken->text) : key_.struck_from(std::move(spoken->text));
        return Reply{std::move(text), std::move(model), usage_, std::move(attempts_)};
      }
      auto& setback = spoken.error();
      auto const now = Monotonic::now();
      Standing const standing{retries, static_cast<unsigned>(attempts_.size()), limits_.deadline - now};
      auto const next = next_step(setback.verdict, standing, endpoint_.longest_pause, chance_());
      if (!next.pause)
        return failure(next.why, std::move(setback.message), next.retry_after, std::move(setback.raw));
      if (called_off(limits_.cancel, now + *next.pause))
        return failure(Failing::cancelled, "cancelled between two attempts");
    }
  }

private:
  [[nodiscard]] bool anthropic() const noexcept { return endpoint_.dialect == Dialect::anthropic; }

  /// The reply of one attempt; records its usage.
  std::expected<Spoken, Setback> attempt(HttpCall const& call) {
    Attempt metered;
    auto const began = Monotonic::now();
    auto const answer = post(call);
    metered.wall = Monotonic::now() - began;
    metered.status = answer ? answer->status : answer.error().status;
    metered.request_id = clean(answer ? answer->headers.request_id : answer.error().request_id, longest_word);
    auto result = answer ? read(*answer, metered) : std::unexpected(setback_of(answer.error()));
    metered.outcome = result ? "ok" : result.error().outcome;
    metered.unmetered =
        !answer ? answer.error().sent : !result && answer->status < 300 && metered.usage == Usage{};
    usage_ += metered.usage;
    attempts_.push_back(std::move(metered));
    return result;
  }

  std::expected<Spoken, Setback> read(HttpAnswer const& answer, Attempt& metered) const {
    auto said = anthropic() ? anthropic::reply_of(answer.status, answer.body)
                            : openai::reply_of(answer.status, answer.body);
    if (auto* const complaint = std::get_if<Complaint>(&said))
      return std::unexpected(setback_of(*complaint, answer, metered));
    if (auto* const unusable = std::get_if<Unusable>(&said)) {
      metered.usage = unusable->usage;
      bool const again = unusable->why == Failing::transient;
      auto words = clean(std::move(unusable->message), longest_message);
      auto const outcome = again ? words : std::string(failing_word(unusable->why));
      return std::unexpected(Setback{{.why = unusable->why, .repeatable = again},
                                     outcome,
                                     std::move(words),
                                     key_.struck_from(std::move(unusable->raw))});
    }
    auto& spoken = std::get<Spoken>(said);
    metered.usage = spoken.usage;
    return std::move(spoken);
  }

  [[nodiscard]] Setback setback_of(Complaint const& complaint, HttpAnswer const& answer,
                                   Attempt& metered) const {
    if (metered.request_id.empty()) metered.request_id = clean(complaint.request_id, longest_word);
    auto const& word = complaint.type.empty() ? complaint.code : complaint.type;
    auto const named = clean(word, longest_word);
    auto const outcome = fmt::format("{}{}{}", complaint.status, named.empty() ? "" : " ", named);
    return {judge(complaint, answer.headers, wall_now_ns()), outcome,
            fmt::format("the endpoint answered {}: {}", outcome, clean(complaint.message, longest_message))};
  }

  [[nodiscard]] Setback setback_of(HttpFailure const& failed) const {
    auto const words = clean(failed.message, longest_message);
    return {judge(failed.what), words, words};
  }

  [[nodiscard]] HttpCall call_for(std::string_view body) const {
    return {.url = url_of(endpoint_),
            .headers = anthropic() ? anthropic::headers_of(key_) : openai::headers_of(key_),
            .body = body,
            .timeouts = endpoint_.timeouts,
            .most_bytes = endpoint_.most_bytes,
            .proxy = endpoint_.proxy,
            .ca_file = endpoint_.ca_file,
            .deadline = limits_.deadline,
            .cancel = limits_.cancel};
  }

  /// The other side's words, for people: without the key, on one line, at most `most` bytes.
  [[nodiscard]] std::string clean(std::string said, std::size_t most) const {
    auto text = key_.struck_from(std::move(said)); // before cutting: half a key is already too much
    if (text.size() > most) text.resize(most);
    return printable(text);
  }

  std::unexpected<Failure> failure(Failing why, std::string message, std::optional<Duration> retry_after = {},
                                   std::string raw = {}) {
    return std::unexpected(Failure{.why = why,
                                   .message = std::move(message),
                                   .retry_after = retry_after,
                                   .raw = std::move(raw),
                                   .usage = usage_,
                                   .attempts = std::move(attempts_)});
  }

  std::unexpected<Failure> kept_out(Gate::Closed const& closed) {
    if (closed.cancelled) return failure(Failing::cancelled, "cancelled while waiting for a slot");
    return failure(closed.retry_after ? Failing::wait : Failing::transient,
                   "no free slot at the endpoint before the call's deadline", closed.retry_after);
  }

  Endpoint const& endpoint_;
  Gate& gate_;
  Chance const& chance_;
  CallLimits const& limits_;
  Secret key_;
  std::vector<Attempt> attempts_;
  Usage usage_;
};

} // namespace

double any_chance() {
  thread_local std::minstd_rand engine{std::random_device()()};
  return std::uniform_real_distribution<>()(engine);
}

HttpModel::HttpModel(Endpoint endpoint, Gate& gate, Chance chance)
    : endpoint_(std::move(endpoint)), gate_(gate), chance_(std::move(chance)) {}

std::expected<Reply, Failure> HttpModel::ask(Request const& request, CallLimits const& limits) {
  return Asking(endpoint_, gate_, chance_, limits).run(request);
}

} // namespace artifactd::model
