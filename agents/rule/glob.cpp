#include "agents/rule/glob.hpp"

#include "agents/rule/glob_token.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <re2/re2.h>
#include <span>

namespace artifactd::extraction {

namespace {

using Kind = GlobToken::Kind;

struct Component {
  bool folders = false; ///< `**`
  std::string regex{};
};

std::expected<Component, GlobFault> component(std::span<GlobToken const> tokens) {
  Component made;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    auto const& token = tokens[i];
    if (token.kind == Kind::star && i + 1 < tokens.size() && tokens[i + 1].kind == Kind::star) {
      if (tokens.size() == 2) return Component{.folders = true};
      return glob_fault(token.byte, "** must be a whole component",
                        "Write **/*.csv rather than **.csv, or a single *.");
    }
    if (token.kind == Kind::star)
      made.regex += "[^/]*";
    else if (token.kind == Kind::any)
      made.regex += "[^/]";
    else
      made.regex += token.regex;
  }
  return made;
}

/// The components of one alternative; empty if it names nothing.
std::expected<std::vector<Component>, GlobFault> components(std::span<GlobToken const> tokens) {
  auto const slash = [](GlobToken const& token) { return token.kind == Kind::slash; };
  tokens = tokens.subspan(static_cast<std::size_t>(std::ranges::find_if_not(tokens, slash) - tokens.begin()));
  std::vector<Component> all;
  if (tokens.empty()) return all;
  if (std::ranges::none_of(tokens, slash)) all.push_back({.folders = true});
  while (!tokens.empty()) {
    auto const end = static_cast<std::size_t>(std::ranges::find_if(tokens, slash) - tokens.begin());
    if (end > 0) {
      auto next = component(tokens.first(end));
      if (!next) return std::unexpected(std::move(next).error());
      bool const again = next->folders && !all.empty() && all.back().folders;
      if (!again) all.push_back(*std::move(next));
    }
    tokens = tokens.subspan(std::min(end + 1, tokens.size()));
  }
  return all;
}

std::string regex_of(std::vector<Component> const& all) {
  std::string regex;
  for (auto const& each : all) {
    bool const last = &each == &all.back();
    if (each.folders)
      regex += last ? "[^/]+(?:/[^/]+)*" : "(?:[^/]+/)*";
    else
      regex += each.regex + (last ? "" : "/");
  }
  return regex;
}

} // namespace

std::expected<Glob, GlobFault> Glob::compile(std::string_view text) {
  if (text.size() > GlobLimits::length)
    return glob_fault(0, fmt::format("the glob is longer than {} bytes", GlobLimits::length),
                      "Use * and ** instead.");
  auto const tokens = glob_tokens(text);
  if (!tokens) return std::unexpected(tokens.error());
  auto const choices = alternatives(*tokens);
  if (!choices) return std::unexpected(choices.error());
  std::string regex;
  for (auto const& choice : *choices) {
    auto const all = components(choice);
    if (!all) return std::unexpected(all.error());
    if (!all->empty()) regex += (regex.empty() ? "" : "|") + regex_of(*all);
  }
  if (regex.empty()) return glob_fault(0, "the glob matches nothing", "Write a glob such as **/*.csv.");
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_never_capture(true);
  Regex compiled(new re2::RE2(regex, options));
  if (!compiled->ok()) return glob_fault(0, "the glob is too large", "Use fewer alternatives and classes.");
  return Glob(text, std::move(compiled));
}

bool Glob::matches(std::string_view parts) const {
  return re2::RE2::FullMatch(re2::StringPiece(parts.data(), parts.size()), *regex_);
}

std::string literal_glob(std::string_view component) {
  std::string glob;
  for (char const c : component) {
    bool const special = std::string_view("*?[{}").contains(c);
    glob += special ? fmt::format("[{}]", c) : std::string(1, c);
  }
  return glob;
}

} // namespace artifactd::extraction
