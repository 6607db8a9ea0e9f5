#include "agents/turn/content/document_members.hpp"

#include "agents/turn/nul_text.hpp"
#include "state/vocabulary/nearest.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr std::size_t most_unknown = 20; // warnings about one object

} // namespace

DocumentMembers::DocumentMembers(Json const& object, DocumentPlace place, std::string_view code,
                                 std::vector<Finding>& findings)
    : place_(std::move(place)), code_(code), findings_(findings) {
  if (object.is_object())
    object_ = &object;
  else
    error(place_, {.message = "the value is not an object",
                   .expected = "an object",
                   .found = shown_value(object),
                   .hint = "Write it in braces, member by member."});
}

void DocumentMembers::error(DocumentPlace const& place, Complaint complaint) {
  sound_ = false;
  findings_.push_back(content_finding(code_, place, std::move(complaint)));
}

void DocumentMembers::wrong(std::string_view name, Json const& value, std::string expected) {
  error(at(name), {.message = fmt::format("{} is not valid", name),
                   .expected = std::move(expected),
                   .found = shown_value(value),
                   .hint = fmt::format("Correct {}.", name)});
}

Json const* DocumentMembers::any(std::string_view name) {
  asked_.emplace_back(name);
  if (object_ == nullptr) return nullptr;
  auto const found = object_->find(name);
  return found == object_->end() || found->is_null() ? nullptr : &*found;
}

Json const* DocumentMembers::member(std::string_view name, Need need, std::string_view expected) {
  auto const* found = any(name);
  if (found == nullptr && need == Need::required && object_ != nullptr)
    error(place_, {.message = fmt::format("{} is missing", name),
                   .expected = fmt::format("{}: {}", name, expected),
                   .found = "no such member",
                   .hint = fmt::format("Add {}.", name)});
  return found;
}

std::string DocumentMembers::text(std::string_view name, Need need, std::size_t limit) {
  auto const* found = member(name, need, "a text");
  if (found == nullptr) return {};
  if (!found->is_string() || (need == Need::required && found->get_ref<std::string const&>().empty())) {
    wrong(name, *found, need == Need::required ? "a text that is not empty" : "a text");
    return {};
  }
  auto const& text = found->get_ref<std::string const&>();
  if (text.size() <= limit) return text;
  error(at(name), {.message = fmt::format("{} is too long", name),
                   .expected = fmt::format("at most {} bytes", limit),
                   .found = fmt::format("{} bytes", text.size()),
                   .hint = "Shorten it; nothing is cut."});
  return {};
}

std::string DocumentMembers::id(std::string_view name, Need need) {
  auto const* found = member(name, need, "an id");
  if (found == nullptr) return {};
  bool const empty = found->is_string() && found->get_ref<std::string const&>().empty();
  if (empty && need == Need::optional) return {};
  if (found->is_string() && is_document_id(found->get_ref<std::string const&>()))
    return found->get<std::string>();
  wrong(name, *found,
        "an id: 1 to 64 letters, digits, dots, hyphens and underscores, beginning with one of "
        "the first two");
  return {};
}

Json DocumentMembers::object(std::string_view name, Need need) {
  auto const* found = member(name, need, "an object");
  if (found == nullptr) return nullptr;
  if (found->is_object()) return *found;
  wrong(name, *found, "an object");
  return nullptr;
}

Json const* DocumentMembers::list(std::string_view name, Need need) {
  auto const* found = member(name, need, "a list");
  if (found == nullptr || found->is_array()) return found;
  wrong(name, *found, "a list");
  return nullptr;
}

int DocumentMembers::whole(std::string_view name, int least, int most, int otherwise) {
  auto const* found = any(name);
  if (found == nullptr) return otherwise;
  // As everywhere in JSON Schema, 3.0 is a whole number.
  double const number = found->is_number() ? found->get<double>() : least - 1.0;
  if (number >= least && number <= most && number == static_cast<int>(number))
    return static_cast<int>(number);
  wrong(name, *found, fmt::format("a whole number from {} to {}", least, most));
  return otherwise;
}

int DocumentMembers::schema_version() {
  auto const* found = any("schema_version");
  if (found == nullptr || *found == 1) return 1;
  wrong("schema_version", *found, "1, the only version");
  return 1;
}

void DocumentMembers::refuse_nul() {
  if (object_ == nullptr) return;
  for (auto const& pointer : nul_pointers(*object_)) {
    auto place = place_;
    place.pointer += pointer;
    error(place, {.message = "the text has the character U+0000",
                  .expected = "a text without it",
                  .found = "U+0000",
                  .hint = "Remove the character."});
  }
}

bool DocumentMembers::finish() {
  if (object_ == nullptr) return false;
  std::size_t told = 0;
  for (auto const& [name, value] : object_->items()) {
    if (std::ranges::find(asked_, name) != asked_.end()) continue;
    if (++told > most_unknown) break;
    auto const meant = nearest(name, asked_);
    findings_.push_back(content_warning(
        "turn.unknown_member", at(name),
        {.message = fmt::format("{} is not a member of such a document and is left out", shown_text(name)),
         .expected = meant.empty() ? "a member that such documents have" : shown_text(meant),
         .found = shown_text(name),
         .hint = meant.empty() ? "Remove it." : fmt::format("Did you mean {}?", shown_text(meant))}));
  }
  return sound_;
}

} // namespace artifactd::turn
