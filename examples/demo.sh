#!/usr/bin/env bash
# artifactd at work on a copy of examples/: four agents drop signals, two are refused, a person repairs both; artifactd
# alone repairs a broken game, and one that halts only when it is played. All are merged. Then three stories are played,
# with a scripted model; rules are made from paths, and scripted agents tune a skill.
# Needs artifactd, artifactctl, jq and python3 on the PATH (./dev demo sees to that). Exits with 0 if all went well.
# With --page, it serves its sessions to a browser before it ends.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
place=$(mktemp -d "${TMPDIR:-/tmp}/artifactd-demo.XXXXXX")
daemon=
cleanup() {
  [ -z "$daemon" ] || { kill "$daemon" 2>/dev/null || true; wait "$daemon" 2>/dev/null || true; }
  rm -rf "$place"
}
trap cleanup EXIT

bold='' dim='' green='' red='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
  bold=$'\e[1m' dim=$'\e[2m' green=$'\e[32m' red=$'\e[31m' plain=$'\e[0m'
fi
title() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }
good() { printf '  %s✓%s %s\n' "$green" "$plain" "$1"; }
bad() { printf '  %s✗%s %s\n' "$red" "$plain" "$1"; }
line() { printf '  %s%s%s\n' "$dim" "$1" "$plain"; }
fail() {
  bad "$1"
  line "the daemon said:"
  cat "$place/daemon.log"
  exit 1
}
expect() { # MESSAGE COMMAND...
  local message=$1
  shift
  if "$@" >/dev/null 2>&1; then good "$message"; else fail "expected: $message"; fi
}

begin() { begun=${EPOCHREALTIME/[.,]/}; }
# settled AGENT: waits until the signal is gone and says how long that took.
settled() {
  local now=$begun
  while [ -e "$session/$1.kg.lock" ]; do
    [ "$now" -lt $((begun + 10000000)) ] || fail "$1.kg.lock was not settled within 10 s"
    read -rt 0.001 <> <(:) || true
    now=${EPOCHREALTIME/[.,]/}
  done
  now=${EPOCHREALTIME/[.,]/}
  printf '%d.%d ms' $(((now - begun) / 1000)) $(((now - begun) / 100 % 10))
}
# repaired AGENT: waits until its signal, or its refusal, is gone and its work is in the graph; says how long that took.
repaired() {
  local now=$begun
  while [ -e "$session/$1.kg.lock" ] || [ -e "$session/$1.kg.lock.error" ] || ! member "$1" >/dev/null 2>&1; do
    [ "$now" -lt $((begun + 10000000)) ] || fail "$1 was not merged within 10 s"
    read -rt 0.001 <> <(:) || true
    now=${EPOCHREALTIME/[.,]/}
  done
  printf '%d ms' $(((${EPOCHREALTIME/[.,]/} - begun) / 1000))
}
member() { jq -e --arg agent "$1" 'has($agent)' "$session/knowledge-graph.json"; }
drop() {
  begin
  : >"$session/$1.kg.lock"
}

# turn COMMAND...: runs it; $told is its output.
turn() { told=$(ctl turn "$@") || fail "artifactctl turn $*: exit status $?"; }
# story NAME SCENARIO SEED: begins a story in a directory of that name.
story() {
  mkdir "$place/sessions/$1"
  turn begin "$1" --scenario "$2" --seed "$3" --json
  commitment=$(jq -r .dice.commitment <<<"$told")
  good "$(ctl turn show scenario "$2" | jq -r .title) begins; the seed of its dice has the SHA-256 ${commitment::16}…"
}
# say NAME TEXT: plays a turn; shows the text and the dice.
say() {
  turn say "$1" "$2"
  line "> $2"
  grep '^  ' <<<"$told" | sed 's/^/  /' || line "  (no dice)"
}
narration() { sed '/^  /d; /./,$!d; s/^\(.\)/    \1/' <<<"$told"; }
# replayed NAME [OPTION]...: replaying its turns from their recorded replies gives the same result.
replayed() {
  turn replay "$@"
  [[ $told == *"each the same as recorded" ]] || fail "$1, replayed: $told"
  good "replayed $* from the recorded replies: $told"
}

