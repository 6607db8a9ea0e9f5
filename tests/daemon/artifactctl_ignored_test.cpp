// Something that is not a plain file has the name of a signal: every command says so, and what helps.
#include "tests/daemon/artifactctl.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <sys/stat.h>

namespace artifactd {
namespace {

using test::Artifactctl;
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

} // namespace
} // namespace artifactd
