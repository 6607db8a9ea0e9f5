#include "merge/schema/flat.hpp"

#include "merge/graph/canonical.hpp"
#include "merge/schema/documents.hpp"
#include "merge/schema/keywords.hpp"
#include "merge/schema/loop.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <span>

namespace artifactd {

namespace {

using json::Type;

constexpr int most_hops = 100; // of references that lead to references
constexpr double largest_count = 1e15;
constexpr std::size_t most_remarks = 20;

std::vector<std::string> texts_of(JsonNode const& list) {
  std::vector<std::string> texts;
  for (auto const& each : list.children())
    texts.push_back(each.string());
  return texts;
}

AllowedValues allowed_values(std::string_view keyword, std::span<JsonNode const> values) {
  AllowedValues allowed{keyword, {}, {}};
  for (auto const& each : values) {
    allowed.canonical.push_back(canonical(each.text()));
    allowed.shown.emplace_back(each.text());
  }
  return allowed;
}

class Flattening {
public:
  explicit Flattening(SchemaDocuments& documents) : documents_(documents) {}

  Result<FlatSchema> run() {
    TRY(number(TRY(documents_.open())));
    while (flat_.schemas.size() < places_.size()) { // each may add more
      here_ = places_[flat_.schemas.size()];
      within_same_.emplace_back();
      auto schema = TRY(flattened());
      schema.resource = resources_.at(here_.resource);
      flat_.schemas.push_back(std::move(schema));
    }
    if (auto loop = find_loop(within_same_))
      return fail(schema_error(*places_[loop->schema].file, *loop->where,
                               "applies the schema around it to the same value endlessly"));
    return std::move(flat_);
  }

private:
  [[nodiscard]] std::unexpected<Error> wrong(JsonNode const& node, std::string_view message) const {
    return fail(schema_error(*here_.file, node, message));
  }

  void remark(SchemaFile const& file, JsonNode const& node, std::string_view message) {
    if (flat_.remarks.size() < most_remarks)
      flat_.remarks.push_back(schema_error(file, node, message).message);
  }

  /// The number of a schema. Draft 7 ignores the siblings of a $ref, so there references are followed first.
  Result<SchemaId> number(SchemaPlace place) {
    for (int hops = 0; place.draft == Draft::draft7 && place.node->type() == Type::object; ++hops) {
      auto const* reference = place.node->find("$ref");
      if (reference == nullptr) break;
      if (hops == most_hops) return fail(schema_error(*place.file, *reference, "leads back to itself"));
      remark_on_hidden(place);
      place = TRY(documents_.follow(place, *reference));
    }
    auto [known, fresh] = numbers_.try_emplace(place.node, places_.size());
    auto const id = SchemaId{known->second};
    if (!fresh) return id;
    if (places_.size() == most_schemas)
      return fail(schema_error(*place.file, *place.node,
                               fmt::format("is one schema too many: at most {} make up one", most_schemas)));
    places_.push_back(place);
    TRY(open_resource(*place.resource));
    return id;
  }

  void remark_on_hidden(SchemaPlace const& place) {
    for (auto const& member : place.node->children())
      if (keyword(member.key(), Draft::draft7) != nullptr)
        remark(*place.file, member, "has no effect in draft 7: $ref hides what is beside it");
  }

  /// A dynamic reference may lead to its anchors once something in it has been applied.
  Result<void> open_resource(JsonNode const& resource) {
    auto const index = flat_.resources.size();
    if (!resources_.try_emplace(&resource, index).second) return {};
    flat_.resources.emplace_back();
    for (auto const& [anchor, place] : documents_.dynamic_anchors(resource)) {
      auto const schema = TRY(number(place));
      flat_.resources[index].emplace(anchor, schema);
    }
    return {};
  }

  Result<SchemaId> schema_at(JsonNode const& node, Reach reach) {
    auto const to = TRY(number(SchemaDocuments::below(here_, node)));
    if (reach == Reach::same_value) within_same_.back().push_back({to.number, &node});
    return to;
  }

  Result<Schema> flattened() {
    auto const& node = *here_.node;
    Schema schema;
    schema.nothing = node.text() == "false";
    if (auto why = misshapen(KeywordForm::schema, node); !why.empty()) return wrong(node, why);
    if (node.type() == Type::boolean) return schema;
    if (here_.resource == here_.node) remark_on_draft(node);
    schema.contains_evaluates = here_.draft == Draft::draft2020_12;
    for (auto const& member : node.children()) {
      auto const* known = keyword(member.key(), here_.draft);
      if (known == nullptr) {
        if (auto odd = remark_on(member.key(), here_.draft); !odd.empty()) remark(*here_.file, member, odd);
        continue;
      }
      if (auto why = misshapen(known->form, member); !why.empty()) return wrong(member, why);
      TRY(std::visit([&](auto slot) { return put(schema, slot, *known, member); }, known->slot));
    }
    settle_items(schema, node);
    flat_.tracks_evaluated |= schema.unevaluated_items || schema.unevaluated_properties;
    return schema;
  }

  void remark_on_draft(JsonNode const& resource) {
    auto const* said = resource.find("$schema");
    if (said == nullptr || said->type() != Type::string || draft_named(said->string())) return;
    remark(*here_.file, *said,
           fmt::format("names an unknown draft: validated by {} (known: draft 7, 2019-09, 2020-12)",
                       draft_word(here_.draft)));
  }

  Result<void> put(Schema& schema, std::optional<SchemaId> Schema::* slot, Keyword const& known,
                   JsonNode const& value) {
    schema.*slot = TRY(schema_at(value, known.reach));
    return {};
  }

