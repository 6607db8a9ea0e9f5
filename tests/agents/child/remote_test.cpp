#include "agents/child/remote.hpp"
#include "agents/child/run_message.hpp"
#include "tests/support/scratch_dir.hpp"

#include <cstring>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

namespace artifactd {
namespace {

/// The run service as systemd starts it: one connection, served and over.
class RemoteTest : public testing::Test {
protected:
  void SetUp() override {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, path_.c_str());
    ASSERT_EQ(::bind(listener_.get(), reinterpret_cast<sockaddr const*>(&address), sizeof address), 0);
    ASSERT_EQ(::listen(listener_.get(), 4), 0);
    service_ = std::jthread([this] {
      UniqueFd connection(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      served_ = serve_run(connection.get(), ::getuid());
    });
  }

  static Command shell(std::string const& script) {
    return {.argv = {"/bin/sh", "-c", script},
            .environment = {"PATH=/usr/bin:/bin"},
            .timeout = std::chrono::seconds(20)};
  }

  test::ScratchDir dir_;
  std::string path_ = (dir_ / "run").string();
  UniqueFd listener_{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  Result<void> served_;
  std::jthread service_; ///< last: joined before what it uses goes
};

TEST_F(RemoteTest, RunsACommandAsIfItWereHere) {
  auto command = shell("cat; echo $WHO >&2; exit 3");
  command.input = std::string("in\xff\0put", 7);
  command.environment.emplace_back("WHO=me");
  auto ran = run_remotely(path_, command);
  ASSERT_TRUE(ran) << ran.error().message;
  ASSERT_TRUE(std::holds_alternative<Exited>(ran->ending));
  EXPECT_EQ(std::get<Exited>(ran->ending).code, 3);
  EXPECT_EQ(ran->output.bytes, std::get<std::string>(command.input));
  EXPECT_EQ(ran->errors.bytes, "me\n");
}

TEST_F(RemoteTest, TakesDescriptorsAlong) {
  UniqueFd directory(::open(dir_.path().c_str(), O_RDONLY | O_DIRECTORY));
  dir_.write("here", "");
  UniqueFd copy(::open((dir_ / "log").c_str(), O_RDWR | O_CREAT | O_APPEND, 0600));
  auto command = shell("ls");
  command.directory = directory.get();
  command.output = {.copy = copy.get(), .copy_bytes = 1000};
  auto ran = run_remotely(path_, command);
  ASSERT_TRUE(ran) << ran.error().message;
  EXPECT_THAT(ran->output.bytes, testing::HasSubstr("here\n"));
  EXPECT_EQ(dir_.read("log"), ran->output.bytes);
}

TEST_F(RemoteTest, HangsUpToCancel) {
  UniqueFd cancel(::eventfd(1, EFD_CLOEXEC));
  auto command = shell("exec sleep 1000");
  command.cancel = cancel.get();
  auto ran = run_remotely(path_, command);
  ASSERT_TRUE(ran) << ran.error().message;
  EXPECT_TRUE(std::holds_alternative<Cancelled>(ran->ending));
}

TEST_F(RemoteTest, SaysWhatCouldNotBeStarted) {
  auto ran = run_remotely(path_, {.argv = {"/no/such/program"}});
  ASSERT_FALSE(ran);
  EXPECT_THAT(ran.error().message, testing::HasSubstr("/no/such/program"));
}

TEST_F(RemoteTest, AnswersNobodyWhoSpeaksAnotherLanguage) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strcpy(address.sun_path, path_.c_str());
  UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  ASSERT_EQ(::connect(socket.get(), reinterpret_cast<sockaddr const*>(&address), sizeof address), 0);
  std::string const junk(64, '\xff');
  ASSERT_EQ(::write(socket.get(), junk.data(), junk.size()), static_cast<ssize_t>(junk.size()));
  service_.join();
  ASSERT_FALSE(served_);
  EXPECT_EQ(served_.error().fault, Fault::invalid);
}

TEST(Remote, WithoutAServiceSaysSo) {
  auto ran = run_remotely("/no/such/socket", {.argv = {"true"}});
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().fault, Fault::busy) << "the program is not what is missing";
}

} // namespace
} // namespace artifactd
