#include "daemon/queries/journal_news.hpp"

#include <algorithm>
#include <poll.h>

namespace artifactd {

namespace {

constexpr auto look_interval = std::chrono::milliseconds(200); ///< a person reads no faster
// While the daemon reports every event: commands write to the journal as well, which nobody reports.
constexpr auto look_at_others = std::chrono::seconds(1);
constexpr auto reply_patience = std::chrono::seconds(2);

/// Whether the daemon's first line says that events wait for its writer.
bool says_queued(std::string const& line) {
  auto const document = object_in(line);
  return document.is_object() && document.value("queued", Json()) > 0;
}

} // namespace

void JournalNews::wait() {
  if (!client_ && Monotonic::now() >= connect_again_) connect();
  if (!client_) {
    ::poll(nullptr, 0, static_cast<int>(look_interval.count()));
    return;
  }
  auto line = client_->next(Monotonic::now() + look_at_others);
  while (line && *line) // several that arrive together need only one look
    line = client_->next(Monotonic::now());
  if (!line) client_.reset();
}

void JournalNews::connect() {
  connect_again_ = Monotonic::now() + reply_patience;
  if (auto client = ControlClient::ask(socket_, {"log"}, reply_patience)) client_ = *std::move(client);
}

bool await_journal(std::string const& socket, Moment until) {
  for (;;) {
    auto client = ControlClient::ask(socket, {"log"}, std::max<Duration>(until - Monotonic::now(), {}));
    if (!client) return false;
    auto const first = client->next(until);
    if (!first || !*first || !says_queued(**first)) return true;
    if (auto const written = client->next(until); !written || !*written) return true;
  }
}

} // namespace artifactd
