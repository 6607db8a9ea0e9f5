#!/bin/sh
# A scripted agent of a tuning run, in place of a model: it finds the four problems that were planted in the
# example's skill, one of each type, and proposes how to repair them. It works on the copy it receives.
set -eu
cat >/dev/null # ARTIFACTD_ACTION says what to do, too

diagnosis() { # area type severity file line pattern description fix
  if grep -q "$6" "skill/$4"; then
    found=1
    issues=$(jq -c --arg type "$2" --arg severity "$3" --arg file "$4" --argjson line "$5" \
      --arg pattern "$6" --arg what "$7" --arg fix "$8" '.issues + [{
        id: "ISS-001", type: $type, severity: $severity, priority: 1,
        location: {file: $file, line_start: $line}, description: $what, evidence: [$pattern],
        root_cause: $what, impact: "the notes come out wrong", suggested_fix: $fix, related_issues: []}]' state.json)
  else
    found=0
    issues=$(jq -c .issues state.json)
  fi
  jq -nc --arg area "$1" --arg severity "$3" --argjson found "$found" --argjson issues "$issues" \
    --arg pattern "$6" --arg file "$4" '{
      diagnosis: {($area): {status: "completed", issues_found: $found,
        severity: (if $found > 0 then $severity else "none" end), execution_time_ms: 20,
        details: {patterns_checked: [$pattern], patterns_matched: (if $found > 0 then [$pattern] else [] end),
          evidence: [], recommendations: []}}},
      issues: $issues}'
}

# A fix that replaces one text with another.
fix() { # id issue strategy risk file old new
  jq -nc --arg id "$1" --arg issue "$2" --arg strategy "$3" --arg risk "$4" --arg file "$5" \
    --arg old "$6" --arg new "$7" '{
      id: $id, issue_ids: [$issue], strategy: $strategy, description: "repair \($file)", rationale: "see \($issue)",
      changes: [{file: $file, action: "modify", old_content: $old, new_content: $new}],
      risk: $risk, estimated_impact: "high", verification_steps: ["read it again"]}'
}

issue_of() { jq -r --arg type "$1" 'first(.issues[] | select(.type == $type) | .id) // empty' state.json; }

case $ARTIFACTD_ACTION in
action-diagnose-context)
  diagnosis context context_explosion high phases/01-collect.md 3 "keep all of it in the conversation" \
    "whole diffs fill the context" "keep a line for each change" ;;
action-diagnose-memory)
  diagnosis memory memory_loss medium phases/02-sort.md 3 "Leave out what users do not notice" \
    "the limit of twenty lines is forgotten before the writing" "repeat the limit where it counts" ;;
action-diagnose-dataflow)
  diagnosis dataflow dataflow_break high phases/03-write.md 3 'changes.json' \
    "what is written as sorted.json is read as changes.json" "read sorted.json" ;;
action-diagnose-agent)
  diagnosis agent agent_failure high phases/03-write.md 5 "Start an agent for each section and put" \
    "nobody notices an agent that gives no answer" "check each answer" ;;
action-propose-fixes)
  {
    i=$(issue_of context_explosion)
    [ -z "$i" ] || fix FIX-001 "$i" context_summarization low phases/01-collect.md \
      "with its whole diff, and keep all of it in the conversation" "and keep one line of it"
    i=$(issue_of memory_loss)
    [ -z "$i" ] || fix FIX-002 "$i" constraint_injection low phases/02-sort.md \
      "Leave out what users do not notice." "Leave out what no user notices: twenty lines are all there is."
    i=$(issue_of dataflow_break)
    [ -z "$i" ] || fix FIX-003 "$i" schema_enforcement medium phases/03-write.md \
      'Read `changes.json`' 'Read `sorted.json`'
    i=$(issue_of agent_failure)
    [ -z "$i" ] || fix FIX-004 "$i" orchestrator_refactor medium phases/03-write.md \
      "Start an agent for each section and put their answers together." \
      "Start an agent for each section, ask again where one gives no answer, and put their answers together."
  } | jq -sc '{proposed_fixes: .}' ;;
*)
  echo "no such action: $ARTIFACTD_ACTION" >&2
  exit 1 ;;
esac
