// Every way to publish a signal, done with real commands, causes exactly one run.
#include "tests/daemon/watching.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;

struct Act {
  std::string name;
  std::string before;  ///< run before watching begins
  std::string command; ///< the publishing act
  std::string session = "s";
};

void PrintTo(Act const& act, std::ostream* out) {
  *out << act.command;
}

class Publishing : public test::Watching, public testing::WithParamInterface<Act> {};

TEST_P(Publishing, GivesExactlyOneRun) {
  fs::create_directory(root_ + "/s");
  fs::create_directories(dir_ / "outside");
  shell(GetParam().before);
  signals_ = test::Signals::left;
  start();
  catch_up();
  forget_runs();
  signals_ = test::Signals::removed;
  shell(GetParam().command);
  catch_up();
  EXPECT_EQ(runs(GetParam().session), 1);
  EXPECT_FALSE(present(GetParam().session + "/a.kg.lock"));
}

INSTANTIATE_TEST_SUITE_P(
    Acts, Publishing,
    testing::Values(Act{"touch", ":", "touch s/a.kg.lock"}, Act{"redirect", ":", "> s/a.kg.lock"},
                    Act{"append", ":", ": >> s/a.kg.lock"},
                    Act{"rename", ":", "touch s/tmp && mv s/tmp s/a.kg.lock"},
                    Act{"rename_in", ":", "touch ../outside/a && mv ../outside/a s/a.kg.lock"},
                    Act{"hard_link", ":", "touch s/tmp && ln s/tmp s/a.kg.lock"},
                    Act{"write_then_close", ":", "{ echo one; echo two; } > s/a.kg.lock"},
                    Act{"copy", ":", "touch s/tmp && cp -p s/tmp s/a.kg.lock"},
                    Act{"move_session_tree", "mkdir ../outside/t && touch ../outside/t/a.kg.lock",
                        "mv ../outside/t t", "t"},
                    Act{"copy_session_tree", "mkdir ../outside/t && touch ../outside/t/a.kg.lock",
                        "cp -r ../outside/t t", "t"},
                    Act{"new_session", ":", "mkdir -p t && touch t/a.kg.lock", "t"},
                    Act{"rearm_refused", "touch s/a.kg.lock.error", "mv s/a.kg.lock.error s/a.kg.lock"},
                    Act{"touch_again", "touch s/a.kg.lock", "touch s/a.kg.lock"},
                    Act{"redirect_again", "touch s/a.kg.lock", "> s/a.kg.lock"},
                    Act{"append_again", "touch s/a.kg.lock", ": >> s/a.kg.lock"},
                    Act{"rename_over", "touch s/a.kg.lock s/tmp", "mv -f s/tmp s/a.kg.lock"}),
    [](testing::TestParamInfo<Act> const& each) { return each.param.name; });

using PublishingByHand = test::Watching;

TEST_F(PublishingByHand, AnUnnamedFileLinkedIntoPlaceGivesOneRun) {
  fs::create_directory(root_ + "/s");
  start();
  auto session = open_trusted_directory(root_ + "/s");
  ASSERT_TRUE(session);
  UniqueFd file(::openat(session->get(), ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600));
  if (!file) GTEST_SKIP() << "no O_TMPFILE on this file system";
  auto itself = fmt::format("/proc/self/fd/{}", file.get());
  ASSERT_EQ(::linkat(AT_FDCWD, itself.c_str(), session->get(), "a.kg.lock", AT_SYMLINK_FOLLOW), 0);
  file.reset();
  catch_up();
  EXPECT_EQ(runs("s"), 1);
  EXPECT_FALSE(present("s/a.kg.lock"));
}

TEST_F(PublishingByHand, ARedropDuringARunGivesExactlyOneMore) {
  fs::create_directory(root_ + "/s");
  int drops = 0;
  during_ = [&](SessionKey const& key) {
    if (key.path != "s" || drops++ > 0) return;
    // Withdrawn and dropped several times before the run has looked.
    shell("rm s/a.kg.lock; touch s/a.kg.lock; touch s/a.kg.lock; touch s/b.kg.lock");
  };
  start();
  drop("s");
  run_until([&] { return runs("s") > 0; });
  catch_up();
  EXPECT_EQ(runs("s"), 2);
  EXPECT_FALSE(present("s/a.kg.lock"));
  EXPECT_FALSE(present("s/b.kg.lock"));
}

TEST_F(PublishingByHand, WhatWasDroppedBeforeARunEndedIsSaidBeforeItsEndCounts) {
  fs::create_directory(root_ + "/s");
  int hints = 0;
  Sessions sessions(*loop_, quiet(),
                    {[&](SessionKey const&, Hints const&, Urgency) { ++hints; }, [](SessionKey const&) {}});
  sessions.start();
  drop("s"); // the loop does not run, so only finished() itself can notice
  sessions.finished({root_, "s"}, {});
  EXPECT_EQ(hints, 1);
}

TEST_F(PublishingByHand, WhatIsNoSignalGivesNoRun) {
  shell("mkdir s");
  start();
  shell("touch s/knowledge-graph.json s/a.retry-instructions.json s/a.kg.lock.error s/x.lock; mkdir "
        "s/artifacts;"
        "mkdir s/.kg-merge.lock; rmdir s/.kg-merge.lock; touch stray.kg.lock");
  catch_up();
  EXPECT_EQ(runs("s"), 0);
}

TEST_F(PublishingByHand, WhatOnlyLooksLikeASignalIsLookedAt) {
  shell("mkdir l f d n");
  start();
  shell("ln -s /etc/passwd l/a.kg.lock; mkfifo f/a.kg.lock; mkdir d/a.kg.lock; touch 'n/bad name.kg.lock'");
  catch_up();
  for (auto const* session : {"l", "f", "d", "n"})
    EXPECT_EQ(runs(session), 1) << session;
}

} // namespace
} // namespace artifactd
