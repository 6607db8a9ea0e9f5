#include "state/json/scan.hpp"

#include "state/json/encoding.hpp"
#include "state/json/grammar.hpp"
#include "state/vocabulary/utf8.hpp"

namespace artifactd::json {

namespace {

/// Replaces a breach with one of the encoding, if the encoding explains it better.
Broken by_encoding(std::string_view text, Broken broken) noexcept {
  bool const wide = broken.byte < 4 && !wide_encoding(text).empty();
  bool const malformed = broken.byte < text.size() && sequence_length(text, broken.byte) == 0;
  if (wide || malformed) broken.breach = Breach::not_utf8;
  return broken;
}

} // namespace

std::expected<Document, Broken> scan_with(Classifier classifier, std::string_view text, Limits limits) {
  if (text.starts_with("\xEF\xBB\xBF")) return std::unexpected(Broken{Breach::byte_order_mark, 0});
  TokenStarts starts(text, classifier);
  auto document = read_document(text, starts, limits);
  if (!document) return std::unexpected(by_encoding(text, document.error()));
  return document;
}

std::expected<Document, Broken> scan(std::string_view text, Limits limits) {
  return scan_with(classifiers().back(), text, limits);
}

std::expected<Document, Broken> scan_portable(std::string_view text, Limits limits) {
  return scan_with(Classifier::portable, text, limits);
}

} // namespace artifactd::json
