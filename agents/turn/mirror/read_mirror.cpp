#include "agents/turn/content/content_text.hpp"
#include "agents/turn/mirror/mirrored_story.hpp"
#include "agents/turn/store/rows/content_json.hpp"
#include "state/json/json_member.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd::turn {

namespace {

Json part(Json const& json, char const* name) {
  return json.is_object() ? json.value(name, Json()) : Json();
}

std::optional<std::int64_t> whole(Json const& json, char const* name) {
  auto const value = part(json, name);
  return value.is_number_integer() ? std::optional(value.get<std::int64_t>()) : std::nullopt;
}

/// Reads the text line by line; `line()` is the number of the last one.
class MirrorLines {
public:
  explicit MirrorLines(std::string_view bytes) : rest_(bytes) {}

  std::optional<std::string_view> next() {
    if (rest_.empty()) return std::nullopt;
    ++line_;
    auto const end = rest_.find('\n');
    ended_ = end != rest_.npos;
    auto const text = rest_.substr(0, end);
    rest_.remove_prefix(ended_ ? end + 1 : rest_.size());
    return text;
  }
  [[nodiscard]] std::size_t line() const noexcept { return line_; }
  [[nodiscard]] bool ended() const noexcept { return ended_; } ///< with a line feed

private:
  std::string_view rest_;
  std::size_t line_ = 0;
  bool ended_ = true;
};

class Reading {
public:
  Reading(std::string_view file, std::string_view bytes) : file_(file), lines_(bytes) {}

  Result<MirroredStory> story() {
    TRY(read_about());
    while (auto const text = lines_.next())
      TRY(read_message(TRY(json_of(*text))));
    if (!scene_.messages.empty()) return bad("the scene's record is missing after it");
    if (story_.scenes.empty()) return bad("there is no scene");
    return std::move(story_);
  }

private:
  [[nodiscard]] std::unexpected<Error> bad(std::string const& why) const {
    return fail(Fault::invalid, fmt::format("{}, line {}: {}", file_, lines_.line(), why));
  }

  Result<Json> json_of(std::string_view text) const {
    if (!lines_.ended()) return bad("the line is cut short");
    auto read = read_content(file_, text, Format::json);
    if (!read) return bad(read.error().front().message);
    if (!read->value.is_object()) return bad("it is not a JSON object");
    return std::move(read->value);
  }

  Result<void> read_about() {
    auto const text = lines_.next();
    if (!text) return bad("the file is empty");
    auto const about = part(part(TRY(json_of(*text)), "chat_metadata"), "artifactd");
    if (whole(about, "version") != 1) return bad("it is not the header of a story that artifactd wrote");
    story_.session_id = text_member(about, "session_id");
    auto documents = frozen_from_json(part(about, "documents"));
    if (!documents) return bad("its documents cannot be read: " + documents.error().message);
    story_.documents = *std::move(documents);
    return {};
  }

  Result<void> read_message(Json const& json) {
    if (!part(json, "mes").is_string()) return bad("it has no text \"mes\"");
    if (scene_.messages.empty()) scene_.line = lines_.line();
    scene_.messages.push_back({"", text_member(json, "mes")});
    speaks_.push_back(part(json, "is_user") == true);
    auto const record = part(part(json, "extra"), "artifactd");
    if (record.is_null()) return {};
    TRY(read_record(record));
    story_.scenes.push_back(std::move(scene_));
    scene_ = {};
    speaks_.clear();
    return {};
  }

  Result<void> read_record(Json const& record) {
    auto const index = whole(record, "scene_index");
    auto const at = whole(record, "created_at");
    if (!index || *index != static_cast<std::int64_t>(story_.scenes.size()))
      return bad(
          fmt::format("it ends scene {}, expected scene {}", index.value_or(-1), story_.scenes.size()));
    auto const earliest = story_.scenes.empty() ? Time{0} : story_.scenes.back().created_at;
    if (!at || *at < earliest || *at > end_of_time) return bad("the scene has no valid time");
    scene_.scene_index = *index;
    scene_.created_at = *at;
    scene_.scene_id = text_member(record, "scene_id");
    scene_.user_action_id = text_member(record, "user_action_id");
    scene_.state = part(record, "state");
    if (!scene_.state.is_object()) return bad("the scene has no state");
    TRY(read_dice(part(record, "dice")));
    TRY(read_roles(record));
    TRY(read_actions(part(record, "actions")));
    TRY(read_relations(part(record, "relations")));
    return read_observations(part(record, "observations"));
  }

