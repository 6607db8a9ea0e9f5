#include "agents/turn/rules/dice_form.hpp"

#include <algorithm>
#include <string>

namespace artifactd::turn {

namespace {

constexpr std::size_t longest_form = 64;

bool is_decimal(char c) noexcept {
  return c >= '0' && c <= '9';
}
bool is_capital(char c) noexcept {
  return c >= 'A' && c <= 'Z';
}
bool is_place(char c) noexcept {
  return c == 'N' || c == 'M' || c == 'K';
}

std::string without_blanks(std::string_view text) {
  std::string kept(text);
  std::erase_if(kept, [](char c) { return c == ' ' || c == '\t'; });
  return kept;
}

/// Matches the expression against the form; neither has blanks, the expression no capitals.
class FormMatch {
public:
  FormMatch(std::string_view expression, std::string_view form) : text_(expression), form_(form) {}

  bool whole() {
    while (!form_.empty())
      if (!step()) return false;
    return text_.empty();
  }

private:
  bool step() {
    if (form_.starts_with("+K")) {
      form_.remove_prefix(2);
      if (!text_.starts_with('+') && !text_.starts_with('-')) return true;
      text_.remove_prefix(1);
      return number();
    }
    auto const next = form_.front();
    form_.remove_prefix(1);
    if (next == 'N' && form_.starts_with('d') && text_.starts_with('d')) return true;
    if (is_place(next)) return number();
    if (!text_.starts_with(next)) return false;
    text_.remove_prefix(1);
    return true;
  }

  bool number() {
    auto const end = std::ranges::find_if_not(text_, is_decimal);
    auto const digits = static_cast<std::size_t>(end - text_.begin());
    text_.remove_prefix(digits);
    return digits > 0;
  }

  std::string_view text_;
  std::string_view form_;
};

} // namespace

bool is_dice_form(std::string_view form) noexcept {
  return form.size() <= longest_form && form.contains('d') &&
         std::ranges::none_of(form, [](char c) { return is_capital(c) && !is_place(c); });
}

bool has_dice_form(std::string_view expression, std::string_view form) {
  auto text = without_blanks(expression);
  std::ranges::transform(text, text.begin(),
                         [](char c) { return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c; });
  auto const wanted = without_blanks(form);
  return FormMatch(text, wanted).whole();
}

} // namespace artifactd::turn
