#include "state/platform/digest.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

std::string digest(std::initializer_list<std::string_view> texts) {
  Digest digest;
  for (auto text : texts)
    digest.add(text);
  return digest.hex();
}

TEST(Digest, IsSixtyFourLowerCaseHexadecimalDigits) {
  auto hex = digest({"text"});
  EXPECT_EQ(hex.size(), 64U);
  EXPECT_EQ(hex.find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST(Digest, IsTheSha256OfTheTextsEachBehindItsLength) {
  EXPECT_EQ(digest({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  // printf '\3\0\0\0\0\0\0\0abc' | sha256sum
  EXPECT_EQ(digest({"abc"}), "ce91dc5eec0139adf091900d225971d6ad246a845bad791b5693a9d0d55dd391");
}

TEST(Digest, IsTheSameForTheSameTexts) {
  EXPECT_EQ(digest({"a", "b"}), digest({"a", "b"}));
  EXPECT_EQ(digest({}), digest({}));
}

TEST(Digest, TellsTextsTheirOrderAndTheirBordersApart) {
  EXPECT_NE(digest({"a"}), digest({"b"}));
  EXPECT_NE(digest({"a", "b"}), digest({"b", "a"}));
  EXPECT_NE(digest({"ab", "c"}), digest({"a", "bc"}));
  EXPECT_NE(digest({"ab"}), digest({"a", "b"}));
  EXPECT_NE(digest({"a", ""}), digest({"a"}));
  EXPECT_NE(digest({""}), digest({}));
  EXPECT_NE(digest({std::string_view("\0", 1)}), digest({""}));
}

} // namespace
} // namespace artifactd