  Result<void> put(Schema& schema, std::vector<SchemaId> Schema::* slot, Keyword const& known,
                   JsonNode const& value) {
    for (auto const& each : value.children())
      (schema.*slot).push_back(TRY(schema_at(each, known.reach)));
    return {};
  }

  Result<void> put(Schema& schema, std::vector<MemberSchema> Schema::* slot, Keyword const& known,
                   JsonNode const& value) {
    for (auto const& each : value.children())
      (schema.*slot).push_back({each.key(), TRY(schema_at(each, known.reach))});
    return {};
  }

  Result<void> put(Schema& schema, std::vector<PatternSchema> Schema::* slot, Keyword const& known,
                   JsonNode const& value) {
    for (auto const& each : value.children()) {
      auto const* pattern = TRY(compiled(each.name(), each.key()));
      (schema.*slot).push_back({pattern, TRY(schema_at(each, known.reach))});
    }
    return {};
  }

  Result<void> put(Schema& schema, std::optional<double> Schema::* slot, Keyword const&,
                   JsonNode const& value) {
    schema.*slot = number_of(value);
    return {};
  }

  Result<void> put(Schema& schema, std::optional<std::uint64_t> Schema::* slot, Keyword const&,
                   JsonNode const& value) {
    schema.*slot = static_cast<std::uint64_t>(std::min(number_of(value), largest_count));
    return {};
  }

  /// The keywords that no single member of Schema stores as written.
  Result<void> put(Schema& schema, std::monostate, Keyword const& known, JsonNode const& value) {
    switch (known.form) {
    case KeywordForm::text:
      if (known.word == "format")
        schema.format = value.string();
      else
        return refer(schema, known, value);
      return {};
    case KeywordForm::schema:
    case KeywordForm::schema_or_list:
      return put_items(schema, known, value);
    case KeywordForm::dependencies:
    case KeywordForm::name_lists:
      return put_dependencies(schema, known, value);
    case KeywordForm::pattern:
      schema.pattern_text = value.string();
      schema.pattern = TRY(compiled(value, schema.pattern_text));
      return {};
    case KeywordForm::flag:
      schema.unique_items = value.text() == "true";
      return {};
    case KeywordForm::names:
      schema.required = texts_of(value);
      return {};
    case KeywordForm::types:
      for (auto const& word : value.type() == Type::array ? texts_of(value) : std::vector{value.string()})
        schema.types.push_back(*type_named(word)); // of the right form
      return {};
    case KeywordForm::value:
      schema.allowed.push_back(allowed_values(known.word, {&value, 1}));
      return {};
    default:
      schema.allowed.push_back(allowed_values(known.word, value.children()));
      return {};
    }
  }

  Result<void> refer(Schema& schema, Keyword const& known, JsonNode const& reference) {
    auto place = TRY(documents_.follow(here_, reference));
    auto const text = reference.string();
    auto const anchor =
        known.word == "$recursiveRef" ? "" : text.substr(std::min(text.find('#'), text.size() - 1) + 1);
    auto const& anchors = documents_.dynamic_anchors(*place.resource);
    auto const found = anchors.find(anchor);
    auto const dynamic = known.word != "$ref" && found != anchors.end() && found->second.node == place.node;
    auto const to = TRY(number(std::move(place)));
    if (dynamic) {
      schema.dynamic_reference = {anchor, to};
    } else {
      schema.references.push_back(to);
      within_same_.back().push_back({to.number, &reference});
    }
    return {};
  }

  /// `items` and `additionalItems`; settle_items() says which of them counts.
  Result<void> put_items(Schema& schema, Keyword const& known, JsonNode const& value) {
    if (value.type() == Type::array) return put(schema, &Schema::prefix_items, known, value);
    if (known.word == "items" || !schema.rest_items) {
      schema.rest_items = TRY(schema_at(value, known.reach));
      schema.rest_keyword = known.word;
    }
    return {};
  }

  /// Before 2020-12 `additionalItems` counts only beside a list of schemas.
  static void settle_items(Schema& schema, JsonNode const& node) {
    auto const* items = node.find("items");
    auto const a_list = items != nullptr && items->type() == Type::array;
    if (schema.rest_keyword == "additionalItems" && !a_list) schema.rest_items.reset();
  }

  Result<void> put_dependencies(Schema& schema, Keyword const& known, JsonNode const& value) {
    for (auto const& each : value.children()) {
      auto const a_list = each.type() == Type::array || known.form == KeywordForm::name_lists;
      if (!a_list) {
        schema.dependent_schemas.push_back({each.key(), TRY(schema_at(each, known.reach))});
        continue;
      }
      if (auto why = misshapen(KeywordForm::names, each); !why.empty()) return wrong(each, why);
      schema.dependent_required.push_back({known.word, each.key(), texts_of(each)});
    }
    return {};
  }

  Result<Pattern const*> compiled(JsonNode const& node, std::string const& pattern) {
    auto known = flat_.patterns.find(pattern);
    if (known == flat_.patterns.end()) {
      auto fresh = Pattern::compile(pattern);
      if (!fresh) return wrong(node, fresh.error().message);
      known = flat_.patterns.emplace(pattern, *std::move(fresh)).first;
    }
    return &known->second;
  }

  SchemaDocuments& documents_;
  FlatSchema flat_;
  SchemaPlace here_;
  std::vector<SchemaPlace> places_; ///< by number
  std::map<JsonNode const*, std::size_t> numbers_;
  std::map<JsonNode const*, std::size_t> resources_;
  std::vector<std::vector<Application>> within_same_; ///< by number
};

} // namespace

Result<FlatSchema> flatten_schema(SchemaDocuments& documents) {
  return Flattening(documents).run();
}

} // namespace artifactd
