#include "merge/schema/pattern.hpp"

#include <charconv>
#include <fmt/core.h>
#include <optional>
#include <re2/re2.h>

namespace artifactd {

namespace {

// White space of ECMA 262, and everything else, as the inside of a bracket expression.
constexpr char const* spaces =
    R"(\t\n\v\f\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF})";
constexpr char const* no_spaces =
    R"(\x{0}-\x{8}\x{E}-\x{1F}\x{21}-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027}\x{202A}-\x{202E})"
    R"(\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{FEFE}\x{FF00}-\x{10FFFF})";
constexpr char const* any_but_line_ends = R"([^\n\r\x{2028}\x{2029}])";

constexpr std::size_t longest_pattern = 4096;
constexpr std::int64_t most_memory = 4 << 20;

std::unexpected<Error> no_pattern(std::string_view ecma, std::string_view why) {
  return fail(Fault::invalid, fmt::format("the pattern {} {}", ecma.substr(0, 200), why));
}

class Translation {
public:
  explicit Translation(std::string_view ecma) : ecma_(ecma) {}

  Result<std::string> run() {
    while (at_ < ecma_.size()) {
      char const c = ecma_[at_];
      if (c == '\\') {
        TRY(escape());
      } else if (in_class_) {
        inside_class(c);
      } else if (c == '[') {
        open_class();
      } else {
        TRY(outside_class(c));
      }
    }
    if (in_class_) return no_pattern(ecma_, "has a [ without its ]");
    return std::move(out_);
  }

private:
  [[nodiscard]] bool next_is(std::string_view what) const { return ecma_.substr(at_).starts_with(what); }

  void take(std::size_t length, std::string_view translated) {
    at_ += length;
    out_ += translated;
  }

  void open_class() {
    if (next_is("[^]")) return take(3, R"([\x{0}-\x{10FFFF}])");
    if (next_is("[]")) return take(2, R"([^\x{0}-\x{10FFFF}])");
    in_class_ = true;
    next_is("[^") ? take(2, "[^") : take(1, "[");
  }

  void inside_class(char c) {
    if (c == ']') in_class_ = false;
    if (c == '[') return take(1, R"(\[)"); // "[:" would begin a POSIX class
    take(1, std::string_view(&c, 1));
  }

  Result<void> outside_class(char c) {
    if (c == '.') {
      take(1, any_but_line_ends);
    } else if (next_is("(?<") && !next_is("(?<=") && !next_is("(?<!")) {
      take(3, "(?P<");
    } else if (next_is("(?") && !next_is("(?:")) {
      return no_pattern(
          ecma_, "has a (?… group (it looks ahead or behind, or sets flags) that cannot be matched here");
    } else {
      take(1, std::string_view(&c, 1));
    }
    return {};
  }

  Result<void> escape() {
    if (at_ + 1 == ecma_.size()) return no_pattern(ecma_, "ends in a backslash");
    char const c = ecma_[at_ + 1];
    switch (c) {
    case 's':
      take(2, in_class_ ? spaces : fmt::format("[{}]", spaces));
      return {};
    case 'S':
      take(2, in_class_ ? no_spaces : fmt::format("[{}]", no_spaces));
      return {};
    case 'b':
      take(2, in_class_ ? R"(\x08)" : R"(\b)");
      return {};
    case '0':
      take(2, R"(\x{0})");
      return {};
    case 'c':
      return control();
    case 'u':
      return unicode();
    default:
      if (std::string_view("dDwWBfnrtvxpP").find(c) == std::string_view::npos &&
          ((c >= '1' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')))
        return no_pattern(ecma_, fmt::format("has \\{}, which cannot be matched here", c));
      take(2, ecma_.substr(at_, 2));
      return {};
    }
  }

  Result<void> control() {
    char const letter = at_ + 2 < ecma_.size() ? ecma_[at_ + 2] : '\0';
    if (!((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')))
      return no_pattern(ecma_, "has \\c without a letter");
    take(3, fmt::format("\\x{{{:X}}}", letter % 32));
    return {};
  }

  [[nodiscard]] std::optional<unsigned> four_digits(std::size_t at) const {
    unsigned value = 0;
    if (at + 4 > ecma_.size()) return std::nullopt;
    auto const* end = ecma_.data() + at + 4;
    auto parsed = std::from_chars(ecma_.data() + at, end, value, 16);
    if (parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
    return value;
  }

  Result<void> unicode() {
    auto first = four_digits(at_ + 2);
    if (!first) return no_pattern(ecma_, "has \\u without four hexadecimal digits");
    std::size_t length = 6;
    if (*first >= 0xD800 && *first < 0xDC00 && ecma_.substr(at_ + 6).starts_with("\\u"))
      if (auto second = four_digits(at_ + 8); second && *second >= 0xDC00 && *second < 0xE000) {
        first = 0x10000 + ((*first - 0xD800) << 10) + (*second - 0xDC00);
        length = 12;
      }
    take(length, fmt::format("\\x{{{:X}}}", *first));
    return {};
  }

  std::string_view ecma_;
  std::size_t at_ = 0;
  bool in_class_ = false;
  std::string out_;
};

} // namespace

Result<std::string> to_re2(std::string_view ecma) {
  return Translation(ecma).run();
}

Pattern::Pattern(std::unique_ptr<re2::RE2 const> compiled) : compiled_(std::move(compiled)) {}
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;
Pattern::~Pattern() = default;

Result<Pattern> Pattern::compile(std::string_view ecma) {
  if (ecma.size() > longest_pattern)
    return no_pattern(ecma, fmt::format("is longer than {} bytes", longest_pattern));
  auto translated = TRY(to_re2(ecma));
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(most_memory);
  auto compiled = std::make_unique<re2::RE2 const>(translated, options);
  if (!compiled->ok()) return no_pattern(ecma, "does not compile: " + compiled->error());
  return Pattern(std::move(compiled));
}

bool Pattern::found_in(std::string_view text) const {
  return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *compiled_);
}

} // namespace artifactd