mkdir -p "$place/sessions" "$place/state"
# A model never runs as root: if this script does, the model runs as nobody, who must be able to reach it.
chmod 711 "$place"
install -D -m 755 "$here/turns/model.py" "$place/model/model.py"
install -m 644 "$here/turns/model.toml" "$place/model/model.toml"
chmod 755 "$place/model"
session=$place/sessions/storage-outlook
cp -r "$here/research" "$session"
mv "$session/graph.jq" "$place/graph.jq"
jq -n -f "$place/graph.jq" >"$session/knowledge-graph.json"
entities=$(jq -c '[.entities, .claims, .relationships]' "$session/knowledge-graph.json" | sha256sum)
cat >"$place/artifactd.toml" <<TOML
state_dir = "$place/state"
runtime_dir = "$place/state/run"
agents_dir = "$here/agents"
[[root]]
path = "$place/sessions"
[[agent]]
match = "game-designer"
profile = "game"
[models.scripted]
kind = "command"
command = ["$place/model/model.py"]
free = true
[turn]
small = "scripted"
large = "scripted"
[play]
confirm = "owner"
TOML
ctl() { artifactctl --config "$place/artifactd.toml" "$@"; }

kilobytes=$(($(wc -c <"$session/knowledge-graph.json") / 1024))
title "A research session: a graph of $kilobytes KB, four agents with artifacts"
artifactd --config "$place/artifactd.toml" 2>"$place/daemon.log" &
daemon=$!
for _ in $(seq 500); do
  grep -q ready "$place/daemon.log" && break
  kill -0 "$daemon" 2>/dev/null || fail "artifactd did not start"
  read -rt 0.01 <> <(:) || true
done
good "artifactd watches $place/sessions"

title "1. synthesis-agent wrote four good files and drops synthesis-agent.kg.lock"
drop synthesis-agent
good "merged, the signal is gone after $(settled synthesis-agent)"
expect "its namespace is in knowledge-graph.json" member synthesis-agent

title "2. web-researcher wrote four files, each broken in its own way"
drop web-researcher
good "refused after $(settled web-researcher); nothing of it was merged, every fault is reported at once:"
told() { jq -r "$2" "$session/$1.retry-instructions.json" | while read -r text; do line "$text"; done; }
told web-researcher '.instructions[1:-2][]'
expect "the signal is web-researcher.kg.lock.error now" test -e "$session/web-researcher.kg.lock.error"

title "3. market-analyst forgot a file that its metadata requires"
drop market-analyst
good "refused after $(settled market-analyst):"
told market-analyst '.instructions[1]'

title "4. fact-checker drops its signal while synthesis-agent is being merged again"
completion=artifacts/synthesis-agent/completion.json
jq '.synthesis_iteration = 4' "$here/research/$completion" >"$session/$completion"
drop synthesis-agent
drop fact-checker
good "synthesis-agent gone after $(settled synthesis-agent), fact-checker after $(settled fact-checker)"
both='.["synthesis-agent"].synthesis_iteration == 4 and .["fact-checker"].claims_checked == 48'
expect "both are in the graph" jq -e "$both" "$session/knowledge-graph.json"

title "What waits for a person now (artifactctl status)"
ctl status | sed 's/^/  /' || true

title "5. A person repairs the files and renames .error back"
files=$session/artifacts/web-researcher
sed -i '/^```/d' "$files/completion.json"
sed -i 's/0\.7},/0.7}/' "$files/sources.json"
sed -i '/^  \/\//d' "$files/leads.json"
printf '{"quotes": [{"text": "Delivered prices fell by a fifth", "page": 12}]}\n' >"$files/quotes.json"
begin
mv "$session/web-researcher.kg.lock.error" "$session/web-researcher.kg.lock"
good "web-researcher merged after $(settled web-researcher)"
printf '{"forecast": {"2030": {"usd_per_kwh": 140.50}}}\n' >"$session/artifacts/market-analyst/forecast.json"
begin
ctl retry "$session" market-analyst >/dev/null
good "market-analyst merged after $(settled market-analyst) (artifactctl retry renames, too)"

title "How web-researcher got there (artifactctl explain)"
sleep 0.3 # the journal is written in batches, off the hot path
ctl explain "$session/web-researcher.kg.lock" | sed 's/^/  /'

