#include "tests/agents/model/service_site.hpp"

#include "agents/child/service_socket.hpp"

#include <array>
#include <cstring>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace artifactd::model::mock {

UniqueFd listen_at(std::string const& path) {
  UniqueFd listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strcpy(address.sun_path, path.c_str());
  EXPECT_EQ(::bind(listener.get(), reinterpret_cast<sockaddr const*>(&address), sizeof address), 0);
  EXPECT_EQ(::listen(listener.get(), 8), 0);
  return listener;
}

ServiceSite::ServiceSite(Budget const& budget) : budget_(budget), listener_(listen_at(socket())) {
  dir.write("key", std::string(the_key) + "\n");
  std::filesystem::create_directory(dir / "book");
  start();
}

ServiceSite::~ServiceSite() {
  stop();
}

Offer ServiceSite::offer() const {
  auto endpoint = endpoint_at(server);
  endpoint.key = {KeySource::Kind::file, (dir / "key").string()};
  endpoint.retries = 0;
  return {
      .how = endpoint, .gate = {}, .prices = {{"m", {{the_day, {.input = 1'000'000, .output = 5'000'000}}}}}};
}

void ServiceSite::start() {
  auto book = DayBook::open(*Session::open((dir / "book").string()), [this] { return today.load(); });
  ASSERT_TRUE(book) << book.error().message;
  book_ = *std::move(book);
  Catalogue catalogue{{{"m", offer()}}, budget_};
  service_ = std::make_unique<ModelService>(std::move(catalogue), *book_,
                                            [this](auto const&, auto const&, Duration) { ++told; });
  stop_ = UniqueFd(::eventfd(0, EFD_CLOEXEC));
  accepting_ = std::jthread([this] { accept_all(); });
}

void ServiceSite::stop() {
  server.release();
  std::uint64_t const one = 1;
  EXPECT_EQ(::write(stop_.get(), &one, sizeof one), static_cast<ssize_t>(sizeof one));
  accepting_.join();
  talks_.clear();
}

void ServiceSite::restart() {
  stop();
  service_.reset();
  book_.reset();
  start();
}

void ServiceSite::accept_all() {
  for (;;) {
    std::array<pollfd, 2> slots{{{listener_.get(), POLLIN, 0}, {stop_.get(), POLLIN, 0}}};
    ::poll(slots.data(), slots.size(), -1);
    if (slots[1].revents != 0) return;
    talks_.emplace_back(
        [this, connection = UniqueFd(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC))] {
          auto const served = serve_model(connection.get(), ::getuid(), *service_);
          if (served) return;
          std::lock_guard const lock(mutex_);
          error_ = served.error().message;
          changed_.notify_all();
        });
  }
}

UniqueFd ServiceSite::connect() const {
  auto connection = connect_to_service(socket());
  EXPECT_TRUE(connection);
  return connection ? *std::move(connection) : UniqueFd();
}

std::string ServiceSite::last_error() {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::seconds(20), [this] { return !error_.empty(); });
  return error_;
}

} // namespace artifactd::model::mock
