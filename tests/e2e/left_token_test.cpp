// Tokens of `artifactctl web`, which revokes its own when it ends.
#include "tests/e2e/web_site.hpp"

namespace artifactd::test {
namespace {

class LeftToken : public WebSite {
protected:
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> all;
    auto const listed = site_.json({"web", "token", "list"}); // named: a loop does not keep it alive
    for (auto const& each : listed["tokens"])
      all.push_back(each["name"]);
    return all;
  }
  [[nodiscard]] Command serving() const {
    return {.words = {built("artifactctl"), "--config", site_.config().string(), "web", "--json"}};
  }
};

TEST_F(LeftToken, OfAKilledProcessIsRevokedByTheNext) {
  ASSERT_EQ(site_.artifactctl({"web", "token", "add", "artifactctl-of-a-person"}).exit, 0);
  ASSERT_EQ(site_.artifactctl({"web", "token", "add", "artifactctl-1-2-3"}).exit, 0);
  Child killed(serving());
  ASSERT_TRUE(eventually([&] { return killed.out().contains('\n'); })) << killed.err();
  auto const before = names();
  ASSERT_EQ(before.size(), 3U);
  Child beside(serving());
  ASSERT_TRUE(eventually([&] { return beside.out().contains('\n'); })) << beside.err();
  EXPECT_EQ(names().size(), 4U) << "both are running";
  killed.send(SIGKILL);
  killed.wait();
  EXPECT_EQ(names().size(), 4U);
  Child next(serving());
  ASSERT_TRUE(eventually([&] { return next.out().contains('\n'); })) << next.err();
  EXPECT_EQ(names().size(), 4U);
  next.send(SIGINT);
  EXPECT_EQ(next.wait(), 0);
  beside.send(SIGINT);
  EXPECT_EQ(beside.wait(), 0);
  EXPECT_THAT(names(), testing::UnorderedElementsAre("artifactctl-of-a-person", "artifactctl-1-2-3"));
}

} // namespace
} // namespace artifactd::test
