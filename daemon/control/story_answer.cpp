#include "daemon/control/story_answer.hpp"

#include "daemon/process/exit.hpp"
#include "state/json/json_member.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>

namespace artifactd {

namespace {

// The words used for faults in the protocol.
constexpr std::array words{std::pair(Fault::missing, "missing"),
                           std::pair(Fault::denied, "denied"),
                           std::pair(Fault::invalid, "invalid"),
                           std::pair(Fault::too_large, "too_large"),
                           std::pair(Fault::busy, "busy"),
                           std::pair(Fault::unsupported, "unsupported"),
                           std::pair(Fault::io, "io")};

Result<turn::StoryDirectory> directory_of(ControlRequest const& request) {
  if (!request.directory)
    return fail(Fault::denied, "send an open descriptor of the session's directory (SCM_RIGHTS) to "
                               "prove that you may read it");
  auto const directory = request.directory->get();
  auto const flags = ::fcntl(directory, F_GETFL);
  auto const stamp = TRY(stamp_of(directory));
  if (flags < 0 || (flags & O_PATH) != 0 || !S_ISDIR(stamp.mode))
    return fail(Fault::denied, "the descriptor is not a directory that was opened for reading");
  return turn::story_directory({}, request.session, stamp);
}

/// The path of the descriptor tells its sender nothing new; whether the session has a story might.
Error no_story_in(ControlRequest const& request) {
  auto const sent = path_of(request.directory->get());
  if (!sent || *sent == request.session) return no_story(request.session);
  return {Fault::missing,
          fmt::format("{} has no story in {}, the directory of the descriptor; begin one with "
                      "artifactctl turn begin, or send the session's own directory",
                      request.session, *sent)};
}

Result<std::string> answer_line(turn::SharedStore& stories, StoryPaths const& paths,
                                ControlRequest const& request) {
  auto const view = TRY(turn::read_story_view(request.more));
  auto const directory = TRY(directory_of(request));
  auto const store = TRY(stories.at(paths.database));
  auto const row = TRY(turn::find_story(*store, directory));
  if (!row) return fail(no_story_in(request));
  auto line = line_of({{"version", 1},
                       {"what", "story"},
                       {"document", TRY(turn::story_view(*store, *row, view, paths.mirror))}});
  if (line.size() > longest_story_answer)
    return fail(Fault::too_large, fmt::format("the answer has {} bytes, and at most {} are sent: choose "
                                              "one turn with --turn, or ask as the daemon's user",
                                              line.size(), longest_story_answer));
  return line;
}

} // namespace

Error no_story(std::string const& session) {
  return {Fault::missing, fmt::format("{} has no story; begin one with artifactctl turn begin", session)};
}

std::vector<std::string> story_answer(turn::SharedStore& stories, StoryPaths const& paths,
                                      ControlRequest const& request) {
  auto line = answer_line(stories, paths, request);
  if (line) return {*std::move(line)};
  auto const word = std::ranges::find(words, line.error().fault, &decltype(words)::value_type::first);
  return {line_of({{"version", 1},
                   {"what", "story"},
                   {"fault", word == words.end() ? "io" : word->second},
                   {"error", line.error().message}})};
}

ControlRequest story_question(std::string session, turn::StoryView const& view, UniqueFd directory) {
  return {.ask = "story",
          .session = std::move(session),
          .more = turn::to_json(view),
          .directory = std::make_shared<UniqueFd const>(std::move(directory))};
}

Result<Json> read_story_answer(std::string_view line) {
  auto answer = Json::parse(line, nullptr, false);
  if (answer.is_object() && answer.contains("document")) return std::move(answer["document"]);
  auto const message = text_member(answer, "error");
  if (message.empty()) return fail(Fault::invalid, "the control socket gave an answer in an unknown format");
  auto const word =
      std::ranges::find(words, text_member(answer, "fault"), &decltype(words)::value_type::second);
  // The server's own refusals have no word: they mean busy.
  return fail(word == words.end() ? Fault::busy : word->first, printable(message));
}

} // namespace artifactd
