#include "agents/child/confinement.hpp"
#include "agents/child/remote.hpp"
#include "agents/child/run_message.hpp"
#include "tests/support/ordinary_user.hpp"
#include "tests/support/scratch_dir.hpp"

#include <cstring>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace artifactd {
namespace {

/// The run service as systemd starts it: a non-root process that serves one connection.
class RemoteTest : public testing::Test {
protected:
  void SetUp() override {
    test::give_away(dir_.path());
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, path_.c_str());
    ASSERT_EQ(::bind(listener_.get(), reinterpret_cast<sockaddr const*>(&address), sizeof address), 0);
    ASSERT_EQ(::listen(listener_.get(), 4), 0);
    service_ = ::fork();
    if (service_ == 0) serve();
    ASSERT_GT(service_, 0);
  }
  void TearDown() override { served(); }

  [[noreturn]] void serve() {
    auto const user = test::ordinary_user();
    if (user && (::setresgid(user->group, user->group, user->group) != 0 ||
                 ::setresuid(user->user, user->user, user->user) != 0))
      ::_exit(100);
    ::setenv("HOME", (dir_ / "home").c_str(), 1);
    UniqueFd connection(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    auto const served = serve_run(connection.get(), ::getuid());
    ::_exit(served ? 0 : 1 + static_cast<int>(served.error().fault));
  }

  /// The service's exit code: 0, or its fault's number plus one.
  int served() {
    if (service_ > 0) {
      ::shutdown(listener_.get(), SHUT_RDWR); // in case nobody ever connected
      ::waitpid(service_, &status_, 0);
    }
    service_ = -1;
    return WIFEXITED(status_) ? WEXITSTATUS(status_) : -1;
  }

  static Command shell(std::string const& script) {
    return {.argv = {"/bin/sh", "-c", script},
            .environment = {"PATH=/usr/bin:/bin"},
            .timeout = std::chrono::seconds(20)};
  }

  test::ScratchDir dir_;
  std::string path_ = (dir_ / "run").string();
  UniqueFd listener_{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  pid_t service_ = -1;
  int status_ = 0;
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

TEST_F(RemoteTest, ConfinesACommandToTheDirectoryHandedOver) {
  if (auto available = confinement_available(); !available) GTEST_SKIP() << available.error().message;
  dir_.write("mine/here", "");
  dir_.write("other/secret", "of another session");
  test::give_away(dir_.path());
  UniqueFd directory(::open((dir_ / "mine").c_str(), O_RDONLY | O_DIRECTORY));
  auto command = shell("cat ../other/secret; ls ..; echo x > ../other/planted; kill -0 $PPID; ls; "
                       "echo made > made; mkdir sub; mv made sub/; cat sub/made; : > /dev/null && echo over");
  command.directory = directory.get();
  auto ran = run_remotely(path_, command);
  ASSERT_TRUE(ran) << ran.error().message;
  EXPECT_EQ(ran->output.bytes, "here\nmade\nover\n") << ran->errors.bytes;
  EXPECT_THAT(ran->errors.bytes, testing::HasSubstr("Permission denied"));
  EXPECT_FALSE(std::filesystem::exists(dir_ / "other/planted"));
}

TEST_F(RemoteTest, AProgramFromAnywhereFindsItsOwnFilesAndItsHome) {
  dir_.write("mine/here", "");
  dir_.write("home/login", "my login\n");
  auto const program =
      dir_.write("tools/bin/agent", "#!/bin/sh\ncat \"$(dirname $0)\"/../share/words ~/login\n");
  dir_.write("tools/share/words", "its words\n");
  std::filesystem::permissions(program, std::filesystem::perms(0755));
  test::give_away(dir_.path());
  UniqueFd directory(::open((dir_ / "mine").c_str(), O_RDONLY | O_DIRECTORY));
  Command command{.argv = {program}, .basics = Basics::given, .directory = directory.get()};
  auto ran = run_remotely(path_, command);
  ASSERT_TRUE(ran) << ran.error().message;
  EXPECT_EQ(ran->output.bytes, "its words\nmy login\n") << ran->errors.bytes;
}

TEST_F(RemoteTest, ItsHomeIsTheServices) {
  auto command = shell("echo $HOME");
  command.basics = Basics::given;
  auto ran = run_remotely(path_, command);
  ASSERT_TRUE(ran) << ran.error().message;
  EXPECT_EQ(ran->output.bytes, (dir_ / "home").string() + "\n");
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
  EXPECT_EQ(served(), 1 + static_cast<int>(Fault::invalid));
}

TEST(Remote, WithoutAServiceSaysSo) {
  auto ran = run_remotely("/no/such/socket", {.argv = {"true"}});
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().fault, Fault::busy) << "the program is not what is missing";
}

} // namespace
} // namespace artifactd
