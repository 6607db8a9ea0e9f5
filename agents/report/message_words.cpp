#include "agents/report/message_words.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace artifactd::report {

namespace {

/// Lower case, words separated by one blank, with a blank at both ends; punctuation removed.
std::string plain(std::string_view message) {
  std::string text = " ";
  for (auto const each : message) {
    auto const c = static_cast<unsigned char>(each);
    auto const is_word =
        c >= 0x80 || c == '\'' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (is_word)
      text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : each;
    else if (text.back() != ' ')
      text += ' ';
  }
  if (text.back() != ' ') text += ' ';
  return text;
}

template <std::size_t N>
bool has(std::string_view text, std::array<std::string_view, N> const& phrases) {
  return std::ranges::any_of(phrases, [text](auto phrase) { return text.contains(phrase); });
}

constexpr std::array<std::string_view, 36> wishes = {
    " be able to ",      " be allowed ",     " be possible to ", " would be nicer ",   " would be nice ",
    " would be better ", " would be great ", " would be good ",  " would be cool ",    " would be more ",
    " it'd be ",         " i wish ",         " we wish ",        " please add ",       " please make ",
    " please change ",   " please let ",     " could we play ",  " could we have ",    " could we make ",
    " could we add ",    " could we use ",   " could you add ",  " could you make ",   " can we have ",
    " can we add ",      " can we play ",    " can we make ",    " can we change ",    " can you add ",
    " can you make ",    " let us have ",    " let's have ",     " work differently ", " different rule ",
    " new rule "};

constexpr std::array<std::string_view, 12> questions = {
    " how come ", " explain ", " tell me ",          " see why ",       " know why ", " understand ",
    " and why ",  " but why ", " what is going on ", " what happened ", " see how ",  " know how "};

constexpr std::array<std::string_view, 18> first_words = {
    " why ", " how ", " what ", " who ",  " whose ", " when ", " where ", " which ", " is ",
    " are ", " am ",  " do ",   " does ", " did ",   " may ",  " was ",   " were ",  " can i "};

constexpr std::array<std::string_view, 12> accusations = {
    " always ", " never ", " each time ", " every time ", " every single time ", " bug ", " buggy ",
    " broken ", " wrong ", " cheat",      " unfair ",     " again and again "};

/// "I want the race to be longer", but not "I want to take more".
bool wants_a_change(std::string_view text) {
  for (std::string_view const phrase :
       {" i want ", " we want ", " i would like ", " we would like ", " i'd like "}) {
    auto const at = text.find(phrase);
    if (at != text.npos && !text.substr(at + phrase.size()).starts_with("to ")) return true;
  }
  return false;
}

/// What the message says should be, each up to the end of the message: "be 15 not 10 ".
std::vector<std::string_view> demands_in(std::string_view text) {
  std::vector<std::string_view> demands;
  for (std::string_view const phrase : {" should ", " ought to "})
    for (auto at = text.find(phrase); at != text.npos; at = text.find(phrase, at + 1))
      demands.push_back(text.substr(at + phrase.size()));
  return demands;
}

/// "a draw should give a point", but not "she should have won".
bool is_of_a_rule(std::string_view demand) {
  return !demand.starts_with("have ") && !demand.starts_with("not have ") && !demand.starts_with("i ");
}

std::string_view next_word(std::string_view& text) {
  auto const word = text.substr(0, text.find(' '));
  text.remove_prefix(std::min(text.size(), word.size() + 1));
  return word;
}

/// "my score should be 15, not 10", "it is wrong, it should be higher", but not "it should be 20 fields
/// long".
bool is_of_a_value(std::string_view demand, bool something_is_wrong) {
  auto word = next_word(demand);
  while (word == "still" || word == "now" || word == "only")
    word = next_word(demand);
  if (word != "be" && word != "have" && word != "show") return false;
  auto const is_number = [](std::string_view each) {
    return !each.empty() && each.find_first_not_of("0123456789") == each.npos;
  };
  word = next_word(demand);
  if (!is_number(word)) return something_is_wrong;
  while (is_number(word)) // a fraction is several words
    word = next_word(demand);
  return word.empty() || word == "not" || word == "instead" || something_is_wrong;
}

} // namespace

MessageWords words_of(std::string_view message) {
  auto const text = plain(message);
  auto const asks = has(text, questions) ||
                    std::ranges::any_of(first_words, [&](auto word) { return text.starts_with(word); });
  auto const is_value = [is_wrong = text.contains(" wrong ")](std::string_view demand) {
    return is_of_a_value(demand, is_wrong);
  };
  auto const demands = demands_in(text);
  auto const claims = std::ranges::any_of(demands, is_value);
  auto const replaces = text.contains(" instead of ") || (text.contains(" instead ") && !asks);
  return {.wishes =
              has(text, wishes) || wants_a_change(text) || (replaces && !claims) ||
              std::ranges::any_of(demands, [&](auto each) { return is_of_a_rule(each) && !is_value(each); }),
          .asks = asks,
          .accuses = has(text, accusations),
          .claims = claims};
}

} // namespace artifactd::report
