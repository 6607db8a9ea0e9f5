# mutant.sh CMAKE BUILD NAME SWEEP MUTANT SCENARIO KIND [ALWAYS]: builds one mutant and succeeds if the sweep finds it.
set -eu
cmake=$1 build=$2 name=$3 sweep=$4 mutant=$5 scenario=$6 kind=$7 always=${8:-}
if [ "${ARTIFACTD_FULL:-}" != 1 ] && [ -z "$always" ]; then
  echo "skipped: built and swept with ARTIFACTD_FULL=1"
  exit 77
fi
"$cmake" --build "$build" --target "mutant_$name" || { echo "the mutant does not build"; exit 1; }
status=0
"$sweep" --artifactctl "$mutant" --artifactd /bin/false --scenario "$scenario" "$kind" --stop-at-first || status=$?
case $status in
  1) echo "found: $name" ;;
  77) exit 77 ;;
  *) echo "the sweep does not find this mutant ($status): $name"; exit 1 ;;
esac
