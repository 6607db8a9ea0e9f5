#include "daemon/commandline/partial_line.hpp"

#include "daemon/commandline/option_value.hpp"

#include <algorithm>

namespace artifactd {

namespace {

/// Reads word by word. A list takes one value after its option: what else follows cannot be told from
/// arguments.
class Reading {
public:
  explicit Reading(CLI::App const& app)
      : config_(app.get_option_no_throw("--config")), root_(app.get_option_no_throw("--root")) {
    line_.command = &app;
  }

  void read(std::string const& word) {
    if (option_ != nullptr)
      take(*option_, word);
    else if (is_option(word))
      read_option(word);
    else if (auto const* below = subcommand(word))
      line_.command = below, arguments_ = 0;
    else if (auto const* argument = next_argument())
      note(*argument, word), ++arguments_;
    else
      line_.lost = true;
  }

  PartialLine finish(std::string const& word) {
    line_.last = word;
    line_.expected = option_ != nullptr ? option_ : next_argument();
    auto const equals = word.find('=');
    if (option_ != nullptr || !is_option(word) || equals == word.npos) return line_;
    line_.expected = option_named(word.substr(0, equals));
    line_.prefix = word.substr(0, equals + 1);
    line_.last = word.substr(equals + 1);
    return line_;
  }

private:
  [[nodiscard]] bool is_option(std::string const& word) const {
    return !line_.options_ended && word.size() > 1 && word.starts_with('-');
  }

  void read_option(std::string const& word) {
    if (word == "--") {
      line_.options_ended = true;
      return;
    }
    auto const equals = word.find('=');
    auto const* option = option_named(word.substr(0, equals));
    if (option == nullptr && word.starts_with("--")) line_.lost = true; // else: several letters, or -n5
    if (option == nullptr || option->get_items_expected_max() == 0) return;
    if (equals != word.npos) return note(*option, word.substr(equals + 1));
    option_ = option;
    to_come_ = std::max(1, option->get_items_expected_min());
  }

  /// An option of this command or of one around it.
  [[nodiscard]] CLI::Option const* option_named(std::string const& name) const {
    for (auto const* at = line_.command; at != nullptr; at = at->get_parent())
      for (auto const* option : options_of(*at))
        if (option->check_name(name)) return option;
    return nullptr;
  }

  [[nodiscard]] CLI::App const* subcommand(std::string const& name) const {
    if (line_.options_ended) return nullptr;
    auto const all = subcommands_of(*line_.command);
    auto const found = std::ranges::find(all, name, &CLI::App::get_name);
    return found == all.end() ? nullptr : *found;
  }

  [[nodiscard]] CLI::Option const* next_argument() const {
    auto left = arguments_;
    for (auto const* argument : arguments_of(*line_.command)) {
      if (left < argument->get_items_expected_max()) return argument;
      left -= argument->get_items_expected_max();
    }
    return nullptr;
  }

  void take(CLI::Option const& option, std::string const& value) {
    note(option, value);
    if (--to_come_ == 0) option_ = nullptr;
  }

  void note(CLI::Option const& option, std::string const& value) {
    if (&option == config_) line_.source.file = value;
    if (&option == root_) line_.source.roots.push_back(value);
    if (value_of(option).type == "SESSION") line_.session = value;
  }

  CLI::Option const* config_;
  CLI::Option const* root_;
  PartialLine line_;
  CLI::Option const* option_ = nullptr; ///< whose values come next
  int to_come_ = 0;
  int arguments_ = 0; ///< read so far
};

} // namespace

PartialLine read_partial_line(CLI::App const& app, std::span<std::string const> words) {
  Reading reading(app);
  if (words.empty()) return reading.finish("");
  for (auto const& word : words.first(words.size() - 1))
    reading.read(word);
  return reading.finish(words.back());
}

} // namespace artifactd
