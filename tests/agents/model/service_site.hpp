// A model service as `artifactd model` runs it: a listening socket, a thread for each connection, a book in a
// scratch directory, and one model behind a FaultServer that has a key and a price.
#pragma once

#include "agents/model/remote_model.hpp"
#include "agents/model/service.hpp"
#include "tests/agents/model/fault_endpoint.hpp"

#include <atomic>
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace artifactd::model::mock {

inline constexpr auto the_key = "sk-very-secret-0123456789";
inline constexpr Day the_day = Day(std::chrono::days(20'000));

/// A listening socket at `path`.
[[nodiscard]] UniqueFd listen_at(std::string const& path);

class ServiceSite {
public:
  /// `budget` covers everything; a call of simple_request() costs less than 100 micro-dollars.
  explicit ServiceSite(Budget const& budget = {});
  ~ServiceSite();

  [[nodiscard]] Offer offer() const;
  [[nodiscard]] std::string socket() const { return (dir / "m.sock").string(); }
  [[nodiscard]] RemoteModel model(std::string key = "m", std::string run = "r") const {
    return {{socket(), std::move(key)}, {"s", std::move(run)}};
  }
  /// A raw connection that may send anything.
  [[nodiscard]] UniqueFd connect() const;
  /// Closes the book and opens it again, as another process would.
  void restart();
  /// The Error of the last connection that ended with one; waits for one.
  [[nodiscard]] std::string last_error();

  artifactd::test::ScratchDir dir;
  FaultServer server;
  std::atomic<Day> today = the_day;
  std::atomic<int> told = 0; ///< number of calls reported

private:
  void start();
  void stop();
  void accept_all();

  Budget budget_;
  std::unique_ptr<DayBook> book_;
  std::unique_ptr<ModelService> service_;
  UniqueFd listener_;
  UniqueFd stop_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string error_;
  std::list<std::jthread> talks_;
  std::jthread accepting_;
};

} // namespace artifactd::model::mock
