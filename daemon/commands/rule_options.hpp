// What the words of `artifactctl rule` come to.
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
  std::string name = {};               ///< of the rule; empty: one made of the paths' words
  std::string model = {};              ///< its key; empty: none
  std::string command = {};            ///< a program that answers instead of a model; a line of shell
  std::string hint = {};
  std::string into = {}; ///< the session the rule goes to; empty: it is shown
  std::size_t shape = 0; ///< the N-th alone, from 1; 0: each
  std::size_t max_files = 100'000;
  Drop drop = Drop::no; ///< the signal as well
  Replace replace = Replace::no;
  Redact redact = Redact::no;
  Python python = Python::no;
};

struct RuleLookOptions {
  std::string path = {};  ///< of explain: the path; of coverage: the directory
  std::string rules = {}; ///< the directory with the rules
  std::string root = {};  ///< of explain: what rel_path is below
  std::string svg = {};   ///< of coverage: where the picture goes; empty: nowhere
  std::size_t max_files = 100'000;
};

} // namespace artifactd
