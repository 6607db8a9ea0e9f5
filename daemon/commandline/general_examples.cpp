#include "daemon/commandline/command_help.hpp"

#include <array>

namespace artifactd {

namespace {

constexpr std::array general_table{
    CommandExample{"init s1", "make a session for the kind kg, with a README for its agents"},
    CommandExample{"init s1 --profile kg,rule", "make one whose agents also write extraction rules"},
    CommandExample{"submit s1 writer report.json",
                   "copy the file, drop writer.kg.lock, wait for the verdict"},
    CommandExample{"submit s1 writer --as report.json --wait=5m",
                   "submit standard input, wait up to five minutes"},
    CommandExample{"wait s1 writer", "wait for the verdict on writer.kg.lock"},
    CommandExample{"wait s1 draft.rule --timeout 10s", "give up after ten seconds; the signal stays"},
    CommandExample{"validate s1 writer", "would these artifacts be merged as they are?"},
    CommandExample{"validate s1 --json", "check all agents, and print one JSON document"},
    CommandExample{"mcp --session /srv/sessions/s1 --agent writer",
                   "what an MCP client starts, so that its model is the agent writer"},
    CommandExample{"mcp --session s1 --agent writer --wait 20s",
                   "for a client that gives up after half a minute"},

    CommandExample{"status", "everything that waits, the most urgent first, and the command that helps"},
    CommandExample{"status s1 -v", "one session, with the instructions that its agents were given"},
    CommandExample{"inbox", "refused work on a screen with keys"},
    CommandExample{"inbox s1 --list", "print a list of one session's"},
    CommandExample{"explain s1 writer", "what happened to writer.kg.lock, step by step"},
    CommandExample{"explain s1/draft.rule.lock.error", "the same for a signal given by its path"},
    CommandExample{"retry s1 writer", "rename .error back, once you have repaired the files"},
    CommandExample{"retry --code schema.violation --older-than 1h",
                   "all that were refused with that code, once you confirm"},
    CommandExample{"hint s1 writer \"The id is a string.\"", "tell the agent more, and grant one attempt"},
    CommandExample{"hint --agent \"writer-*\" \"Write less than 64 KiB.\"",
                   "tell several agents, once you confirm"},
    CommandExample{"fix s1 writer", "open $EDITOR at the first error, and submit what is valid afterwards"},
    CommandExample{"fix s1 draft.rule", "the same for a rule"},
    CommandExample{"abandon s1 writer", "give up refused work; its files stay"},
    CommandExample{"abandon --session \"old-*\" --dry-run", "list what would be given up in such sessions"},
    CommandExample{"cancel s1 writer", "end the run of an agent that artifactd started"},
    CommandExample{"cancel s1 chess.edit", "end the run of the editor"},
    CommandExample{"merge s1", "settle all signals of a session now"},
    CommandExample{"merge s1 writer --dry-run", "show what merging one agent would change"},
    CommandExample{"history s1 writer", "earlier values of one agent's member"},
    CommandExample{"history s1 writer --json", "the same as JSON"},
    CommandExample{"rollback s1 writer", "back to the previous value; everybody else's work stays"},
    CommandExample{"rollback s1 writer --to 12 --dry-run",
                   "show what going back to generation 12 would change"},
    CommandExample{"restore s1",
                   "restore the newest valid version of a damaged graph, with all merged since"},
    CommandExample{"restore s1 --to 12 --dry-run", "show what generation 12 would bring back"},
    CommandExample{"log --since 1h --outcome refused", "what was refused in the last hour"},
    CommandExample{"log -f --session s1", "go on printing what happens in one session"},
    CommandExample{"watch", "attempts and their errors, as they happen"},
    CommandExample{"watch s1 --timeout 10m", "one session, for ten minutes"},
    CommandExample{"stats --since 7d", "which codes and agents fail, and how they recover"},
    CommandExample{"stats --session s1 --json", "one session, as JSON"},
    CommandExample{"metrics", "counters and histograms as Prometheus scrapes them"},
    CommandExample{"metrics --textfile /var/lib/prometheus/node-exporter/artifactd.prom",
                   "replace a file that node_exporter reads"},
    CommandExample{"doctor", "look for trouble with roots, rights, databases and agents"},
    CommandExample{"doctor --json", "the same as JSON"},
    CommandExample{"doctor --fsck", "read all that artifactd stored, and check it"},
    CommandExample{"backup --to /backups/today.tar.zst",
                   "copy sessions, databases and configuration; nothing has to stop"},
    CommandExample{"backup --root /srv/sessions --to sessions.tar.zst", "the sessions of one more root, too"},
    CommandExample{"backup verify today.tar.zst", "read an archive whole, and check every file in it"},
    CommandExample{"backup verify today.tar.zst --json", "the same as JSON"},
    CommandExample{"backup restore today.tar.zst --to /restored", "restore it into an empty directory"},
    CommandExample{"backup restore today.tar.zst --to /restored --root /srv/sessions=/data/sessions",
                   "for a root that will have another path"},
    CommandExample{"web token add grafana", "a token that reads metadata and metrics"},
    CommandExample{"web token add writer --scope agent --session s1 --agent writer --expires 7d",
                   "one with which an agent submits from elsewhere, for a week"},
    CommandExample{"web token list", "names, scopes and expiry of all tokens"},
    CommandExample{"web token list --json", "the same as JSON"},
    CommandExample{"web token revoke grafana", "end one, and the streams opened with it"},
    CommandExample{"web token revoke writer --json", "print a document for programs"},
    CommandExample{"config check", "would artifactd start with this configuration?"},
    CommandExample{"config check --config new.toml", "check a file before it is put in place"},
    CommandExample{"config show", "every setting in force, and where it was set"},
    CommandExample{"config show --json", "the same as JSON"},
    CommandExample{"completion bash > ~/.local/share/bash-completion/completions/artifactctl",
                   "for one user"},
    CommandExample{"completion fish | source", "for this fish only"},
};

} // namespace

std::span<CommandExample const> general_examples() noexcept {
  return general_table;
}

} // namespace artifactd
