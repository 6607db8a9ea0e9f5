// Any bytes as the answer of an endpoint, in both dialects and as success or error: the result is complete in
// itself, and no error leads to a pause longer than allowed.
#include "agents/model/endpoint/anthropic.hpp"
#include "agents/model/endpoint/openai.hpp"
#include "agents/model/endpoint/retry.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

using namespace artifactd;
using fuzz::demand;

void check(model::Complaint const& complaint, std::string_view text) {
  demand(complaint.status < 200 || complaint.status >= 300, "an error is no success");
  model::HttpHeaders const headers{.retry_after_ms = std::string(text.substr(0, 8)),
                                   .retry_after = std::string(text.substr(0, 40))};
  auto const verdict = model::judge(complaint, headers, 0);
  demand(!verdict.asked || (*verdict.asked > Duration::zero() && *verdict.asked <= std::chrono::hours(24)),
         "what is asked for is bounded");
  auto const next = model::next_step(verdict, {.retries = 1, .made = 1, .left = std::chrono::seconds(9)},
                                     std::chrono::seconds(5), 0.9);
  demand(!next.pause || *next.pause <= std::chrono::seconds(5), "a pause is bounded");
}

void check(model::Answer const& answer, int status, std::string_view text) {
  if (auto const* spoken = std::get_if<model::Spoken>(&answer)) {
    demand(status == 200, "only success is a reply");
    demand(!spoken->text.empty(), "a reply says something");
    demand(spoken->text.size() <= text.size(), "and no more than there is");
  } else if (auto const* unusable = std::get_if<model::Unusable>(&answer)) {
    demand(status == 200 && !unusable->message.empty(), "it is told why");
    demand(unusable->raw.size() <= text.size(), "what is kept was received");
  } else
    check(std::get<model::Complaint>(answer), text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  std::string_view const text(reinterpret_cast<char const*>(data), size);
  for (int const status : {200, 429}) {
    check(model::anthropic::reply_of(status, text), status, text);
    check(model::openai::reply_of(status, text), status, text);
  }
  return 0;
}