title "6. Another session: game-designer drops a game that cannot be played to its end"
research=$session
session=$place/sessions/game-night
cp -r "$here/game-night" "$session"
drop game-designer
good "refused, repaired and merged after $(repaired game-designer), without a person and without a model"
run=$(ctl edit show "$session" --json | jq -r '.runs[0].run')
good "what was wrong, and what the editor changed (artifactctl edit show):"
ctl edit show "$session" "$run" | sed 's/^/  /'
expect "the repaired game has no fault left" ctl game check "$session/artifacts/game-designer"
expect "no signal, refusal or instruction file is left there" \
  test -z "$(find "$session" -maxdepth 1 \( -name '*.lock' -o -name '*.error' -o -name '*retry-instructions*' \))"

title "7. The same game, changed so that it halts in its third spring, which only shows when it is played"
game=$session/artifacts/game-designer
five='.preconditions[0].logic = {">=": [{"var": "game.season"}, 5]}'
jq ".transitions |= map(if .id == \"settle_up\" then $five else . end)" "$game/transitions.json" >"$place/halting.json"
cp "$place/halting.json" "$game/transitions.json"
good "the shortest way to the fault (artifactctl game simulate):"
ctl game simulate "$game" --plays 0 | sed 's/^/  /' || true
drop game-designer
good "refused, repaired and merged after $(repaired game-designer), without a model"
expect "the repaired game no longer halts" ctl game simulate "$game"
good "two bots play it to its end, and the record is replayed (artifactctl game play, game replay):"
ctl game play "$game" --seat none --bots monte-carlo --seed 7 | tail -4 | sed 's/^/  /'
play=$(find "$session/play" -mindepth 1 -maxdepth 1)
ctl game replay "$play" | tail -1 | sed 's/^/  /'
good "in another play one player moves, and the other leaves:"
echo /quit | ctl game play "$game" --seat player2 --seed 11 | sed -n '1,2s/^/  /p'
play=$(find "$session/play" -mindepth 1 -maxdepth 1 ! -path "$play")
player=$(jq -r '.players[0]' "$play/meta.json")
jq --arg player "$player" '.players[$player].coins += 40' "$play/state.json" >"$place/rich.json"
cp "$place/rich.json" "$play/state.json"
good "somebody gave $player 40 coins against the rules; a player reports it (artifactctl report ask):"
answer=$(ctl report ask "$session" "How did $player get so many coins?" --play "${play##*/}" --player "$player" --json)
jq -r '"\(.category): \(.text)"' <<<"$answer" | sed 's/^/  /'
ctl report confirm "$session" "$(jq -r .proposal.id <<<"$answer")" | sed 's/^/  /'
expect "after confirmation, the state matches the steps of the play again" ctl play check "$play"
good "and the play goes on (artifactctl game play PLAY):"
ctl game play "$play" --seat none --bots greedy | tail -1 | sed 's/^/  /'
session=$research

title "8. Stories: three rulesets, played with a scripted model and dice that anybody can check"
rulesets=(everyday-tension inner-chorus last-stop)
turn import "${rulesets[@]/#/$here/turns/}" --json
counts=$(jq -r '.documents | group_by(.kind) | map("\(length) \(.[0].kind)s") | join(", ")' <<<"$told")
good "imported: ${counts/world_lores/worlds}"
story landing the-spare-key landing
say landing '“I am sorry. I should have said that I like my walls empty.”'
say landing '“Thank you for the plants,” I say, and mean it.'
say landing 'I hold out my palm. “My key, please.”'
narration
story lighthouse the-valuation lamp
say lighthouse '“I ask every keeper the same four questions,” I say.'
say lighthouse 'I let the fog come up to the glass.'
say lighthouse '“Why is one winter missing?”'
narration
story train twelve-minutes-to-harrow-quay harbour
say train 'I say hello, as if the seat had only just become free.'
say train '“You never asked me why,” I say.'
say train 'I take the letter out of my coat, and keep both hands on it.'
narration

title "9. That went wrong: the turn is taken back, and played another way in a branch with the same dice"
turn undo train
good "undone: $told"
turn branch train train-another-way --same-dice
say train-another-way 'I smile, and ask whether he still sings flat.'
narration
turn redo train
good "in the first story the turn is redone as it was: $told"
replayed train
replayed train-another-way --turn 3

