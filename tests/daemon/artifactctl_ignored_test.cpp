// Something that is not a plain file has the name of a signal: every command says so, and what helps.
#include "tests/daemon/refused_work.hpp"
#include "watchers/scan.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <sys/stat.h>

namespace artifactd {
namespace {

using test::Artifactctl;
using test::RefusedWork;
using testing::HasSubstr;

TEST_F(Artifactctl, SaysOfADirectoryOrAFifoThatItIsIgnoredWhicheverCommandIsAsked) {
  std::filesystem::create_directory(dir / "root/one/a.kg.lock");
  ASSERT_EQ(::mkfifo((dir / "root/one/b.kg.lock").c_str(), 0600), 0);
  dir.write("ok.json", "{}");
  auto board = daemon({});
  for (auto const& [name, what] : {std::pair("a", "a directory"), std::pair("b", "a FIFO")}) {
    auto const file = session("one") + "/" + name + ".kg.lock";
    auto const why = std::string("ignored: it is ") + what + ", and signals are plain files";
    auto const command = "mv -nT -- " + file + " " + file + ".ignored";
    auto const one = session("one");
    for (auto const& [words, exit] : {
             std::pair(std::vector<std::string>{"status", one}, Exit::person),
             std::pair(std::vector<std::string>{"explain", one, name}, Exit::person),
             std::pair(std::vector<std::string>{"wait", one, name}, Exit::not_found),
             std::pair(std::vector<std::string>{"submit", one, name, dir / "ok.json"}, Exit::conflict),
             std::pair(std::vector<std::string>{"submit", one, name, dir / "ok.json", "--wait"},
                       Exit::conflict),
         }) {
      auto const answer = run(words);
      EXPECT_EQ(answer.exit, exit) << words[0];
      EXPECT_THAT(answer.out + answer.err, HasSubstr(why)) << words[0];
      EXPECT_THAT(answer.out + answer.err, HasSubstr(command)) << words[0];
    }
  }
  EXPECT_EQ(run({"explain", "one", "a", "--json"}).json()["now"]["state"], "ignored");
}

TEST_F(RefusedWork, ThatIsALinkAFifoOrADirectoryIsIgnoredAndStaysWhereItIs) {
  editor("exit 0\n");
  std::filesystem::create_symlink("a.kg.lock.error", dir / "root/one/b.kg.lock.error");
  std::filesystem::create_directory(dir / "root/one/c.kg.lock.error");
  ASSERT_EQ(::mkfifo((dir / "root/one/d.kg.lock.error").c_str(), 0600), 0);
  dir.write("root/one/e.kg.lock.error", std::string(largest_signal + 1, 'x'));
  auto const one = session("one");
  for (auto const& [name, what] : {std::pair("b", "it is a link"), std::pair("c", "it is a directory"),
                                   std::pair("d", "it is a FIFO"), std::pair("e", "it is too large")}) {
    auto const file = one + "/" + name + ".kg.lock.error";
    for (auto const& words : std::vector<std::vector<std::string>>{{"retry", one, name},
                                                                   {"retry", one, name, "--dry-run"},
                                                                   {"retry", one, name, "--fresh"},
                                                                   {"hint", one, name, "close the brace"},
                                                                   {"fix", one, name},
                                                                   {"abandon", one, name}}) {
      auto const answer = run(words);
      EXPECT_EQ(answer.exit, Exit::not_found) << words[0] << " " << name;
      EXPECT_EQ(answer.out, "") << words[0];
      EXPECT_THAT(answer.err, HasSubstr(std::string("ignored: ") + what)) << words[0];
      EXPECT_THAT(answer.err, HasSubstr("mv -nT -- " + file + " " + file + ".ignored")) << words[0];
    }
    EXPECT_TRUE(std::filesystem::symlink_status(file).type() != std::filesystem::file_type::not_found);
  }
}

TEST_F(RefusedWork, IsNotRenamedToTheNameOfADirectory) {
  std::filesystem::create_directory(dir / "root/one/a.kg.lock");
  auto const answer = run({"retry", session("one"), "a"});
  EXPECT_EQ(answer.exit, Exit::conflict);
  EXPECT_THAT(answer.err, HasSubstr("a.kg.lock is ignored: it is a directory"));
  EXPECT_TRUE(refused());
}

} // namespace
} // namespace artifactd
