#include "agents/child/process.hpp"
#include "agents/model/endpoint/http.hpp"
#include "state/platform/fd.hpp"
#include "tests/support/ordinary_user.hpp"
#include "tests/support/scratch_dir.hpp"

#include <cstdlib>
#include <fcntl.h>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>

namespace artifactd::model {
namespace {

using namespace std::chrono_literals;

/// Answers every request over TLS with "safe"; prints its port first.
constexpr std::string_view tls_server = R"(
import http.server, ssl, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(200)
        self.send_header("content-length", "4")
        self.end_headers()
        self.wfile.write(b"safe")
    def log_message(self, *words):
        pass
server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
server.serve_forever()
)";

class TlsTest : public testing::Test {
protected:
  void SetUp() override {
    for (auto const* const program : {"/usr/bin/python3", "/usr/bin/openssl"})
      if (::access(program, X_OK) != 0) GTEST_SKIP() << "there is no " << program;
    auto const script = dir.write("server.py", tls_server);
    artifactd::test::give_away(dir.path());
    ASSERT_NO_FATAL_FAILURE(make_certificate());
    int pipe[2];
    ASSERT_EQ(::pipe2(pipe, O_CLOEXEC), 0);
    UniqueFd const said(pipe[0]);
    saying = UniqueFd(pipe[1]);
    Command const command{.argv = {"/usr/bin/python3", script, certificate, key},
                          .output = {.copy = pipe[1], .copy_bytes = 100},
                          .identity = artifactd::test::ordinary_user(),
                          .cancel = stop.get()};
    server = std::jthread([command] { EXPECT_TRUE(run(command)); });
    for (char each = 0; each != '\n'; port += each)
      ASSERT_EQ(::read(said.get(), &each, 1), 1);
  }

  void TearDown() override { ::eventfd_write(stop.get(), 1); }

  /// A self-signed certificate for 127.0.0.1.
  void make_certificate() const {
    auto const made = run({.argv = {"/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                                    "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=test", "-addext",
                                    "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate},
                           .identity = artifactd::test::ordinary_user()});
    ASSERT_TRUE(made) << made.error().message;
    ASSERT_TRUE(std::filesystem::exists(certificate)) << made->errors.bytes;
  }

  std::expected<HttpAnswer, HttpFailure> ask(std::string const& host, std::string const& ca_file) {
    return post({.url = fmt::format("https://{}:{}/", host, std::atoi(port.c_str())),
                 .body = "x",
                 .timeouts = {.connect = 20s, .first_byte = 20s, .idle = 20s, .total = 20s},
                 .most_bytes = 100,
                 .ca_file = ca_file,
                 .deadline = Monotonic::now() + 20s});
  }

  artifactd::test::ScratchDir dir;
  std::string certificate = (dir / "certificate.pem").string();
  std::string key = (dir / "key.pem").string();
  UniqueFd stop{::eventfd(0, EFD_CLOEXEC)};
  UniqueFd saying;
  std::string port;
  std::jthread server; ///< declared last: joined before what it uses is destroyed
};

TEST_F(TlsTest, TrustsWhoItIsToldToTrust) {
  auto const trusted = ask("127.0.0.1", certificate);
  ASSERT_TRUE(trusted) << trusted.error().message;
  EXPECT_EQ(trusted->body, "safe");
}

TEST_F(TlsTest, TrustsNobodyElse) {
  for (auto const& [host, ca_file] : {std::pair<std::string, std::string>{"127.0.0.1", ""},
                                      {"127.0.0.1", (dir / "none.pem").string()},
                                      {"localhost", certificate}}) { // not the name in the certificate
    auto const answer = ask(host, ca_file);
    ASSERT_FALSE(answer) << host << " " << ca_file;
    EXPECT_EQ(answer.error().what, HttpTrouble::transport);
    EXPECT_THAT(answer.error().message, testing::StartsWith("no connection: "));
  }
}

} // namespace
} // namespace artifactd::model
