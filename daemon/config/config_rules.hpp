// The rules for the values of settings.
#pragma once

#include "daemon/config/config.hpp"

#include <array>
#include <string_view>

namespace artifactd {

template <class E>
struct Word {
  std::string_view word;
  E value;
};

template <class E, std::size_t N>
struct OneOf {
  std::array<Word<E>, N> words;
};
template <class E, std::size_t N>
OneOf(std::array<Word<E>, N>) -> OneOf<E, N>;

struct PathRule { ///< absolute, or "~/…"
  bool may_be_empty = false;
};
struct TextRule {};
struct DatabaseRule {}; ///< a URL of PostgreSQL; a password in it is not shown
struct FlagRule {};
struct CountRule {
  std::uint64_t least, most;
};
struct SizeRule {
  std::uint64_t least, most;
};
struct DurationRule {
  Duration least, most;
};
struct KindsRule {};
struct VersionRule {};   ///< a range of versions
struct FileNamesRule {}; ///< plain names of artifact files
struct WordsRule {};     ///< words of a command line
/// The words of a command line; a relative program is relative to the directory of the configuration file
struct ProgramRule {};
struct SchemaFileRule {};  ///< a path, relative to the directory of the configuration file
struct SchemaFilesRule {}; ///< file name or glob → such a path
struct MoneyRule {};       ///< US dollars, whole micro-dollars of them
struct MoneyLimitRule {};  ///< the same, or "unlimited"
struct TokenLimitRule {};  ///< a whole number, or "unlimited"
struct IntegerRule {};     ///< any, or unset
struct NumberRule {        ///< from `least` to `most`, or unset
  double least, most;
};
struct DayRule {}; ///< "2026-01-31"
template <class Each>
struct TablesRule { ///< a list of tables
  Each each;        ///< visits the settings of one
  std::string_view example;
};

} // namespace artifactd
