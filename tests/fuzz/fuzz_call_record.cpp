// Any bytes as the file of a cassette, as a request and as a model's reply: a record that was read is written
// back unchanged, a request that is read can be recorded, and an accepted reply keeps its contract.
#include "agents/model/call_record.hpp"
#include "agents/model/contract.hpp"
#include "agents/model/message_json.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

using namespace artifactd;
using namespace artifactd::model;
using fuzz::demand;

constexpr JsonBounds bounds = {.bytes = 4096, .depth = 8, .members = 16};

void check_record(std::string_view text) {
  auto const record = record_from_text(text);
  if (!record) return demand(!record.error().message.empty(), "a refusal says why");
  auto const written = to_text(*record);
  auto const again = record_from_text(written);
  demand(again && to_text(*again) == written, "a record is read as it was written");
  demand(digest_of(record->model, record->request) == record->digest, "a record is of what was asked");
}

void check_request(std::string_view text) {
  auto const json = read_json(text, bounds);
  if (!json) return demand(!json.error().empty(), "a text that is not read has faults");
  auto const request = request_from_json(*json);
  if (!request) return;
  auto record = to_text({"m", digest_of("m", *request), *request, Reply{"x", "m", {}, {}}, "", {}});
  demand(record_from_text(record).has_value(), "whatever can be asked can be recorded");
}

void check_reply(std::string_view text) {
  static Contract const contract = {{"list", {{"type", "array"}, {"maxItems", 3}}}};
  static auto const judge = ReplyJudge::over(contract, bounds);
  auto const value = judge->judge(text);
  if (value) return demand(value->value.is_array() && value->value.size() <= 3, "a value keeps its contract");
  demand(!value.error().empty(), "what is refused has faults");
  for (auto const& fault : value.error())
    for (char const c : fault)
      demand(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F, "a fault is one printable line");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  std::string_view const text(reinterpret_cast<char const*>(data), size);
  check_record(text);
  check_request(text);
  check_reply(text);
  return 0;
}
