#include "agents/turn/store/server/reconnecting.hpp"

#include "agents/turn/store/server/server_schema.hpp"
#include "state/database/postgres_url.hpp"

#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr auto spared = std::chrono::seconds(1);

} // namespace

Reconnecting::Reconnecting(std::string url)
    : url_(std::move(url)), about_("turn.database: " + postgres::place_of(url_)) {}

Result<postgres::Connection*> Reconnecting::ready() {
  if (!is_lost()) return &*connection_;
  if (trouble_ && Monotonic::now() < trouble_until_) return fail(*trouble_);
  connection_.reset();
  auto made = connect_to_stories(url_, about_);
  if (!made) {
    trouble_ = made.error();
    trouble_until_ = Monotonic::now() + spared;
    return fail(std::move(made).error());
  }
  trouble_.reset();
  connection_ = *std::move(made);
  return &*connection_;
}

Result<postgres::Connection*> Reconnecting::get() {
  if (connection_) return &*connection_;
  return fail(Fault::io, about_ + ": there is no connection");
}

} // namespace artifactd::turn
