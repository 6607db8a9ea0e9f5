#include "state/json/encoding.hpp"
#include "state/json/scan.hpp"
#include "state/json/walk.hpp"
#include "tests/state/json/corpus.hpp"
#include "tests/state/json/paths.hpp"

#include <gtest/gtest.h>
#include <set>
#include <string>

namespace artifactd::json {
namespace {

/// Cutting long texts at every byte costs too much; their interesting bytes are at their ends.
bool worth_cutting_everywhere(CorpusCase const& one) {
  return one.text.size() < 5000;
}

TEST(Conformance, TheCorpusIsLargeAndItsNamesAreDistinct) {
  std::set<std::string> names;
  for (CorpusCase const& one : corpus_cases())
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
  EXPECT_GE(corpus_cases("accept").size(), 90U);
  EXPECT_GE(corpus_cases("reject").size(), 180U);
  EXPECT_GE(corpus_cases("pinned").size(), 30U);
}

TEST(Conformance, EveryCaseGetsItsVerdictFromEveryPath) {
  for (CorpusCase const& one : corpus_cases()) {
    auto const result = scan(one.text);
    EXPECT_TRUE(paths_agree(one.text)) << one.name;
    ASSERT_EQ(result.has_value(), !one.breach) << one.name;
    if (one.breach) {
      EXPECT_EQ(result.error().breach, *one.breach) << one.name;
    }
  }
}

TEST(Conformance, CutAtAnyByteEveryPathAgreesAndNothingIsBrokenTooEarly) {
  for (CorpusCase const& one : corpus_cases()) {
    if (!worth_cutting_everywhere(one)) continue;
    auto const whole = scan(one.text);
    for (std::size_t size = 0; size <= one.text.size(); ++size) {
      std::string const cut = one.text.substr(0, size);
      auto const result = scan(cut);
      ASSERT_TRUE(paths_agree(cut)) << one.name << " cut at " << size;
      bool const can_go_on =
          result || result.error().breach == Breach::truncated || result.error().breach == Breach::empty;
      bool const due = whole || size <= whole.error().byte;
      ASSERT_TRUE(can_go_on || !due) << one.name << " cut at " << size;
    }
  }
}

TEST(Conformance, WhereATextLiesInItsBlockOrChunkMakesNoDifference) {
  constexpr std::size_t chunk = 16 * 1024;
  std::vector<std::size_t> shifts;
  for (std::size_t shift = 1; shift <= 64; ++shift)
    shifts.push_back(shift);
  for (std::size_t before = 0; before <= 12; ++before)
    shifts.push_back(chunk - before);
  for (CorpusCase const& one : corpus_cases()) {
    // A byte order mark or an encoding only counts in the first bytes of a text.
    if (!worth_cutting_everywhere(one) || one.breach == Breach::byte_order_mark ||
        !wide_encoding(one.text).empty())
      continue;
    auto const whole = scan(one.text);
    for (std::size_t const shift : shifts) {
      std::string const shifted = std::string(shift, ' ') + one.text;
      auto const result = scan(shifted);
      ASSERT_TRUE(paths_agree(shifted)) << one.name << " shifted by " << shift;
      ASSERT_EQ(result.has_value(), whole.has_value()) << one.name << " shifted by " << shift;
      if (whole) continue;
      ASSERT_EQ(result.error().breach, whole.error().breach) << one.name << " shifted by " << shift;
      ASSERT_EQ(result.error().byte, whole.error().byte + shift) << one.name << " shifted by " << shift;
    }
  }
}

TEST(Conformance, AcceptedObjectsWalkAsTheyScan) {
  for (CorpusCase const& one : corpus_cases()) {
    auto const document = scan(one.text);
    if (!document || document->type != Type::object) continue;
    std::string_view const root = document->root.of(one.text);
    auto const walked = members(root);
    ASSERT_EQ(walked.size(), document->members.size()) << one.name;
    for (std::size_t i = 0; i < walked.size(); ++i) {
      EXPECT_EQ(walked[i].key.of(root), document->members[i].key.of(one.text)) << one.name;
      EXPECT_EQ(walked[i].value.of(root), document->members[i].value.of(one.text)) << one.name;
    }
  }
}

TEST(Conformance, APartOfAnAcceptedTextIsItselfAccepted) {
  for (CorpusCase const& one : corpus_cases()) {
    auto const document = scan(one.text);
    if (!document || !worth_cutting_everywhere(one)) continue;
    EXPECT_TRUE(scan(document->root.of(one.text))) << one.name;
    for (Member const& member : document->members) {
      EXPECT_TRUE(scan(member.key.of(one.text))) << one.name;
      EXPECT_TRUE(scan(member.value.of(one.text))) << one.name;
    }
    if (document->type != Type::array) continue;
    std::string_view const root = document->root.of(one.text);
    for (Range const element : elements(root))
      EXPECT_TRUE(scan(element.of(root))) << one.name;
  }
}

} // namespace
} // namespace artifactd::json
