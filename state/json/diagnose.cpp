#include "state/json/diagnose.hpp"

#include "state/json/cure.hpp"
#include "state/json/duplicate_keys.hpp"
#include "state/json/mistake.hpp"
#include "state/json/place.hpp"
#include "state/json/scalar.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <ranges>

namespace artifactd::json {

namespace {

/// More of the same would not help, and a hostile text could have thousands.
constexpr std::size_t most_duplicates = 100;
constexpr std::size_t most_breaks = 10;

/// A longer pointer is omitted: its keys are no longer names.
constexpr std::size_t longest_pointer = 1024;

std::string_view code_of(Breach breach) noexcept {
  switch (breach) {
  case Breach::empty:
    return "json.empty";
  case Breach::byte_order_mark:
    return "json.bom";
  case Breach::not_utf8:
    return "json.encoding";
  case Breach::unexpected:
    return "json.unexpected";
  case Breach::truncated:
    return "json.truncated";
  case Breach::bad_number:
    return "json.number";
  case Breach::bad_literal:
    return "json.literal";
  case Breach::bad_escape:
    return "json.escape";
  case Breach::lone_surrogate:
    return "json.surrogate";
  case Breach::control_character:
    return "json.control";
  case Breach::trailing_data:
    return "json.trailing";
  case Breach::too_deep:
    return "json.depth";
  }
  return "json.unexpected";
}

std::string expected_at(Scene const& scene, Limits limits) {
  switch (scene.broken.breach) {
  case Breach::empty:
    return "a JSON object";
  case Breach::byte_order_mark:
    return "the JSON document from the first byte";
  case Breach::not_utf8:
    return "UTF-8";
  case Breach::truncated:
    return scene.place.in_string ? "a closing double quote" : std::string(words_for(scene.place.expect));
  case Breach::bad_number:
    return "a number such as 0, -2.5 or 3e8";
  case Breach::bad_literal:
    return "true, false or null";
  case Breach::bad_escape:
    return R"(one of \" \\ \/ \b \f \n \r \t \uXXXX)";
  case Breach::lone_surrogate:
    return R"(a pair such as \ud83d\ude00)";
  case Breach::control_character:
    return "an escape, or the end of the string";
  case Breach::trailing_data:
    return "the end of the text";
  case Breach::too_deep:
    return fmt::format("at most {} open brackets", limits.depth);
  case Breach::unexpected:
    break;
  }
  return std::string(words_for(scene.place.expect));
}

std::string shown_escape(std::string_view rest) {
  std::size_t end = 2;
  if (rest.starts_with("\\u"))
    end = std::min(rest.find_first_not_of("0123456789abcdefABCDEF", 2), std::size_t{6});
  return fmt::format("'{}'", printable(rest.substr(0, end)));
}

std::string found_at(Scene const& scene, Limits limits) {
  switch (scene.broken.breach) {
  case Breach::empty:
    return scene.text.empty() ? "an empty text" : "nothing but white space";
  case Breach::byte_order_mark:
    return "a byte order mark";
  case Breach::not_utf8:
    return fmt::format("the byte 0x{:02X}", static_cast<unsigned char>(scene.byte()));
  case Breach::bad_escape:
  case Breach::lone_surrogate:
    return shown_escape(scene.rest());
  case Breach::bad_number:
  case Breach::bad_literal:
    return shown_run(scene.text.substr(scene.word_begin()));
  case Breach::too_deep:
    return fmt::format("bracket number {}", limits.depth + 1ULL);
  default:
    return shown_token(scene.rest());
  }
}

Mistake mistake_in(Scene const& scene, Limits limits) {
  if (scene.broken.breach == Breach::empty)
    return {fmt::format("there is no JSON in the {}", scene.whole()), scene.origin.source == Source::reply
                                                                          ? "Answer with one JSON object."
                                                                          : "Write one JSON object into it."};
  if (scene.broken.breach == Breach::too_deep) {
    return {fmt::format("values are nested more than {} levels deep", limits.depth),
            "Make the structure flatter, for example by giving entries ids and referring to them."};
  }
  for (Recogniser* const recognise :
       {&container_mistake, &decoration_mistake, &word_mistake, &structure_mistake, &string_mistake,
        &number_mistake, &ending_mistake}) {
    if (auto mistake = recognise(scene)) return *std::move(mistake);
  }
  return {fmt::format("{} is not allowed here", shown_token(scene.rest())),
          "Remove it, or write what is expected."};
}

/// A truncated text does not lack its trailing white space.
std::size_t shown_byte(std::string_view text, Broken broken) noexcept {
  bool const at_end = broken.breach == Breach::truncated || broken.breach == Breach::empty;
  return at_end ? trimmed_end(text, broken.byte) : broken.byte;
}

std::vector<Finding> duplicate_findings(std::string_view file, std::string_view text, Origin origin) {
  std::vector<DuplicateKey> duplicates = duplicate_keys(text);
  std::size_t const all = duplicates.size();
  duplicates.resize(std::min(all, most_duplicates));
  std::vector<std::size_t> bytes;
  for (DuplicateKey const& duplicate : duplicates)
    bytes.push_back(duplicate.again);
  std::vector<std::string> const containers = pointers_at(text, bytes);

  std::vector<Finding> findings;
  for (std::size_t i = 0; i < duplicates.size(); ++i) {
    DuplicateKey const& duplicate = duplicates[i];
    Finding finding{.code = "json.duplicate_key", .file = std::string(file)};
    locate(finding, text, duplicate.again);
    std::string pointer = containers[i] + pointer_step(duplicate.key);
    if (pointer.size() <= longest_pointer) finding.pointer = std::move(pointer);
    std::string const key = shown_key(duplicate.key);
    finding.message = fmt::format("the object has the key {} twice", key);
    if (i + 1 == most_duplicates && all > most_duplicates) {
      finding.message += fmt::format(", and {} more keys are repeated further on", all - most_duplicates);
    }
    finding.expected = "a key the object does not have yet";
    finding.found = key;
    finding.hint = fmt::format("The first is on line {}. Keep one, or collect the values in one array.",
                               position_of(text, duplicate.first).line + origin.first_line - 1);
    findings.push_back(std::move(finding));
  }
  return findings;
}

} // namespace

void locate(Finding& finding, std::string_view text, std::size_t byte) {
  Position const position = position_of(text, byte);
  finding.line = position.line;
  finding.column = position.column;
  finding.byte = byte;
  finding.excerpt = excerpt(text, byte);
}

namespace {

Finding describe(std::string_view file, Scene const& scene, Limits limits) {
  Finding finding{.code = std::string(code_of(scene.broken.breach)), .file = std::string(file)};
  locate(finding, scene.text, shown_byte(scene.text, scene.broken));
  if (scene.place.pointer.size() <= longest_pointer) finding.pointer = scene.place.pointer;
  Mistake mistake = mistake_in(scene, limits);
  finding.message = std::move(mistake.message);
  finding.hint = std::move(mistake.hint);
  finding.expected = expected_at(scene, limits);
  finding.found = found_at(scene, limits);
  return finding;
}

/// A text with cures applied, each after the one before.
class CuredText {
public:
  explicit CuredText(std::string_view text) : text_(text) {}

