// The options of `artifactctl rule`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace artifactd {

struct RuleOptions {
  enum class What : std::uint8_t { test, preview, winner };
  What what = What::test;
  std::vector<std::string> files = {};
  std::string samples = {};
};

struct RuleDraftOptions {
  enum class Drop : bool { no, yes };
  enum class Replace : bool { no, yes };
  enum class Redact : bool { no, yes };
  enum class Python : bool { no, yes };
  std::vector<std::string> paths = {}; ///< files, directories, globs, or paths of another machine
  std::string samples = {};            ///< a file of samples; empty: none
  std::string name = {};               ///< of the rule; empty: made of words of the paths
  std::string model = {};              ///< its key; empty: none
  std::string command = {};            ///< a program that answers instead of a model; a line of shell
  std::string hint = {};
  std::string into = {}; ///< the session that gets the rule; empty: it is only printed
  std::size_t shape = 0; ///< only the N-th, from 1; 0: all
  std::size_t max_files = 100'000;
  Drop drop = Drop::no; ///< submit the signal as well
  Replace replace = Replace::no;
  Redact redact = Redact::no;
  Python python = Python::no;
};

struct RuleLookOptions {
  std::string path = {};  ///< for explain: the path; for coverage: the directory
  std::string rules = {}; ///< the directory with the rules
  std::string root = {};  ///< for explain: the base of rel_path
  std::string svg = {};   ///< for coverage: where the picture goes; empty: nowhere
  std::size_t max_files = 100'000;
};

} // namespace artifactd
