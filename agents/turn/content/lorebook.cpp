#include "agents/turn/content/lorebook.hpp"

#include "agents/turn/content/card.hpp"
#include "agents/turn/content/document_members.hpp"
#include "agents/turn/limits.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

using Findings = std::vector<Finding>;

constexpr std::size_t most_book_entries = 2048;

/// SillyTavern's names for the card's members.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> other_words = {{
    {"key", "keys"},
    {"keysecondary", "secondary_keys"},
    {"order", "insertion_order"},
    {"disable", "enabled"},
}};

bool looks_like_pattern(Json const& key) {
  auto const& text = key.get_ref<std::string const&>();
  return text.size() > 2 && text.front() == '/' && text.rfind('/') > 0;
}

class Book {
public:
  Book(DocumentPlace const& place, Findings& findings) : place_(place), findings_(findings) {}

  /// Null if the entry is invalid.
  Json entry(Json const& written, DocumentPlace const& place);
  [[nodiscard]] bool sound() const noexcept { return sound_; }
  /// Adds one warning for all keys that are not plain words.
  void tell_of_patterns();

private:
  void wrong(DocumentPlace const& place, std::string expected, Json const& found);
  void rename(Json& entry);
  Json texts(Json const& entry, std::string_view name, DocumentPlace const& place);
  void settle_order(Json& entry, DocumentPlace const& place);
  void settle_flags(Json& entry, DocumentPlace const& place);

  DocumentPlace const& place_;
  Findings& findings_;
  std::size_t patterns_ = 0;
  bool sound_ = true;
};

void Book::wrong(DocumentPlace const& place, std::string expected, Json const& found) {
  sound_ = false;
  findings_.push_back(content_finding("turn.lorebook", place,
                                      {.message = "a part of the lorebook is not valid",
                                       .expected = std::move(expected),
                                       .found = shown_value(found),
                                       .hint = "Correct it in the program the book was made with."}));
}

void Book::rename(Json& entry) {
  for (auto const& [theirs, ours] : other_words) {
    auto const found = entry.find(theirs);
    if (found == entry.end() || entry.contains(ours)) continue;
    auto value = std::move(*found);
    entry.erase(theirs);
    if (ours == "enabled" && value.is_boolean()) value = !value.get<bool>();
    entry[ours] = std::move(value);
  }
}

Json Book::texts(Json const& entry, std::string_view name, DocumentPlace const& place) {
  auto const found = entry.find(name);
  if (found == entry.end() || found->is_null()) return Json::array();
  if (found->is_string()) return Json::array({*found});
  bool const good =
      found->is_array() && std::ranges::all_of(*found, [](Json const& each) { return each.is_string(); });
  if (good) return *found;
  wrong(within(place, name), "a list of texts", *found);
  return Json::array();
}

void Book::settle_order(Json& entry, DocumentPlace const& place) {
  auto& order = entry["insertion_order"];
  if (order.is_null()) order = 100; // the default of other programs
  if (!order.is_number()) wrong(within(place, "insertion_order"), "a number", order);
}

void Book::settle_flags(Json& entry, DocumentPlace const& place) {
  for (auto const& [name, otherwise] : {std::pair("enabled", true), std::pair("constant", false),
                                        std::pair("selective", false), std::pair("use_regex", false)}) {
    auto& flag = entry[name];
    if (flag.is_null()) flag = otherwise;
    if (!flag.is_boolean()) wrong(within(place, name), "true or false", flag);
  }
}

Json Book::entry(Json const& written, DocumentPlace const& place) {
  if (!written.is_object()) {
    wrong(place, "an object", written);
    return nullptr;
  }
  auto entry = written;
  rename(entry);
  for (auto const* name : {"keys", "secondary_keys"})
    entry[name] = texts(entry, name, place);
  if (!entry.contains("content") || entry["content"].is_null()) entry["content"] = "";
  if (!entry["content"].is_string()) wrong(within(place, "content"), "a text", entry["content"]);
  settle_flags(entry, place);
  settle_order(entry, place);
  if (std::ranges::any_of(entry["keys"], looks_like_pattern)) entry["use_regex"] = true;
  if (entry["use_regex"] == true) ++patterns_;
  return entry;
}

void Book::tell_of_patterns() {
  if (patterns_ == 0) return;
  findings_.push_back(
      content_warning("turn.lorebook", place_,
                      {.message = fmt::format("{} entries have regular expressions as keys", patterns_),
                       .expected = "plain words",
                       .found = "regular expressions, which are kept and not run",
                       .hint = "Give these entries words as keys, or make them constant."}));
}

/// The object that holds the book's members, and its place.
struct Shelf {
  Json const* book;
  DocumentPlace place;
};

Shelf shelf_of(Json const& json, DocumentPlace const& place) {
  if (json.contains("spec") && json.contains("data") && json["data"].is_object())
    return {&json["data"], within(place, "data")};
  return {&json, place};
}

std::string joined_contents(Json const& entries) {
  std::string text;
  for (auto const& entry : entries) {
    auto const& content = entry["content"].get_ref<std::string const&>();
    if (entry["enabled"] != true || content.empty()) continue;
    if (!text.empty()) text += "\n\n";
    text += content;
  }
  return text;
}

} // namespace

bool is_lorebook(Json const& json) {
  if (!json.is_object()) return false;
  if (json.value("spec", Json()) == "lorebook_v3") return true;
  auto const entries = json.find("entries");
  return entries != json.end() && entries->is_structured();
}

std::optional<WorldLore> read_lorebook(Json const& json, std::string_view fallback_name,
                                       DocumentPlace const& place, Findings& findings) {
  if (!json.is_object()) {
    static_cast<void>(DocumentMembers(json, place, "turn.lorebook", findings).finish());
    return std::nullopt;
  }
  auto const [book, at] = shelf_of(json, place);
  auto const written = book->value("entries", Json::array());
  Book reading(at, findings);
  auto const entries_at = within(at, "entries");
  if (!written.is_structured() || written.size() > most_book_entries) {
    findings.push_back(content_finding("turn.lorebook", entries_at,
                                       {.message = "the entries cannot be read",
                                        .expected = fmt::format("a list of at most {}", most_book_entries),
                                        .found = shown_value(written),
                                        .hint = "Split the book."}));
    return std::nullopt;
  }
  std::vector<Json> entries;
  for (auto const& [key, each] : written.items())
    entries.push_back(reading.entry(each, within(entries_at, key)));
  if (!reading.sound()) return std::nullopt;
  reading.tell_of_patterns();
  std::ranges::stable_sort(entries, {},
                           [](Json const& entry) { return entry["insertion_order"].get<double>(); });

  auto const name = book->value("name", Json());
  bool const named = name.is_string() && !name.get_ref<std::string const&>().empty() &&
                     name.get_ref<std::string const&>().size() <= longest_name;
  WorldLore lore{.id = {},
                 .name = named ? name.get<std::string>() : std::string(fallback_name),
                 .lore_text = {},
                 .lore_json = *book};
  lore.id = slug(lore.name, {});
  lore.lore_json["entries"] = std::move(entries);
  lore.lore_text = joined_contents(lore.lore_json["entries"]);
  if (lore.lore_text.size() <= largest_rulebook) return lore;
  findings.push_back(content_finding("turn.lorebook", entries_at,
                                     {.message = "the enabled entries are too long together",
                                      .expected = fmt::format("at most {} bytes", largest_rulebook),
                                      .found = fmt::format("{} bytes", lore.lore_text.size()),
                                      .hint = "Disable entries, or split the book."}));
  return std::nullopt;
}

} // namespace artifactd::turn
