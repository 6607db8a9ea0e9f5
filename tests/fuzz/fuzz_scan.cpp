// Any bytes: all classifiers agree, other parsers agree except for the known differences, and the parts
// reported for an accepted text are valid by themselves.
#include "state/json/scan.hpp"
#include "state/json/walk.hpp"
#include "tests/fuzz/demand.hpp"
#include "tests/state/json/paths.hpp"
#include "tests/state/json/references.hpp"

namespace {

using namespace artifactd::json;
using artifactd::fuzz::demand;

void check_parts(std::string_view text, Document const& document) {
  std::string_view const root = document.root.of(text);
  demand(scan(root).has_value(), "the root by itself is sound");
  if (document.type == Type::object) {
    std::vector<Member> const walked = members(root);
    demand(walked.size() == document.members.size(), "the walk finds as many members as the scan");
    for (std::size_t i = 0; i < walked.size(); ++i) {
      Member const& member = document.members[i];
      demand(walked[i].key.of(root) == member.key.of(text), "the walk finds the same keys");
      demand(walked[i].value.of(root) == member.value.of(text), "the walk finds the same values");
      demand(scan(member.value.of(text)).has_value(), "a value by itself is sound");
      std::string const key = decode(member.key.of(text));
      demand(decodes_to(member.key.of(text), key), "a key decodes to what it decodes to");
      demand(decode(quote(key)) == key, "a key survives quoting");
    }
  } else if (document.type == Type::array) {
    for (Range const element : elements(root))
      demand(scan(element.of(root)).has_value(), "an element is sound");
  }
}

/// Scans the text again across a block boundary, or for some texts a chunk boundary: the verdict must be the
/// same, at the shifted position.
void check_shifted(std::string_view text, std::expected<Document, Broken> const& result) {
  std::size_t const shift = text.size() % 8 == 0 ? 16 * 1024 - 5 : 63;
  std::string const shifted = std::string(shift, ' ') + std::string(text);
  auto const again = scan(shifted);
  demand(paths_agree(shifted), "every path agrees on the shifted text");
  if (!result && result.error().byte < 4) return; // a mark or an encoding only counts at the very beginning
  demand(again.has_value() == result.has_value(), "the verdict does not depend on the place");
  if (!again) demand(again.error().byte == result.error().byte + shift, "the byte moves along");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  std::string_view const text(reinterpret_cast<char const*>(data), size);
  auto const result = scan(text);
  demand(paths_agree(text), "every path agrees");
  demand(paths_agree(text, {.depth = 2}), "every path agrees at a small depth");
  std::string const difference = disagreement(text);
  demand(difference.empty(), difference.c_str());
  if (result) {
    check_parts(text, *result);
  } else {
    auto const before = scan(text.substr(0, result.error().byte));
    demand(before || before.error().breach == Breach::truncated || before.error().breach == Breach::empty,
           "the text before the break can go on");
  }
  check_shifted(text, result);
  return 0;
}
