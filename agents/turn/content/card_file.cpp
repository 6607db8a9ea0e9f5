#include "agents/turn/content/base64.hpp"
#include "agents/turn/content/card.hpp"
#include "agents/turn/content/content_finding.hpp"
#include "agents/turn/content/png.hpp"
#include "agents/turn/content/zip.hpp"
#include "agents/turn/limits.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

CardRead refused_card(Finding finding) {
  return {std::nullopt, {std::move(finding)}};
}

CardRead card_in(std::string const& file, std::string_view json, TakenId const& taken) {
  auto const text = read_content(file, json, Format::json);
  if (!text) return {std::nullopt, text.error()};
  return read_card(*text, taken);
}

Finding without_card(std::string_view file) {
  auto finding =
      content_finding("turn.image", {.file = std::string(file)},
                      {.message = "the picture has no character card in it",
                       .expected = "a tEXt chunk named ccv3 or chara",
                       .found = "a PNG without one",
                       .hint = "Programs that edit or send pictures drop it: get the original file."});
  finding.pointer.reset();
  return finding;
}

} // namespace

CardRead read_png_card(std::string_view file, std::string_view bytes, TakenId const& taken) {
  auto const texts = png_texts(file, bytes);
  if (!texts) return refused_card(texts.error());
  for (std::string_view const keyword : {"ccv3", "chara"}) {
    auto const found = std::ranges::find(*texts, keyword, &PngText::keyword);
    if (found == texts->end()) continue;
    auto const decoded = from_base64(found->text);
    if (!decoded.fault) return card_in(fmt::format("{} ({})", file, keyword), decoded.bytes, taken);
    auto const begin = static_cast<std::size_t>(found->text.data() - bytes.data());
    return refused_card(file_finding("turn.image", file, begin + *decoded.fault,
                                     {.message = fmt::format("the text {} is not base64", keyword),
                                      .expected = "letters, digits, +, / and padding at the end",
                                      .found = fmt::format("a fault at character {}", *decoded.fault),
                                      .hint = "The card is damaged: get the original file."}));
  }
  auto refused = refused_card(without_card(file));
  refused.foreign = true;
  return refused;
}

CardRead read_charx_card(std::string_view file, std::string_view bytes, TakenId const& taken) {
  if (bytes.size() > largest_card_file)
    return refused_card(content_finding("turn.archive", {.file = std::string(file)},
                                        {.message = "the archive is too large",
                                         .expected = fmt::format("at most {} bytes", largest_card_file),
                                         .found = fmt::format("{} bytes", bytes.size()),
                                         .hint = "Unpack it and import card.json."}));
  auto const card = unpack_member(file, bytes, "card.json", largest_document);
  if (!card) return refused_card(card.error());
  return card_in(fmt::format("{} (card.json)", file), *card, taken);
}

} // namespace artifactd::turn
