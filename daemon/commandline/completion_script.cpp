#include "daemon/commandline/completion_script.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <string_view>

namespace artifactd {

namespace {

constexpr std::string_view bash =
    R"sh(# Completion of artifactctl for bash: artifactctl itself knows what may come next.

_artifactctl() {
  # bash splits words at = and :, too.
  local word cur typed answer words=() joins=
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if ((${#words[@]})) && [[ $joins || $word == [=:]* ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
    joins=
    [[ $word != *[=:] ]] || joins=1
  done
  cur=${words[-1]}
  typed=${COMP_WORDS[COMP_CWORD]}
  [[ $typed != [=:]* ]] || typed=
  COMPREPLY=()
  while IFS= read -r answer; do
    case $answer in
      :files) compopt -o default 2>/dev/null ;;
      :directories) compopt -o dirnames 2>/dev/null ;;
      *)
        answer=${answer%%$'\t'*}
        printf -v answer %q "${answer:${#cur}-${#typed}}"
        COMPREPLY+=("$answer")
        ;;
    esac
  done < <(command artifactctl complete "${words[@]//[\\\"\']/}" 2>/dev/null)
}

complete -o nosort -F _artifactctl artifactctl
)sh";

constexpr std::string_view zsh = R"sh(#compdef artifactctl
# Completion of artifactctl for zsh: artifactctl itself knows what may come next.

_artifactctl() {
  local answer
  local -a names shown
  while IFS= read -r answer; do
    case $answer in
      :files | :directories)
        compset -P 1 '--*='
        if [[ $answer == :files ]]; then _files; else _files -/; fi
        return
        ;;
    esac
    names+=("${answer%%$'\t'*}")
    shown+=("${answer/$'\t'/  -- }")
  done < <(command artifactctl complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
  compadd -V artifactctl -l -d shown -a names
}

if [[ ${funcstack[1]} == _artifactctl ]]; then
  _artifactctl "$@"
else
  compdef _artifactctl artifactctl
fi
)sh";

constexpr std::string_view fish =
    R"sh(# Completion of artifactctl for fish: artifactctl itself knows what may come next.

function __artifactctl_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l token (commandline -ct)
    set -l answer (command artifactctl complete $words "$token" 2>/dev/null)
    set -l option (string match -r '^--[^=]*=' -- $token)
    set -l path (string replace -r '^--[^=]*=' '' -- $token)
    switch "$answer[1]"
        case :files
            __fish_complete_path "$path" | string replace -r -- '^' "$option"
        case :directories
            __fish_complete_directories "$path" '' | string replace -r -- '^' "$option"
        case '*'
            printf '%s\n' $answer
    end
end

complete -c artifactctl -f -k -a '(__artifactctl_complete)'
)sh";

std::string_view script_of(std::string_view shell) {
  return shell == "bash" ? bash : shell == "zsh" ? zsh : fish;
}

} // namespace

Exit completion_command(Cli const& cli, CompletionOptions const& options) {
  auto const script = script_of(options.shell);
  if (cli.output == Output::json)
    print_json({{"version", 1}, {"shell", options.shell}, {"script", script}});
  else
    fmt::print("{}", script);
  return Exit::ok;
}

} // namespace artifactd
