#include "daemon/queries/named_story.hpp"

#include "daemon/control/control_client.hpp"
#include "daemon/control/story_answer.hpp"
#include "state/platform/identity.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr auto daemon_answers_within = std::chrono::seconds(30);
constexpr auto daemon_accepts_within = std::chrono::seconds(2);

/// A daemon makes the directory when it starts.
bool lost_its_state(Config const& config) {
  if (answer_as_self([&] { return ::access(config.state_dir.c_str(), F_OK) == 0 || errno != ENOENT; }))
    return false;
  auto const client = ControlClient::ask(config.control_path(), {.ask = "watch"}, daemon_accepts_within);
  return client || client.error().fault == Fault::denied || client.error().fault == Fault::busy;
}

Error without_story(Config const& config, std::string const& session) {
  if (!lost_its_state(config)) return no_story(session);
  return {Fault::io,
          fmt::format("{}: the state directory, with all stories, was removed while artifactd runs. "
                      "Put it back, or restart artifactd: then there are no stories",
                      config.state_dir)};
}

Result<NamedStory> story_of(Config const& config, NamedSession named) {
  if (no_story_yet(config)) return fail(without_story(config, named.session.shown()));
  auto store = TRY(open_stories(config));
  auto const directory = turn::story_directory({}, named.session.shown(), named.session.stamp());
  auto row = TRY(turn::find_story(store, directory));
  if (!row) return fail(no_story(named.session.shown()));
  return NamedStory{std::move(named), std::move(store), *std::move(row)};
}

/// It belongs to another user's daemon. Root could open the file, and might leave files of root's beside it.
bool is_out_of_reach(Config const& config) {
  if (!config.turn.database.empty()) return false;
  struct stat status{};
  if (::lstat(config.stories_path().c_str(), &status) == 0 && status.st_uid != own_user()) return true;
  return ::access(config.state_dir.c_str(), R_OK | W_OK | X_OK) != 0 && errno == EACCES;
}

Result<Json> ask_daemon(Config const& config, NamedSession const& named, turn::StoryView const& view) {
  UniqueFd directory(::openat(named.session.directory(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory) return fail(errno_error("open", named.session.shown()));
  auto client = ControlClient::ask(config.control_path(),
                                   story_question(named.session.shown(), view, std::move(directory)),
                                   daemon_answers_within, longest_story_answer);
  if (!client && client.error().fault == Fault::missing)
    return fail(Fault::denied,
                fmt::format("{}: only its user may open it, and no daemon answers for it at {}",
                            config.stories_path(), config.control_path()));
  if (!client && client.error().fault == Fault::denied)
    return fail(Fault::denied,
                fmt::format("{}: artifactd shows stories to its user and the group of {}, which this user is "
                            "not in",
                            named.session.shown(), config.control_path()));
  if (!client) return fail(client.error());
  auto const line = TRY(client->next(Monotonic::now() + daemon_answers_within));
  if (!line) return fail(Fault::busy, "artifactd does not answer");
  return read_story_answer(*line);
}

} // namespace

bool no_story_yet(Config const& config) {
  return config.turn.database.empty() && answer_as_self([&] {
           return ::access(config.stories_path().c_str(), F_OK) != 0 && errno == ENOENT;
         });
}

Result<turn::Store> open_stories(Config const& config) {
  auto store = turn::Store::open(config.stories());
  if (store) return store;
  auto error = std::move(store).error();
  if (error.fault == Fault::invalid || error.fault == Fault::unsafe) error.fault = Fault::io;
  return fail(std::move(error));
}

Result<NamedStory> story_argument(Config const& config, std::string const& session) {
  return story_of(config, TRY(session_argument(config, session)));
}

Result<bool> has_story(Config const& config, NamedSession const& named) {
  if (is_out_of_reach(config)) {
    auto const answer = ask_daemon(config, named, {.what = turn::StoryView::What::relations});
    if (!answer && answer.error().fault != Fault::missing) return fail(answer.error());
    return answer.has_value();
  }
  if (no_story_yet(config)) return false;
  auto const store = TRY(open_stories(config));
  auto const directory = turn::story_directory({}, named.session.shown(), named.session.stamp());
  return TRY(turn::find_story(store, directory)).has_value();
}

Result<Json> look_at_story(Config const& config, std::string const& session, turn::StoryView const& view) {
  auto named = TRY(session_argument(config, session));
  if (is_out_of_reach(config)) return ask_daemon(config, named, view);
  auto const story = TRY(story_of(config, std::move(named)));
  return turn::story_view(story.store, story.row, view, config.mirror_path());
}

} // namespace artifactd
