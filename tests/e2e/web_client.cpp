#include "tests/e2e/web_client.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cctype>
#include <chrono>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace artifactd::test {

namespace {

HttpConnection::Check& checking() {
  static HttpConnection::Check check;
  return check;
}

struct AskedFor {
  std::string method = "GET";
  std::string path = "/";
};

/// Takes the first request from what was sent. What is no request gets an error, whatever its path.
AskedFor take_request(std::string& sent) {
  AskedFor asked;
  auto const end = sent.find("\r\n\r\n");
  auto const line = sent.substr(0, sent.find("\r\n"));
  auto const first = line.find(' ');
  auto const second = line.find(' ', first + 1);
  if (first != line.npos && second != line.npos && line[first + 1] == '/')
    asked = {line.substr(0, first), line.substr(first + 1, second - first - 1)};
  constexpr std::string_view length = "\r\nContent-Length: ";
  auto const given = sent.find(length);
  auto const digits = given == sent.npos ? std::string() : sent.substr(given + length.size(), 8);
  auto const body = given < end && !digits.empty() && std::isdigit(static_cast<unsigned char>(digits[0])) != 0
                        ? std::stoul(digits)
                        : 0;
  sent.erase(0, end == sent.npos ? sent.npos : end + 4 + body);
  return asked;
}

} // namespace

void HttpConnection::check_with(Check check) {
  checking() = std::move(check);
}

void HttpConnection::check(HttpAnswer const& answer) const {
  auto const asked = take_request(sent_);
  if (!checking()) return;
  if (auto const wrong = checking()(asked.method, asked.path, answer); !wrong.empty())
    ADD_FAILURE() << asked.method << " " << asked.path << ": " << wrong << "\n"
                  << answer.status << " " << answer.body;
}

HttpConnection::HttpConnection(unsigned port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) return;
  ::close(fd_);
  fd_ = -1;
}

HttpConnection::~HttpConnection() {
  if (fd_ >= 0) ::close(fd_);
}

bool HttpConnection::send(std::string_view bytes) const {
  if (sent_.size() < (std::size_t{4} << 20)) sent_ += bytes;
  while (!bytes.empty()) {
    auto const sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void HttpConnection::finish() const {
  ::shutdown(fd_, SHUT_WR);
}

/// False at the end of the connection, without one, or if nothing comes in time.
bool HttpConnection::read_more() {
  if (fd_ < 0) return false;
  pollfd waited{fd_, POLLIN, 0};
  if (::poll(&waited, 1, static_cast<int>(std::chrono::milliseconds(patience).count())) <= 0) return false;
  std::array<char, std::size_t{64} << 10> bytes;
  auto const got = ::recv(fd_, bytes.data(), bytes.size(), 0);
  if (got <= 0) return false;
  read_.append(bytes.data(), static_cast<std::size_t>(got));
  return true;
}

HttpAnswer HttpConnection::header() {
  while (read_.find("\r\n\r\n") == read_.npos)
    if (!read_more()) return {};
  HttpAnswer answer{.status = std::stoi(read_.substr(read_.find(' ') + 1, 3))};
  auto const end = read_.find("\r\n\r\n");
  for (auto line = read_.find("\r\n"); line < end; line = read_.find("\r\n", line + 2)) {
    auto const colon = read_.find(": ", line);
    auto name = read_.substr(line + 2, colon - line - 2);
    std::ranges::transform(name, name.begin(),
                           [](char each) { return static_cast<char>(std::tolower(each)); });
    answer.headers[name] = read_.substr(colon + 2, read_.find("\r\n", colon) - colon - 2);
  }
  read_.erase(0, end + 4);
  return answer;
}

HttpAnswer HttpConnection::answer() {
  auto answer = header();
  if (answer.status == 0) return answer;
  auto const size =
      sent_.starts_with("HEAD ") || answer.status == 304 ? 0 : std::stoul(answer.headers["content-length"]);
  while (read_.size() < size)
    if (!read_more()) return {};
  answer.body = read_.substr(0, size);
  read_.erase(0, size);
  check(answer);
  return answer;
}

std::string HttpConnection::event() {
  // Comments come all the time.
  for (auto const until = std::chrono::steady_clock::now() + patience;
       std::chrono::steady_clock::now() < until;) {
    auto const end = read_.find("\n\n");
    if (end == read_.npos) {
      if (!read_more()) return {};
      continue;
    }
    auto const text = read_.substr(0, end);
    read_.erase(0, end + 2);
    if (!text.starts_with(':')) return text; // a comment shows only that the connection lives
  }
  return {};
}

bool HttpConnection::ends() {
  while (read_more())
    read_.clear();
  pollfd waited{fd_, POLLIN, 0};
  return ::poll(&waited, 1, 0) > 0;
}

} // namespace artifactd::test
