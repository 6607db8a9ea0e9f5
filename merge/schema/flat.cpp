#include "merge/schema/flat.hpp"

#include "merge/canonical.hpp"
#include "merge/schema/keywords.hpp"

#include <cstdlib>
#include <fmt/core.h>

namespace artifactd {

namespace {

using Json = nlohmann::json;
using json::Type;

constexpr int most_hops = 100; // of references that lead to references
constexpr double largest_count = 1e15;

double number_of(JsonNode const& node) {
  return std::strtod(std::string(node.text()).c_str(), nullptr);
}

class Flattening {
public:
  explicit Flattening(SchemaDocuments& documents) : documents_(documents) {}

  Result<FlatSchema> run() {
    TRY(number(TRY(documents_.open())));
    auto schemas = Json::object();
    for (std::size_t i = 0; i < places_.size(); ++i) { // grows meanwhile
      here_ = places_[i];
      within_same_.emplace_back();
      schemas[std::to_string(i)] = TRY(written());
    }
    TRY(refuse_loops());
    flat_.document = {{"s", std::move(schemas)}};
    return std::move(flat_);
  }

private:
  [[nodiscard]] std::unexpected<Error> wrong(JsonNode const& node, std::string_view message) const {
    return fail(schema_error(*here_.file, node, message));
  }

  /// The number of a schema, behind whatever references lead to it.
  Result<std::size_t> number(SchemaPlace place) {
    for (int hops = 0; place.node->type() == Type::object; ++hops) {
      auto const* reference = place.node->find("$ref");
      if (reference == nullptr) break;
      if (hops == most_hops) return fail(schema_error(*place.file, *reference, "leads back to itself"));
      place = TRY(documents_.follow(place, *reference));
    }
    auto [known, fresh] = numbers_.try_emplace(place.node, places_.size());
    if (fresh && places_.size() == most_schemas)
      return fail(schema_error(*place.file, *place.node,
                               fmt::format("is one schema too many: at most {} make up one", most_schemas)));
    if (fresh) places_.push_back(std::move(place));
    return known->second;
  }

  Result<Json> reference_to(JsonNode const& schema, Reach reach) {
    auto to = TRY(number(SchemaDocuments::below(here_, schema)));
    if (reach == Reach::same_value) within_same_.back().emplace_back(to, &schema);
    return Json{{"$ref", "#/s/" + std::to_string(to)}};
  }

  Result<Json> written() {
    auto const& node = *here_.node;
    if (node.type() == Type::boolean) return Json(node.text() == "true");
    if (node.type() != Type::object) return wrong(node, misshapen(KeywordForm::schema, node));
    auto out = Json::object();
    std::vector<AllowedValues> allowed;
    for (auto const& member : node.children()) {
      auto const* known = keyword(member.key());
      if (known == nullptr) continue;
      if (auto why = misshapen(known->form, member); !why.empty()) return wrong(member, why);
      if (known->form == KeywordForm::value)
        allowed.push_back(allow(member.key(), {&member, 1}));
      else if (known->form == KeywordForm::values)
        allowed.push_back(allow(member.key(), member.children()));
      else
        out[member.key()] = TRY(written(*known, member));
    }
    if (allowed.empty()) return out;
    out["allowed"] = flat_.allowed.size();
    flat_.allowed.push_back(std::move(allowed));
    return out;
  }

  Result<Json> written(Keyword const& known, JsonNode const& value) {
    switch (known.form) {
    case KeywordForm::schema:
    case KeywordForm::schema_or_list:
    case KeywordForm::schemas:
      return value.type() == Type::array ? list(value, known.reach) : reference_to(value, known.reach);
    case KeywordForm::schema_map:
    case KeywordForm::pattern_map:
    case KeywordForm::dependencies:
      return map(known, value);
    case KeywordForm::number:
    case KeywordForm::positive:
      return Json(number_of(value));
    case KeywordForm::count:
      return Json(static_cast<std::uint64_t>(std::min(number_of(value), largest_count)));
    case KeywordForm::flag:
      return Json(value.text() == "true");
    case KeywordForm::pattern:
      TRY(compile(value, value.string()));
      return name(value, value.string());
    case KeywordForm::text:
      return name(value, value.string());
    case KeywordForm::names:
    case KeywordForm::types:
      return value.type() == Type::array ? names(value) : name(value, value.string());
    case KeywordForm::value:
    case KeywordForm::values:
      break;
    }
    return Json();
  }

