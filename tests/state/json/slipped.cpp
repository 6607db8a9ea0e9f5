#include "tests/state/json/slipped.hpp"

#include <array>
#include <string_view>

namespace artifactd::json {

namespace {

int draw(int n) {
  return *rc::gen::inRange(0, n);
}

template <std::size_t N>
std::string_view any_of(std::array<std::string_view, N> const& texts) {
  return texts[static_cast<std::size_t>(draw(static_cast<int>(N)))];
}

/// Writes a text twice: correctly, and with slips.
class SlippingHand {
public:
  SlippedText text() && {
    switch (draw(4)) {
    case 0:
      outside();
      if (draw(4) == 0) {
        scalar(false);
      } else {
        container();
      }
      outside();
      break;
    case 1:
      fenced();
      break;
    case 2:
      introduced();
      break;
    default:
      container();
    }
    if (draw(6) == 0) slip("\xEF\xBB\xBF", 0);
    return std::move(text_);
  }

private:
  void both(std::string_view part) { (text_.sound += part, text_.slipped += part); }
  void slip(std::string_view part) { slip(part, text_.slipped.size()); }
  void slip(std::string_view part, std::size_t at) { (text_.slipped.insert(at, part), ++text_.slips); }
  void either(std::string_view sound, std::string_view slipped) {
    text_.sound += sound;
    text_.slipped += slipped;
    ++text_.slips;
  }

  void comment() {
    static constexpr std::array<std::string_view, 14> parts = {
        "note", " it's ", "{", "]", ",", "\"key\": \"", "//", "/*", "é€😀", "None", "\t", "#", "``` ", "..."};
    bool const line = draw(2) == 0;
    std::string said = line ? "//" : "/*";
    int quotes = 0;
    for (int i = draw(5); i > 0; --i) {
      auto const part = any_of(parts);
      quotes += static_cast<int>(part.contains('"'));
      said += said.ends_with('*') && part.starts_with('/') ? " " : "";
      said += part;
    }
    if (quotes % 2 != 0) said += '"';
    if (!line && draw(3) == 0) said += "\n  ";
    slip(said + (line ? "" : "*/"));
    if (line) text_.slipped += draw(3) == 0 ? "\r\n" : "\n";
  }

  void gap() {
    static constexpr std::array<std::string_view, 8> spaces = {"", "", "", " ", "\n", "\t", "\r\n  ", " "};
    both(any_of(spaces));
    for (int i = draw(8) == 0 ? 1 + draw(2) : 0; i > 0; --i) {
      comment();
      both(any_of(spaces));
    }
  }

  void outside() { gap(), gap(); }

  void string(std::string_view end) {
    static constexpr std::array<std::string_view, 16> parts = {
        "a",    "\\\"", "\\\\", "\\n",     "// no", "/* no */", ",}",   ",]",
        "None", "é",    "😀",   "\\u0041", "[",     "}",        "-~~~", "'"};
    both("\"");
    for (int i = draw(6); i > 0; --i) {
      if (draw(6) != 0) {
        both(any_of(parts));
        continue;
      }
      auto const control = static_cast<char>(1 + draw(0x1F));
      std::string_view const hex = "0123456789abcdef";
      std::string escape = std::string("\\u00") + (control < 16 ? '0' : '1');
      escape += hex[static_cast<std::size_t>(control % 16)];
      either(escape, {&control, 1});
    }
    both(end);
    both("\"");
  }

  void scalar(bool inside) {
    static constexpr std::array<std::array<std::string_view, 2>, 3> constants = {
        {{"null", "None"}, {"true", "True"}, {"false", "False"}}};
    static constexpr std::array<std::string_view, 6> numbers = {"0", "-1", "1.50", "2e9", "-0.0E-7", "12345"};
    auto const& constant = constants[static_cast<std::size_t>(draw(3))];
    switch (draw(3)) {
    case 0:
      return string("");
    case 1:
      return both(any_of(numbers));
    default:
      return inside && draw(2) == 0 ? either(constant[0], constant[1]) : both(constant[0]);
    }
  }

  void container(int depth = 4) {
    bool const object = draw(2) == 0;
    both(object ? "{" : "[");
    gap();
    int const count = draw(5);
    for (int i = 0; i < count; ++i) {
      if (i > 0) (both(","), gap());
      if (object) (string("#" + std::to_string(i)), gap(), both(":"), gap());
      if (depth > 0 && draw(3) == 0) {
        container(depth - 1);
      } else {
        scalar(true);
      }
      gap();
    }
    if (count > 0 && draw(4) == 0) (slip(","), gap());
    both(object ? "}" : "]");
  }

  void fenced() {
    static constexpr std::array<std::string_view, 4> marks = {"```", "~~~", "````", "~~~~~"};
    static constexpr std::array<std::string_view, 4> languages = {"", "json", "JSON5  ", " jsonc"};
    auto const mark = any_of(marks);
    if (draw(3) == 0) (slip("The result:"), text_.slipped += "\n\n");
    slip(std::string(mark).append(any_of(languages)).append(draw(2) == 0 ? "\n" : "\r\n"));
    outside();
    container();
    outside();
    both("\n");
    slip(mark);
    if (draw(3) == 0) text_.slipped += "  \n";
    if (draw(3) == 0) (text_.slipped += "\n", slip("It's all there. Anything else?"));
  }

  void introduced() {
    static constexpr std::array<std::string_view, 3> leads = {
        "Here is the JSON:", "Sure! As you wish, it's this", "Done.\n\nBoth of them are in the list:"};
    static constexpr std::array<std::string_view, 3> tails = {"Hope this helps!", "Enjoy.",
                                                              "* I left\n* nothing out"};
    int const sides = 1 + draw(3);
    if ((sides & 1) != 0) slip(std::string(any_of(leads)) + (draw(2) == 0 ? "\n" : "\n\n  "));
    container();
    if ((sides & 2) != 0) (text_.slipped += "\n", slip(any_of(tails)));
  }

  SlippedText text_;
};

} // namespace

std::ostream& operator<<(std::ostream& out, SlippedText const& text) {
  return out << text.sound << "\n=== with " << text.slips << " slips:\n" << text.slipped;
}

rc::Gen<SlippedText> slipped_text() {
  return rc::gen::exec([] { return SlippingHand().text(); });
}

} // namespace artifactd::json
