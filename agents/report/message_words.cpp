#include "agents/report/message_words.hpp"

#include <algorithm>
#include <array>
#include <string>

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

constexpr std::array<std::string_view, 38> wishes = {
    " be able to ",      " be allowed ",     " be possible to ", " would be nicer ", " would be nice ",
    " would be better ", " would be great ", " would be good ",  " would be cool ",  " would be more ",
    " it'd be ",         " i wish ",         " we wish ",        " please add ",     " please make ",
    " please change ",   " please let ",     " could we play ",  " could we have ",  " could we make ",
    " could we add ",    " could we use ",   " could you add ",  " could you make ", " can we have ",
    " can we add ",      " can we play ",    " can we make ",    " can we change ",  " can you add ",
    " can you make ",    " let us have ",    " let's have ",     " ought to ",       " work differently ",
    " instead of ",      " different rule ", " new rule "};

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

/// "a draw should give a point", but not "she should have won".
bool says_what_should_be(std::string_view text) {
  constexpr std::string_view word = " should ";
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    auto const rest = text.substr(at + word.size());
    if (!rest.starts_with("have ") && !rest.starts_with("not have ") && !rest.starts_with("i ")) return true;
  }
  return false;
}

} // namespace

MessageWords words_of(std::string_view message) {
  auto const text = plain(message);
  auto const asks = has(text, questions) ||
                    std::ranges::any_of(first_words, [&](auto word) { return text.starts_with(word); });
  return {.wishes = has(text, wishes) || wants_a_change(text) || says_what_should_be(text) ||
                    (text.contains(" instead ") && !asks),
          .asks = asks,
          .accuses = has(text, accusations)};
}

} // namespace artifactd::report
