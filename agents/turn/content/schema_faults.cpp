#include "agents/turn/content/schema_faults.hpp"

#include "merge/schema/schema.hpp"
#include "state/json/diagnose.hpp"

#include <charconv>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr std::string_view shown_schema = "schema";

/// One line of the compiler's output about a schema: "schema:1:<column>: <pointer> <message>".
struct Remark {
  std::string pointer;
  std::string message;
};

Remark remark_of(std::string_view said, std::string_view schema) {
  auto const prefix = fmt::format("{}:1:", shown_schema);
  if (!said.starts_with(prefix)) return {"", std::string(said)};
  said.remove_prefix(prefix.size());
  std::size_t column = 1;
  auto const [end, error] = std::from_chars(said.data(), said.data() + said.size(), column);
  said.remove_prefix(static_cast<std::size_t>(end - said.data()));
  if (said.starts_with(": ")) said.remove_prefix(2);
  if (error != std::errc()) return {"", std::string(said)};
  std::size_t byte = 0;
  for (; column > 1 && byte < schema.size(); --column)
    do
      ++byte;
    while (byte < schema.size() && (static_cast<unsigned char>(schema[byte]) & 0xC0) == 0x80);
  auto pointer = json::pointer_at(schema, byte + 1);
  if (!pointer.empty() && said.starts_with(pointer))
    said.remove_prefix(std::min(pointer.size() + 1, said.size()));
  return {std::move(pointer), std::string(said)};
}

std::string last_step(std::string_view pointer) {
  auto const slash = pointer.rfind('/');
  return slash == std::string_view::npos ? "the schema" : std::string(pointer.substr(slash + 1));
}

} // namespace

std::vector<Finding> schema_faults(Json const& schema, DocumentPlace const& place) {
  auto const text = compact(schema);
  auto const at = [&](Remark const& remark) {
    return DocumentPlace{place.file, place.pointer + remark.pointer};
  };
  auto const said = [](Remark const& remark) {
    return fmt::format("{} {}", last_step(remark.pointer), remark.message);
  };
  auto const compiled = CompiledSchema::compile({.text = text, .shown = std::string(shown_schema)});
  if (!compiled) {
    auto const remark = remark_of(compiled.error().message, text);
    return {content_finding("turn.schema", at(remark),
                            {.message = said(remark),
                             .expected = "a JSON Schema that compiles",
                             .found = "one that does not",
                             .hint = "Correct it by the draft that $schema names (by default draft 7)."})};
  }
  std::vector<Finding> findings;
  for (auto const& each : compiled->remarks()) {
    auto const remark = remark_of(each, text);
    findings.push_back(content_warning("turn.schema", at(remark),
                                       {.message = said(remark),
                                        .expected = "a keyword of JSON Schema",
                                        .found = last_step(remark.pointer),
                                        .hint = "It has no effect; write the keyword you mean."}));
  }
  return findings;
}

Result<std::vector<Finding>> value_faults(Json const& value, Json const& schema, std::string_view code,
                                          DocumentPlace const& place) {
  auto const compiled =
      CompiledSchema::compile({.text = compact(schema), .shown = std::string(shown_schema)});
  if (!compiled) return std::vector<Finding>{};
  auto const text = compact(value);
  std::vector<Finding> findings;
  for (auto& each : TRY(compiled->findings(place.file, text))) {
    DocumentPlace const inner{place.file, place.pointer + each.pointer.value_or("")};
    findings.push_back(
        content_finding(code, inner,
                        {.message = std::move(each.message),
                         .expected = std::move(each.expected),
                         .found = std::move(each.found),
                         .hint = each.hint.empty() ? "Give it a value that the ruleset's schema allows."
                                                   : std::move(each.hint)}));
  }
  return findings;
}

} // namespace artifactd::turn
