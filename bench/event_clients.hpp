// Clients of the HTTP API that follow all events and read whatever comes, in one thread, each by a connection
// of its own.
#pragma once

#include "state/platform/fd.hpp"

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace artifactd::bench {

class EventClients {
public:
  /// Connected to 127.0.0.1 when it returns, and each of them was answered with 200. Throws
  /// std::runtime_error when one is not.
  EventClients(int count, std::uint16_t port, std::string const& token);
  ~EventClients();
  EventClients(EventClients const&) = delete;
  EventClients& operator=(EventClients const&) = delete;

  [[nodiscard]] std::uint64_t bytes_read() const { return bytes_; }

private:
  void read_all();

  std::vector<UniqueFd> connections_;
  UniqueFd ending_;
  std::atomic<std::uint64_t> bytes_ = 0;
  std::thread reading_;
};

} // namespace artifactd::bench
