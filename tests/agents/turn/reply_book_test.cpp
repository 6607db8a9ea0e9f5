#include "agents/model/message_json.hpp"
#include "agents/turn/prompts/reply_book.hpp"

#include <atomic>
#include <gtest/gtest.h>
#include <latch>
#include <stdexcept>
#include <thread>

namespace artifactd::turn {
namespace {

using model::Reply;
using Batch = std::span<RecordedReply const>;

Reply reply(std::string text) {
  Reply made;
  made.text = std::move(text);
  return made;
}

/// Answers each call with one text, after telling `called`.
class AskedModel final : public model::Model {
public:
  explicit AskedModel(std::function<void()> called) : called_(std::move(called)) {}
  [[nodiscard]] std::string const& id() const noexcept override { return id_; }
  [[nodiscard]] ReplyBook::Outcome ask(model::Request const& /*request*/,
                                       model::CallLimits const& /*limits*/) override {
    called_();
    return reply("yes");
  }

private:
  std::string id_ = "asked";
  std::function<void()> called_;
};

TEST(ReplyBook, RepliesThatArriveDuringAFlushShareTheNextAndNobodyWaitsForIt) {
  std::latch writing(1);
  std::latch arrived(1);
  std::vector<std::size_t> batches;
  ReplyBook book({}, [&](Batch batch) -> Result<void> {
    batches.push_back(batch.size());
    if (batches.size() == 1) {
      writing.count_down();
      arrived.wait();
    }
    return {};
  });
  Result<void> first = fail(Fault::io, "not written");
  std::thread writer([&] { first = book.keep("a", reply("1")); });
  writing.wait();
  EXPECT_TRUE(book.keep("b", reply("2")));
  EXPECT_TRUE(book.keep("c", reply("3"))); // were it to wait, the flush would never end
  arrived.count_down();
  EXPECT_TRUE(book.durable());
  writer.join();
  EXPECT_TRUE(first);
  EXPECT_EQ(batches, (std::vector<std::size_t>{1, 2}));
}

/// In each round another thread is writing when the first reply is kept, so ask() returns before it is
/// durable.
TEST(ReplyBook, AModelIsNotCalledAgainBeforeItsLastReplyIsDurable) {
  for (int round = 0; round < 200; ++round) {
    std::latch writing(1);
    std::latch kept(1);
    std::atomic<std::size_t> durable = 0;
    ReplyBook book({}, [&](Batch batch) -> Result<void> {
      if (durable == 0) writing.count_down();
      kept.wait();
      for (int i = 0; i < 100; ++i)
        std::this_thread::yield();
      durable += batch.size();
      return {};
    });
    std::thread writer([&] { EXPECT_TRUE(book.keep("a", reply("1"))); });
    writing.wait();
    std::size_t durable_at_call = 0;
    AskedModel asked([&] { durable_at_call = durable; });
    RecordedModel recorded("key", book, &asked);
    EXPECT_TRUE(recorded.ask({}, {}));
    kept.count_down();
    EXPECT_TRUE(recorded.ask({}, {}));
    writer.join();
    ASSERT_EQ(durable_at_call, 2U) << "in round " << round;
  }
}

TEST(ReplyBook, AfterAFailureToWriteNothingIsWrittenAndNoCallIsMade) {
  int writes = 0;
  ReplyBook book({}, [&](Batch /*batch*/) -> Result<void> {
    ++writes;
    return fail(Fault::no_space, "the disk is full");
  });
  int calls = 0;
  AskedModel asked([&] { ++calls; });
  RecordedModel recorded("key", book, &asked);
  for (int i = 0; i < 2; ++i) {
    auto const outcome = recorded.ask({}, {});
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().why, model::Failing::transient);
    EXPECT_EQ(outcome.error().message, "the disk is full");
  }
  EXPECT_EQ(calls, 1);
  EXPECT_FALSE(book.keep("b", reply("2")));
  EXPECT_EQ(writes, 1);
}

TEST(ReplyBook, AnExceptionWhileWritingIsAFailureForThoseWhoWait) {
  std::latch writing(1);
  std::latch arrived(1);
  ReplyBook book({}, [&](Batch /*batch*/) -> Result<void> {
    writing.count_down();
    arrived.wait();
    throw std::runtime_error("out of memory");
  });
  std::thread writer([&] { EXPECT_FALSE(book.keep("a", reply("1"))); });
  writing.wait();
  EXPECT_TRUE(book.keep("b", reply("2")));
  arrived.count_down();
  auto const kept = book.durable();
  writer.join();
  ASSERT_FALSE(kept);
  EXPECT_EQ(kept.error().message, "out of memory");
}

} // namespace
} // namespace artifactd::turn