title "10. The story ends, and the seed of its dice is shown"
turn end train-another-way # both use the same seed, which stays secret while one of them goes on
turn end train
good "$told"
turn reveal train
seed=$told
expect "its SHA-256 is what was shown when the story began: ${commitment::16}…" \
  test "$(printf %s "$seed" | sha256sum | cut -d' ' -f1)" = "$commitment"
roll_seed=$(printf 'artifactd-roll-1/%s/1/0/0' "$seed" | sha256sum | cut -c-32)
turn roll 2d6+2 --seed "$roll_seed"
roll=${told%%$'\n'*}
turn log train --turn 1
expect "the first roll of the story, rolled again from it: $roll" grep -qF "$roll" <<<"$told"
expect "the database is valid" ctl turn check --database

title "11. Rules for an archive of paths, made without a model (artifactctl rule draft)"
for mission in 001 002 007 019; do
  for day in 2024-01-15 2024-01-16; do
    install -D /dev/null "$place/archive/mission_$mission/$day/readings.csv"
    install -D /dev/null "$place/archive/mission_$mission/$day/events.csv"
  done
done
drafted=$(ctl rule draft "$place/archive" --name missions --into storage-outlook --drop)
jq -r 'select(.event == "result") | .text' <<<"$drafted" | sed 's/^/  /'
jq -r 'select(.event == "result") | .preview[0] | "\(.path | split("/archive/")[1])  \(.extracted | tojson)"' \
  <<<"$drafted" | sed 's/^/  /'
for _ in $(seq 500); do
  [ -e "$session/rules/missions.result.json" ] && [ ! -e "$session/missions.rule.lock" ] && break
  read -rt 0.01 <> <(:) || true
done
expect "artifactd has checked it, like any rule" test -e "$session/rules/missions.result.json"

title "12. A skill with four planted problems is tuned until its gate passes (artifactctl state run)"
cp -r "$here/tuning" "$place/tuning"
mkdir "$place/tuning/run" "$place/tuning/failing"
chmod 711 "$place/tuning"
# Nor does an agent: if this script runs as root, the skill and its runs belong to another user.
[ "$(id -u)" != 0 ] || chown -R daemon: "$place/tuning"
tune() { # DIRECTORY AGENT
  ctl state run "$place/tuning/$1" --skill "$place/tuning/release-notes" --issue "the notes are far too long" \
    --command "$place/tuning/agents/$2"
}
tune run tune.sh | sed "s/; warning: nothing was checked.*//; s/^/  /"
good "what was changed in the skill:"
diff -ru "$here/tuning/release-notes" "$place/tuning/release-notes" | grep '^[+-][^+-]' | cut -c-110 |
  sed 's/^/  /' || true
good "an agent that does the least it can get away with:"
code=0
tune failing hopeless.sh >"$place/failing.log" || code=$?
tail -1 "$place/failing.log" | sed 's/^/  /'
expect "that run has failed, as it should" test "$code" = 1

title "In the end"
for agent in synthesis-agent web-researcher market-analyst fact-checker academic-researcher; do
  expect "$agent is in the graph" member "$agent"
done
expect "entities, claims and relationships are as they were" \
  test "$(jq -c '[.entities, .claims, .relationships]' "$session/knowledge-graph.json" | sha256sum)" = "$entities"
expect "140.50 is still written 140.50" grep -q '140\.50' "$session/knowledge-graph.json"
expect "no signal, refusal or instruction file is left" \
  test -z "$(find "$session" -maxdepth 1 \( -name '*.lock' -o -name '*.error' -o -name '*retry-instructions*' \))"
if [ "${1:-}" = --page ]; then
  title "All of it in a browser (artifactctl web), until Ctrl-C"
  trap : INT
  ctl web || true
  trap - INT
fi
kill "$daemon" 2>/dev/null || true # Ctrl-C reaches it as well
code=0
wait "$daemon" || code=$?
daemon=
expect "artifactd exited with 0 on SIGTERM" test "$code" = 0
printf '\n%sEverything ended as it should.%s\n' "$bold" "$plain"
[ "${1:-}" = --page ] || line "./dev demo --page shows it all in a browser at the end."
