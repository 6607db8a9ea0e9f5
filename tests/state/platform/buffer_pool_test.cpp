#include "state/platform/buffer_pool.hpp"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <thread>

namespace artifactd {
namespace {

TEST(BufferPool, GivesAtLeastWhatIsAskedFor) {
  BufferPool pool;
  for (std::size_t bytes : {0U, 1U, 65536U, 65537U, 3'000'000U}) {
    auto buffer = pool.take(bytes);
    EXPECT_GE(buffer.capacity(), bytes);
    std::memset(buffer.data(), 'x', buffer.capacity());
  }
}

TEST(BufferPool, ViewsWhatWasFilled) {
  BufferPool pool;
  auto buffer = pool.take(10);
  std::memcpy(buffer.data(), "hello", 5);
  buffer.set_length(5);
  EXPECT_EQ(buffer.view(), "hello");
}

TEST(BufferPool, UsesMemoryAgain) {
  BufferPool pool;
  char const* memory = pool.take(100).data();
  auto again = pool.take(100);
  EXPECT_EQ(again.data(), memory);
  EXPECT_EQ(again.view(), ""); // the previous borrower's data is not shown
}

TEST(BufferPool, ChoosesTheSmallestThatFits) {
  BufferPool pool;
  char const* small = nullptr;
  char const* large = nullptr;
  {
    auto l = pool.take(1'000'000);
    auto s = pool.take(100'000);
    large = l.data();
    small = s.data();
  }
  EXPECT_EQ(pool.take(90'000).data(), small);
  auto held = pool.take(90'000);
  EXPECT_EQ(pool.take(90'000).data(), large);
}

TEST(BufferPool, NeverLendsTheSameMemoryTwice) {
  BufferPool pool;
  {
    auto idle = pool.take(100);
  }
  auto first = pool.take(100);
  auto second = pool.take(100);
  EXPECT_NE(first.data(), second.data());
}

TEST(BufferPool, GivesMemoryBackWhenTrimmed) {
  BufferPool pool;
  auto kept = pool.take(200'000);
  {
    auto idle = pool.take(1'000'000);
  }
  pool.trim();
  EXPECT_LT(pool.take(100).capacity(), 1'000'000U); // the idle one has been freed
  std::memset(kept.data(), 'x', kept.capacity());   // the lent one has not
}

TEST(BufferPool, KeepsNoMoreThanItMay) {
  BufferPool pool(500'000);
  {
    auto large = pool.take(1'000'000);
  }
  EXPECT_LT(pool.take(100).capacity(), 1'000'000U);
}

TEST(Buffer, MovesItsMemory) {
  BufferPool pool;
  auto first = pool.take(10);
  auto const* memory = first.data();
  Buffer second = std::move(first);
  EXPECT_EQ(second.data(), memory);
  Buffer third;
  third = std::move(second);
  EXPECT_EQ(third.data(), memory);
  EXPECT_EQ(third.view(), "");
}

TEST(BufferPool, ServesManyThreads) {
  BufferPool pool;
  std::vector<std::jthread> threads;
  std::atomic<int> torn = 0;
  for (char mark = 'a'; mark < 'e'; ++mark)
    threads.emplace_back([&pool, &torn, mark] {
      for (std::size_t i = 0; i < 500; ++i) {
        auto buffer = pool.take(64 * 1024 * (1 + i % 3));
        std::memset(buffer.data(), mark, buffer.capacity());
        std::this_thread::yield();
        if (buffer.data()[0] != mark || buffer.data()[buffer.capacity() - 1] != mark) ++torn;
        if (i % 100 == 0) pool.trim();
      }
    });
  threads.clear();
  EXPECT_EQ(torn, 0);
}

TEST(BufferPool, FreesIdleOnesForALargerOne) {
  BufferPool pool(1'000'000);
  {
    auto const small = pool.take(300'000);
  }
  {
    auto const large = pool.take(900'000);
  } // no room for both
  EXPECT_LT(pool.idle(), 1'000'000U);
  EXPECT_GE(pool.idle(), 900'000U);
}

TEST(BufferPool, FreesWhatIsIdleBeyondANewLimit) {
  BufferPool pool;
  {
    auto const one = pool.take(300'000);
    auto const other = pool.take(900'000);
  }
  EXPECT_GE(pool.idle(), 1'200'000U);
  pool.keep_at_most(1'000'000);
  EXPECT_LT(pool.idle(), 1'000'000U);
  EXPECT_GE(pool.idle(), 900'000U) << "the small one goes first";
}

} // namespace
} // namespace artifactd
