// Which events streams get, whatever the order in which the core answers.
#include "daemon/web/event_feed.hpp"
#include "tests/support/scratch_dir.hpp"

#include <array>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <list>
#include <ranges>
#include <sys/socket.h>
#include <sys/un.h>

namespace artifactd::web {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A core that answers a question when the test says so.
class ScriptedCore {
public:
  struct Asked {
    UniqueFd connection;
    std::unique_ptr<Loop::Watch> watch = {};
    Json question = nullptr;
    bool answered = false;
  };

  ScriptedCore(Loop& loop, std::string const& path)
      : loop_(loop), listener_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    EXPECT_EQ(path.copy(address.sun_path, sizeof address.sun_path - 1), path.size());
    EXPECT_EQ(::bind(listener_.get(), reinterpret_cast<sockaddr const*>(&address), sizeof address), 0);
    EXPECT_EQ(::listen(listener_.get(), 8), 0);
    watch_ = std::make_unique<Loop::Watch>(loop_, listener_.get(), [this] { accept(); });
  }

  /// The latest question of that kind that has no answer yet; null: none.
  Asked* asked(std::string_view word) {
    for (auto& at : std::views::reverse(asked_))
      if (!at.answered && at.question.is_object() && at.question["ask"] == word) return &at;
    return nullptr;
  }
  static void say(Asked& asked, Json const& line) {
    auto const text = compact(line) + "\n";
    EXPECT_EQ(::send(asked.connection.get(), text.data(), text.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(text.size()));
  }

private:
  void accept() {
    auto& asked = asked_.emplace_back(UniqueFd(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC)));
    asked.watch =
        std::make_unique<Loop::Watch>(loop_, asked.connection.get(), [this, &asked] { hear(asked); });
  }
  void hear(Asked& asked) {
    std::array<char, 1024> bytes{};
    auto const got = ::recv(asked.connection.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (got <= 0) {
      asked.answered = true; // nobody listens any more
      return asked.watch.reset();
    }
    asked.question = Json::parse(bytes.begin(), bytes.begin() + got);
    auto const greeting = greeting_line(asked.question["ask"].get<std::string>()) + "\n";
    EXPECT_EQ(::send(asked.connection.get(), greeting.data(), greeting.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(greeting.size()));
  }

  Loop& loop_;
  UniqueFd listener_;
  std::unique_ptr<Loop::Watch> watch_;
  std::list<Asked> asked_;
};

Json row(int number) {
  auto const text = fmt::format("entry {}", number);
  return {{"session", "s"}, {"number", number}, {"whole", text}, {"plain", text}};
}

Json end(int last) {
  return {{"what", "end"}, {"epoch", "e"}, {"last", last}, {"complete", true}};
}

class EventFeedTest : public testing::Test {
protected:
  EventFeed::Id open(std::string after) {
    return feed_.open({.content = true}, std::move(after),
                      [this](std::string_view text) { pushed_ += text; });
  }

  /// False if it does not become true in time.
  bool comes(std::function<bool()> const& true_now) {
    auto const until = Monotonic::now() + std::chrono::seconds(20);
    while (!true_now() && Monotonic::now() < until)
      turn();
    return true_now();
  }
  /// Everything that is ready has been dealt with afterwards.
  void turn() {
    Loop::Timer soon(*loop_, [this] { loop_->stop(); });
    soon.arm(Monotonic::now() + std::chrono::milliseconds(1));
    loop_->run();
  }

  ScriptedCore::Asked* asked(std::string_view word) {
    EXPECT_TRUE(comes([&] { return core_.asked(word) != nullptr; })) << "the core is not asked: " << word;
    return core_.asked(word);
  }
  /// Answers the latest question for events that is open.
  void answer(std::initializer_list<Json> lines) {
    auto* const question = asked("events");
    ASSERT_NE(question, nullptr);
    answer(*question, lines);
  }
  static void answer(ScriptedCore::Asked& question, std::initializer_list<Json> lines) {
    question.answered = true;
    for (auto const& line : lines)
      ScriptedCore::say(question, line);
  }
  void grow() {
    auto* const log = asked("log");
    ASSERT_NE(log, nullptr);
    ScriptedCore::say(*log, {{"what", "grown"}});
  }

  test::ScratchDir dir_;
  std::unique_ptr<Loop> loop_ = Loop::open().value();
  ScriptedCore core_{*loop_, (dir_ / "core.sock").string()};
  std::string pushed_ = {};
  EventFeed feed_{*loop_, (dir_ / "core.sock").string()};
};

TEST_F(EventFeedTest, HearsOfGrowthAfterItsLastStreamLeftInTheMiddle) {
  auto const first = open("");
  answer({end(1)});
  ASSERT_TRUE(comes([&] { return pushed_.contains("event: begin"); }));
  grow();
  auto* const never_answered = asked("events");
  ASSERT_NE(never_answered, nullptr);
  grow();
  turn();
  never_answered->answered = true;
  feed_.close(first);
  pushed_.clear();
  static_cast<void>(open(""));
  answer({end(1)});
  ASSERT_TRUE(comes([&] { return pushed_.contains("event: begin"); }));
  grow();
  answer({row(2), end(2)});
  EXPECT_TRUE(comes([&] { return pushed_.contains("entry 2"); }));
}

TEST_F(EventFeedTest, LosesNothingBetweenAReplayAndNewerEntriesThatComeFirst) {
  static_cast<void>(open("e-1"));
  auto* const replay = asked("events");
  ASSERT_NE(replay, nullptr);
  replay->answered = true; // later
  grow();
  answer({end(3)});
  turn();
  answer(*replay, {row(2), end(2)});
  ASSERT_TRUE(comes([&] { return pushed_.contains("entry 2"); }));
  auto* const again = asked("events");
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(again->question["after"], 2);
  answer(*again, {row(3), end(3)});
  EXPECT_TRUE(comes([&] { return pushed_.contains("entry 3"); }));
  EXPECT_THAT(pushed_.substr(pushed_.find("entry 2") + 1), Not(HasSubstr("entry 2"))) << "each once";
}

} // namespace
} // namespace artifactd::web
