// Recorded calls: answered again from the disk, and made again only if they have to be.
#include "agents/model/cassette.hpp"
#include "agents/model/message_json.hpp"
#include "tests/agents/model/calls.hpp"
#include "tests/support/scripted_model.hpp"
#include "tests/support/session_dir.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>
#include <thread>

namespace artifactd::model {
namespace {

using test::any_outcome;
using test::any_request;
using test::fault;
using test::must;
using test::Outcome;
using test::patient;
using test::question;
using test::same;
using test::ScratchDir;
using test::ScriptedModel;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Reel {
public:
  [[nodiscard]] Result<std::unique_ptr<Cassette>> try_open(CassetteRules rules) const {
    auto const directory = must(open_trusted_directory(dir_.path()));
    return Cassette::open(directory.get(), std::move(rules));
  }
  [[nodiscard]] std::unique_ptr<Cassette> recording(Model& model,
                                                    std::vector<std::string> secrets = {}) const {
    return must(try_open({CassetteMode::record, &model, {}, std::move(secrets)}));
  }
  [[nodiscard]] std::unique_ptr<Cassette> replaying(Model& model) const {
    return must(try_open({CassetteMode::replay, &model}));
  }
  [[nodiscard]] std::unique_ptr<Cassette> strict(std::string model = "scripted-1") const {
    return must(try_open({CassetteMode::strict, nullptr, std::move(model)}));
  }
  /// The names of the records, in order.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (auto const& entry : std::filesystem::directory_iterator(dir_.path()))
      if (auto name = entry.path().filename().string(); name.ends_with(".json")) names.push_back(name);
    std::ranges::sort(names);
    return names;
  }
  [[nodiscard]] ScratchDir const& dir() const noexcept { return dir_; }

private:
  ScratchDir dir_;
};

/// The reply's text, or the word of the failure.
std::string said(Model& model, std::string const& text) {
  auto outcome = model.ask(question(text), patient());
  return outcome ? outcome->text : "failed: " + std::string(failing_word(outcome.error().why));
}

std::string message_of(Model& model, std::string const& text) {
  auto outcome = model.ask(question(text), patient());
  return outcome ? "" : outcome.error().message;
}

TEST(Cassette, RecordsEachCallInAFileOfItsOwn) {
  Reel const reel;
  ScriptedModel model;
  model.says("one").fails(Failing::refused, "no").says("\xFFthree\x1b");
  auto const cassette = reel.recording(model);
  EXPECT_EQ(cassette->id(), "scripted-1");
  said(*cassette, "a");
  said(*cassette, "a");
  said(*cassette, "b");
  auto const digest = digest_of("scripted-1", question("a"));
  auto const names = reel.names();
  ASSERT_EQ(names.size(), 3u);
  EXPECT_EQ(names[0], "0001-" + digest.substr(0, 16) + ".json");
  EXPECT_EQ(names[1], "0002-" + digest.substr(0, 16) + ".json");
  auto const third = must(record_from_text(reel.dir().read(names[2])));
  EXPECT_EQ(third.outcome->text, "\xFFthree\x1b");
  EXPECT_GE(third.wall, Duration::zero());
  EXPECT_EQ(third.outcome->attempts.size(), 1u);
}

RC_GTEST_PROP(CassetteProperty, AnswersAsItWasAnswered, ()) {
  Reel const reel;
  ScriptedModel model;
  auto const pool = *rc::gen::container<std::vector<Request>>(3, any_request());
  auto const calls = *rc::gen::inRange<std::size_t>(0, 8);
  auto const order =
      *rc::gen::container<std::vector<std::size_t>>(calls, rc::gen::inRange<std::size_t>(0, pool.size()));
  std::vector<Outcome> given;
  {
    auto const cassette = reel.recording(model);
    for (auto const which : order) {
      model.gives(*any_outcome());
      given.push_back(cassette->ask(pool[which], patient()));
    }
  }
  auto const strict = reel.strict();
  for (std::size_t i = 0; i < order.size(); ++i)
    RC_ASSERT(same(strict->ask(pool[order[i]], patient()), given[i]));
  RC_ASSERT(model.asked().size() == order.size());
}

TEST(Cassette, StrictNamesWhatIsNotRecorded) {
  Reel const reel;
  ScriptedModel model;
  model.says("one");
  said(*reel.recording(model), "a");
  auto const strict = reel.strict();
  EXPECT_EQ(said(*strict, "a"), "one");
  EXPECT_EQ(said(*reel.strict(""), "a"), "one");        // without an id: that of the first record
  EXPECT_EQ(said(*strict, "a"), "failed: bad_request"); // it was asked only once
  EXPECT_THAT(message_of(*strict, "b"), HasSubstr(digest_of("scripted-1", question("b"))));
  EXPECT_EQ(said(*reel.strict("another"), "a"), "failed: bad_request");
}

TEST(Cassette, ReplayPaysForNothingTwice) {
  Reel const reel;
  ScriptedModel model;
  model.says("one").says("two").says("three");
  {
    auto const first = reel.replaying(model);
    EXPECT_EQ(said(*first, "a"), "one");
    EXPECT_EQ(said(*first, "a"), "two");
  }
  auto const second = reel.replaying(model);
  EXPECT_EQ(said(*second, "a"), "one");
  EXPECT_EQ(said(*second, "a"), "two");
  EXPECT_EQ(model.asked().size(), 2u);
  EXPECT_EQ(said(*second, "a"), "three");
  EXPECT_EQ(model.asked().size(), 3u);
  EXPECT_EQ(reel.names().size(), 3u);
}

TEST(Cassette, ReplayAsksAgainWhereNothingWasAnswered) {
  Reel const reel;
  ScriptedModel model;
  model.fails(Failing::cancelled).fails(Failing::quota).fails(Failing::truncated, "cut");
  {
    auto const first = reel.replaying(model);
    for (auto const* text : {"a", "b", "c"})
      said(*first, text);
  }
  model.says("one").says("two");
  auto const second = reel.replaying(model);
  EXPECT_EQ(said(*second, "a"), "one");
  EXPECT_EQ(said(*second, "b"), "two");
  EXPECT_EQ(said(*second, "c"), "failed: truncated"); // that reply was paid for
  EXPECT_EQ(model.asked().size(), 5u);
}

TEST(Cassette, HandsOutNothingItCouldNotWrite) {
  Reel const reel;
  ScriptedModel model;
  model.says("precious", {.input = 7}).says("more");
  auto const cassette = reel.recording(model);
  reel.dir().write(".artifactd", "a file where its work is done");
  auto const outcome = cassette->ask(question("a"), patient());
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().why, Failing::transient);
  EXPECT_EQ(outcome.error().raw, "precious");
  EXPECT_EQ(outcome.error().usage.input, 7u);
  EXPECT_THAT(message_of(*cassette, "b"), HasSubstr("recording"));
  EXPECT_EQ(model.asked().size(), 1u); // nothing more was sent
}

