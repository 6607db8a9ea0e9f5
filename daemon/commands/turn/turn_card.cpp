#include "agents/turn/content/base64.hpp"
#include "agents/turn/content/card.hpp"
#include "agents/turn/content/png.hpp"
#include "agents/turn/store/rows/content_rows.hpp"
#include "daemon/commands/new_file.hpp"
#include "daemon/commands/turn/turn_options.hpp"
#include "daemon/queries/named_story.hpp"
#include "state/json/json_member.hpp"

#include <array>
#include <fmt/core.h>

namespace artifactd {

namespace {

using turn::DocumentKind;

struct CardSource {
  turn::Character character;
  std::optional<turn::WorldLore> lore;

  /// As v2 or v3; empty: in its original form, or version 3 if it had none.
  [[nodiscard]] Json card(std::string form) const {
    if (form.empty()) {
      auto const spec = text_member(character.base_profile.value("character_card", Json()), "spec");
      form = spec.empty() || spec == "chara_card_v3" ? "v3" : "v2";
    }
    auto const* const world = lore ? &*lore : nullptr;
    return form == "v2" ? turn::card_v2(character, world) : turn::card_v3(character, world);
  }
};

/// Both versions, since programs read one or the other.
Result<std::string> picture_with(CardSource const& source, std::string const& path) {
  auto const bytes = TRY(read_named(path, turn::largest_card_file));
  auto const newer = turn::to_base64(compact(source.card("v3")));
  auto const older = turn::to_base64(compact(source.card("v2")));
  auto written = turn::with_png_texts(
      path, bytes, std::array{turn::PngText{"chara", older}, turn::PngText{"ccv3", newer}});
  if (!written) return fail(Fault::invalid, place_and_message(written.error()));
  return *std::move(written);
}

Result<Exit> write_card(Cli const& cli, Config const& config, TurnCardOptions const& options) {
  auto const wants_picture = options.out.ends_with(".png");
  if (wants_picture == options.picture.empty())
    return fail(Fault::invalid, wants_picture ? "a PNG needs a picture to carry the card: --png FILE"
                                              : "--png is the picture for a card in a PNG: --out FILE.png");
  auto const store = TRY(open_stories(config));
  CardSource source{
      std::get<turn::Character>(TRY(turn::needed_content(store, DocumentKind::character, options.id))), {}};
  if (!options.lore.empty())
    source.lore =
        std::get<turn::WorldLore>(TRY(turn::needed_content(store, DocumentKind::world_lore, options.lore)));
  auto const text =
      wants_picture ? TRY(picture_with(source, options.picture)) : pretty(source.card(options.form)) + "\n";
  if (options.out.empty()) {
    fmt::print("{}", text);
    return Exit::ok;
  }
  TRY(write_new_file(options.out, text));
  if (cli.output == Output::json)
    print_json({{"version", 1}, {"id", source.character.id}, {"file", options.out}});
  return Exit::ok;
}

} // namespace

Exit turn_card_command(Cli const& cli, TurnCardOptions const& options) {
  return run_configured(cli, configuration_to_look(cli), options, write_card);
}

} // namespace artifactd
