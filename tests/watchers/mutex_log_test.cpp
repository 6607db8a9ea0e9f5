#include "watchers/batch.hpp"
#include "watchers/mutex_log.hpp"

#include <gtest/gtest.h>
#include <sys/inotify.h>

namespace artifactd {
namespace {

SessionKey const s{"/root", "s"};

TEST(MutexLog, KnowsWhoHeldItWhen) {
  MutexLog log;
  log.taken(s, 10);
  log.released(s, 20);
  log.taken(s, 30);
  EXPECT_EQ(log.holder_since(s, 9), std::nullopt);
  EXPECT_EQ(log.holder_since(s, 10), 10);
  EXPECT_EQ(log.holder_since(s, 20), 10);
  EXPECT_EQ(log.holder_since(s, 25), std::nullopt);
  EXPECT_EQ(log.holder_since(s, 1000), 30) << "it is held still";
  EXPECT_EQ(log.holder_since({"/root", "t"}, 15), std::nullopt);
}

TEST(MutexLog, AfterALossNobodyIsKnownToHoldIt) {
  MutexLog log;
  log.taken(s, 10);
  log.released(s, 20);
  log.taken(s, 30);
  log.lost();
  EXPECT_EQ(log.holder_since(s, 40), std::nullopt);
  EXPECT_EQ(log.holder_since(s, 15), 10) << "what was seen whole was seen";
  log.released(s, 50); // belongs to the lost event
  EXPECT_EQ(log.holder_since(s, 45), std::nullopt);
}

TEST(MutexLog, IsBounded) {
  MutexLog log;
  for (int i = 0; i < 1000; ++i) {
    log.taken(s, 10 * i);
    log.released(s, 10 * i + 5);
  }
  EXPECT_EQ(log.holder_since(s, 3), std::nullopt);
  EXPECT_EQ(log.holder_since(s, 9993), 9990);
}

TEST(MutexEvents, KeepTheirOrder) {
  Batch batch(10);
  for (auto mask : {IN_CREATE, IN_DELETE, IN_CREATE})
    batch.note(1, mask, ".kg-merge.lock");
  batch.note(1, IN_CREATE, "a");
  batch.note(1, IN_DELETE, "a");
  ASSERT_EQ(batch.events().size(), 4U);
  EXPECT_EQ(batch.events()[1].mask, std::uint32_t{IN_DELETE});
  EXPECT_GE(batch.events()[2].at_ns, batch.events()[0].at_ns);
}

} // namespace
} // namespace artifactd
