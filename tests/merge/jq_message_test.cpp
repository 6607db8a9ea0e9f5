#include "merge/jq/message.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd::jq {
namespace {

RC_GTEST_PROP(JqMessage, AnswersComeThrough, (std::vector<std::string> outputs, std::string message)) {
  if (outputs.size() > most_outputs) outputs.resize(most_outputs);
  Answer const answer{Ending::failed, outputs, message};
  auto bytes = encode(answer);
  auto head = decode_head(std::string_view(bytes).substr(0, head_size));
  RC_ASSERT(head.has_value());
  RC_ASSERT(head->bytes == bytes.size() - head_size);
  RC_ASSERT(decode_body(head->ending, std::string_view(bytes).substr(head_size)) == answer);
}

RC_GTEST_PROP(JqMessage, WhatIsCutOffIsNoAnswer, (std::vector<std::string> outputs)) {
  outputs.resize(3);
  auto bytes = encode(Answer{.outputs = outputs}).substr(head_size);
  auto cut = *rc::gen::inRange<std::size_t>(0, bytes.size());
  RC_ASSERT(!decode_body(Ending::finished, std::string_view(bytes).substr(0, cut)));
}

TEST(JqMessage, AQuestionThatItsFileDoesNotHoldIsNone) {
  auto bytes = [](Question const& question) {
    auto encoded = encode(question);
    return std::string(encoded.data(), encoded.size());
  };
  EXPECT_TRUE(decode_question(bytes({Ask::run, 3, 4}), 7));
  EXPECT_FALSE(decode_question(bytes({Ask::run, 3, 4}), 6));
  EXPECT_FALSE(decode_question(bytes({Ask::run, 8, ~0ULL}), 7));
  EXPECT_FALSE(decode_question(bytes({Ask::run, 3, 4}).substr(1), 7));
  EXPECT_FALSE(decode_question(std::string(question_size, 'x'), 7));
}

} // namespace
} // namespace artifactd::jq