  [[nodiscard]] std::string_view text() const noexcept { return text_; }

  /// False if it lies before an earlier one.
  bool apply(Cure const& cure) {
    if (!cures_.empty() && cure.begin < cures_.back().begin) return false;
    text_.replace(cure.begin, cure.end - cure.begin, cure.text);
    cures_.push_back(cure);
    return true;
  }

  /// The position of the byte in the original text.
  [[nodiscard]] std::size_t original(std::size_t byte) const {
    for (auto const& cure : std::views::reverse(cures_)) {
      if (byte >= cure.begin + cure.text.size())
        byte = byte - cure.text.size() + (cure.end - cure.begin);
      else
        byte = std::min(byte, cure.begin);
    }
    return byte;
  }

private:
  std::string text_;
  std::vector<Cure> cures_;
};

/// The first break, and further ones found by curing each in turn, as long as the intended text is clear.
/// Positions refer to the original text.
std::vector<Finding> breaks(std::string_view file, std::string_view text, Broken broken, Limits limits,
                            Origin origin) {
  std::vector<Finding> findings;
  CuredText cured(text);
  for (;;) {
    Scene const scene{cured.text(), broken, place_at(cured.text(), broken.byte), origin};
    auto finding = describe(file, scene, limits);
    locate(finding, text, cured.original(*finding.byte));
    findings.push_back(std::move(finding));
    auto const before = cured.original(broken.byte);
    auto const cure = cure_for(scene);
    if (!cure || findings.size() == most_breaks || !cured.apply(*cure)) return findings;
    auto const again = scan(cured.text(), limits);
    if (again) return findings;
    broken = again.error();
    if (cured.original(broken.byte) <= before) return findings; // the cure did not help
  }
}

} // namespace

Finding describe(std::string_view file, std::string_view text, Broken broken, Limits limits) {
  return describe(file, Scene{text, broken, place_at(text, broken.byte)}, limits);
}

std::vector<Finding> syntax_findings(std::string_view file, std::string_view text, Limits limits,
                                     Origin origin) {
  auto const document = scan(text, limits);
  if (!document) return breaks(file, text, document.error(), limits, origin);
  return duplicate_findings(file, text, origin);
}

} // namespace artifactd::json