  Result<Json> list(JsonNode const& schemas, Reach reach) {
    auto out = Json::array();
    for (auto const& schema : schemas.children())
      out.push_back(TRY(reference_to(schema, reach)));
    return out;
  }

  Result<Json> map(Keyword const& known, JsonNode const& object) {
    auto out = Json::object();
    for (auto const& member : object.children()) {
      TRY(name(member, member.key()));
      if (known.form == KeywordForm::pattern_map) TRY(compile(member.name(), member.key()));
      bool list = known.form == KeywordForm::dependencies && member.type() == Type::array;
      if (list && !misshapen(KeywordForm::names, member).empty())
        return wrong(member, misshapen(KeywordForm::names, member));
      out[member.key()] = list ? TRY(names(member)) : TRY(reference_to(member, known.reach));
    }
    return out;
  }

  /// Compilers of schemas are written in C at heart.
  Result<Json> name(JsonNode const& node, std::string text) {
    if (text.find('\0') != text.npos) return wrong(node, "holds a NUL character");
    return Json(std::move(text));
  }

  Result<Json> names(JsonNode const& list) {
    auto out = Json::array();
    for (auto const& each : list.children())
      out.push_back(TRY(name(each, each.string())));
    return out;
  }

  Result<void> compile(JsonNode const& node, std::string const& pattern) {
    if (flat_.patterns.contains(pattern)) return {};
    auto compiled = Pattern::compile(pattern);
    if (!compiled) return wrong(node, compiled.error().message);
    flat_.patterns.emplace(pattern, *std::move(compiled));
    return {};
  }

  static AllowedValues allow(std::string const& keyword, std::span<JsonNode const> values) {
    AllowedValues allowed{keyword, {}, {}};
    for (auto const& each : values) {
      allowed.canonical.push_back(canonical(each.text()));
      allowed.shown.emplace_back(each.text());
    }
    return allowed;
  }

  /// A schema that applies itself to the value it is judging would never come to an end.
  Result<void> refuse_loops() {
    enum class Mark : std::uint8_t { fresh, open, done };
    std::vector<Mark> marks(places_.size(), Mark::fresh);
    struct Visit {
      std::size_t schema;
      std::size_t next = 0;
    };
    for (std::size_t start = 0; start < places_.size(); ++start) {
      std::vector<Visit> path;
      if (marks[start] == Mark::fresh) path.push_back({start});
      while (!path.empty()) {
        auto& visit = path.back();
        marks[visit.schema] = Mark::open;
        if (visit.next == within_same_[visit.schema].size()) {
          marks[visit.schema] = Mark::done;
          path.pop_back();
          continue;
        }
        auto [to, where] = within_same_[visit.schema][visit.next++];
        if (marks[to] == Mark::open)
          return fail(schema_error(*places_[visit.schema].file, *where,
                                   "applies the schema around it to the same value again, without end"));
        if (marks[to] == Mark::fresh) path.push_back({to});
      }
    }
    return {};
  }

  SchemaDocuments& documents_;
  FlatSchema flat_;
  SchemaPlace here_;
  std::vector<SchemaPlace> places_; ///< by number
  std::map<JsonNode const*, std::size_t> numbers_;
  std::vector<std::vector<std::pair<std::size_t, JsonNode const*>>> within_same_;
};

} // namespace

Result<FlatSchema> flatten_schema(SchemaDocuments& documents) {
  return Flattening(documents).run();
}

} // namespace artifactd