  /// A scene without messages has one line and no role.
  Result<void> read_roles(Json const& record) {
    auto const roles = texts_of(record, "roles");
    if (roles.empty() && scene_.messages.size() == 1 && scene_.messages.front().content.empty()) {
      scene_.messages.clear();
      return {};
    }
    if (roles.size() != scene_.messages.size())
      return bad(
          fmt::format("the scene has {} messages, its record says {}", scene_.messages.size(), roles.size()));
    for (std::size_t i = 0; i < roles.size(); ++i) {
      if (roles[i] != "user" && roles[i] != "narrator" && roles[i] != "intro")
        return bad("the scene has a message of an unknown speaker");
      if ((roles[i] == "user") != speaks_[i]) return bad("is_user does not match the scene's record");
      scene_.messages[i].role = roles[i];
    }
    return {};
  }

  Result<void> read_actions(Json const& list) {
    if (!list.is_array()) return bad("the scene has no list of actions");
    for (auto const& each : list) {
      if (!part(each, "action_text").is_string()) return bad("an action has no text");
      scene_.actions.push_back({.character_id = text_member(each, "character_id"),
                                .action_text = text_member(each, "action_text"),
                                .intent_tags = part(each, "intent_tags"),
                                .resolved_outcome = part(each, "resolved_outcome")});
    }
    return {};
  }

  Result<void> read_relations(Json const& list) {
    if (!list.is_array()) return bad("the scene has no list of relations");
    for (auto const& each : list) {
      Relation relation{.a = text_member(each, "a"), .b = text_member(each, "b")};
      for (auto const& [name, value] :
           {std::pair("trust", &relation.trust), std::pair("tension", &relation.tension),
            std::pair("closeness", &relation.closeness)})
        *value = TRY(small_number(each, name));
      scene_.relations.push_back(std::move(relation));
    }
    return {};
  }

  Result<void> read_observations(Json const& list) {
    if (!list.is_array()) return bad("the scene has no list of observations");
    for (auto const& each : list)
      scene_.observations.push_back({.character_id = text_member(each, "character_id"),
                                     .content = text_member(each, "content"),
                                     .importance = TRY(small_number(each, "importance"))});
    return {};
  }

  Result<void> read_dice(Json const& list) {
    if (!list.is_array()) return bad("the scene has no list of dice");
    for (auto const& each : list) {
      auto const rolled = dice::rolled_from_json(each);
      auto const again = rolled ? dice::roll(rolled->expression, rolled->seed) : dice::roll("", "");
      if (!again || dice::to_json(*again) != dice::to_json(*rolled))
        return bad("the dice do not match their seed");
    }
    scene_.dice = list;
    return {};
  }

  Result<int> small_number(Json const& json, char const* name) const {
    auto const value = whole(json, name);
    if (!value || *value < -100 || *value > 100)
      return bad(fmt::format("{} is not a number from -100 to 100", name));
    return static_cast<int>(*value);
  }

  std::string file_;
  MirrorLines lines_;
  MirroredStory story_;
  MirroredScene scene_; ///< the one being read
  std::vector<bool> speaks_;
};

} // namespace

bool is_mirror(std::string_view bytes) {
  auto const text = MirrorLines(bytes).next();
  if (!text || !text->starts_with('{')) return false;
  auto const read = read_content("", *text, Format::json);
  return read && part(part(read->value, "chat_metadata"), "artifactd").is_object();
}

Result<MirroredStory> read_mirror(std::string_view file, std::string_view bytes) {
  return Reading(file, bytes).story();
}

} // namespace artifactd::turn
