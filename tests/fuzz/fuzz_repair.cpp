// Any bytes: a proposal is strict JSON without duplicate keys, every repair is of its kind, and no byte
// outside them changes; a valid text stays as it is.
#include "tests/fuzz/demand.hpp"
#include "tests/state/json/repair_flaw.hpp"

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  using namespace artifactd;
  using fuzz::demand;
  std::string_view const text(reinterpret_cast<char const*>(data), size);
  json::Limits const limits{.depth = 8};
  auto const repaired = json::repair(text, limits);
  bool const sound = json::scan(text, limits) && json::duplicate_keys(text).empty();
  demand(!sound || (repaired && repaired->repairs.empty()), "a sound text needs nothing");
  if (repaired) {
    std::string const flaw = json::flaw(text, *repaired, limits);
    demand(flaw.empty(), flaw.c_str());
  } else {
    demand(repaired.error().fault != Fault::invalid || repaired.error().message.starts_with("line "),
           "a refusal says where");
  }
  return 0;
}
