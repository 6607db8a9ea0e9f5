// Any bytes as messages on the socket of the model service, to either end: an accepted message is unchanged
// when written and read again, and a refused one says why.
#include "agents/model/service_message.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

using namespace artifactd;
using namespace artifactd::model;
using fuzz::demand;

template <class Value>
void check(Result<Value> const& value, Result<Value> (*read)(std::string_view)) {
  if (!value) return demand(!value.error().message.empty(), "a refusal says why");
  auto const written = to_text(*value);
  auto const again = read(written);
  demand(again && to_text(*again) == written, "a message is read as it was written");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  std::string_view const text(reinterpret_cast<char const*>(data), size);
  auto const question = question_from_text(text);
  check<Question>(question, question_from_text);
  if (auto const* call = question ? std::get_if<CallWanted>(&*question) : nullptr)
    demand(call->room >= Duration::zero() && call->room <= std::chrono::hours(24),
           "nobody has more than a day");
  check<Outcome>(outcome_from_text(text), outcome_from_text);
  check<ServiceReport>(report_from_text(text), report_from_text);
  return 0;
}