TEST(Cassette, TakesDamageForWhatIsNotRecorded) {
  Reel const reel;
  ScriptedModel model;
  model.says("one").says("two").says("three").says("four").says("five").says("six");
  {
    auto const cassette = reel.recording(model);
    for (int i = 0; i < 6; ++i)
      said(*cassette, "a");
  }
  auto const names = reel.names();
  ASSERT_EQ(names.size(), 6u);
  auto const path = [&](std::size_t i) { return reel.dir() / names[i]; };
  auto const good = reel.dir().read(names[0]);
  reel.dir().write(names[0], good.substr(0, good.size() - 9));
  std::filesystem::remove(path(1));
  reel.dir().write("elsewhere", good);
  std::filesystem::create_symlink(reel.dir() / "elsewhere", path(1));
  std::filesystem::remove(path(2));
  ASSERT_EQ(::mkfifo(path(2).c_str(), 0600), 0);
  std::filesystem::remove(path(3));
  std::filesystem::create_directory(path(3));
  std::filesystem::resize_file(path(4), largest_record + 1);
  auto const strict = reel.strict();
  EXPECT_EQ(said(*strict, "a"), "six");
  EXPECT_EQ(said(*strict, "a"), "failed: bad_request");

  model.says("seven");
  said(*reel.recording(model), "a");
  EXPECT_THAT(reel.names().back(), testing::StartsWith("0007-")); // the damaged record stays as it is
}

TEST(Cassette, TrustsNoNameOfAFile) {
  Reel const reel;
  ScriptedModel model;
  model.says("one").says("two");
  {
    auto const cassette = reel.recording(model);
    said(*cassette, "a");
    said(*cassette, "b");
  }
  auto const names = reel.names();
  reel.dir().write(names[1], reel.dir().read(names[0])); // the reply to a, as if it had been the reply to b
  EXPECT_EQ(said(*reel.strict(), "b"), "failed: bad_request");
}

TEST(Cassette, KeepsNoSecret) {
  Reel const reel;
  ScriptedModel model;
  model.gives(Reply{"your key is sk-12345!", "m", {}, {{401, "sk-12345 refused", "id-sk-12345", {}, {}}}});
  model.fails(Failing::malformed, "sk-12345sk-12345");
  auto const cassette = reel.recording(model, {"sk-12345", ""});
  EXPECT_EQ(said(*cassette, "my key is sk-12345"), "failed: bad_request");
  EXPECT_EQ(model.asked().size(), 0u);
  EXPECT_EQ(said(*cassette, "a"), "your key is [secret]!");
  EXPECT_EQ(said(*cassette, "b"), "failed: malformed");
  for (auto const& name : reel.names())
    EXPECT_THAT(reel.dir().read(name), AllOf(HasSubstr("[secret]"), Not(HasSubstr("sk-12345"))));
  EXPECT_EQ(said(*reel.strict(), "a"), "your key is [secret]!");
}

TEST(Cassette, HasOneWriterAtATime) {
  Reel const reel;
  ScriptedModel model;
  auto first = reel.recording(model);
  EXPECT_EQ(fault(reel.try_open({CassetteMode::replay, &model})), "busy");
  EXPECT_EQ(fault(reel.try_open({CassetteMode::strict})), "none");
  first.reset();
  EXPECT_EQ(fault(reel.try_open({CassetteMode::replay, &model})), "none");
  EXPECT_EQ(fault(reel.try_open({CassetteMode::record})), "invalid");
}

TEST(Cassette, RecordsManyCallersAtOnce) {
  Reel const reel;
  ScriptedModel model;
  constexpr int callers = 8;
  for (int i = 0; i < callers * 4; ++i)
    model.says("answer");
  {
    auto const cassette = reel.recording(model);
    std::vector<std::jthread> threads;
    for (int caller = 0; caller < callers; ++caller)
      threads.emplace_back([&cassette, caller] {
        for (int i = 0; i < 4; ++i)
          said(*cassette, "same or " + std::to_string(caller * (i % 2)));
      });
  }
  EXPECT_EQ(reel.names().size(), callers * 4u);
  auto const strict = reel.strict();
  for (int caller = 0; caller < callers; ++caller)
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ(said(*strict, "same or " + std::to_string(caller * (i % 2))), "answer");
}

} // namespace
} // namespace artifactd::model
