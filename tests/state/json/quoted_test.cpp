#include "state/json/json_text.hpp"
#include "state/json/quoted.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd {
namespace {

std::string written(std::string_view text) {
  std::string json = "before";
  append_quoted(json, text);
  return json;
}

RC_GTEST_PROP(Quoted, AnyBytesAreWrittenAsJsonWritesThem, (std::string const& text)) {
  RC_ASSERT(written(text) == "before" + compact(Json(text)));
}

TEST(Quoted, EachByteAloneIsWrittenAsJsonWritesIt) {
  for (int byte = 0; byte < 256; ++byte) {
    std::string const text(1, static_cast<char>(byte));
    EXPECT_EQ(written(text), "before" + compact(Json(text))) << byte;
  }
}

} // namespace
} // namespace artifactd
