#!/usr/bin/env bash
# Runs every program of this folder under our engine, SWI-Prolog (plain and -O) and GNU Prolog's native code,
# in one run, checks that the answers agree, and prints CPU times, ratios and the geometric means.
#
#   run.sh [--json FILE] [--reps N] [--only NAME[,NAME…]] [--scale PERCENT]
#
# Times are user CPU of the whole process minus that of a run with no repetitions (start-up and loading),
# the best of --reps runs. PARTIE_PROLOG names our program (default: the crate's `run` example, built here);
# it is called as `$PARTIE_PROLOG FILE -g GOAL`.
set -u
cd "$(dirname "$0")" || exit 1
reps=3 json="" only="" scale=100
while [ $# -gt 0 ]; do
  case "$1" in
    --json) json="$2"; shift 2 ;;
    --reps) reps="$2"; shift 2 ;;
    --only) only=",$2,"; shift 2 ;;
    --scale) scale="$2"; shift 2 ;;
    *) echo "usage: run.sh [--json FILE] [--reps N] [--only NAME[,NAME…]] [--scale PERCENT]" >&2; exit 2 ;;
  esac
done

# program and repetitions, sized to about half a second under SWI-Prolog
programs="nrev:30000 tak:60 queens:70 zebra:300 crypt:70 deriv:80000 query:1200 browse:60
poly:150 primes:70 chat:3500 collect:400 assert:1000 tictactoe:2"

install_peers() {
  local missing=""
  command -v swipl >/dev/null || missing="$missing swi-prolog-nox"
  command -v gplc >/dev/null || missing="$missing gprolog"
  [ -z "$missing" ] && return
  local sudo=""
  [ "$(id -u)" = 0 ] || sudo="sudo -n"
  # shellcheck disable=SC2086
  if ! { $sudo apt-get install -y -q $missing || { $sudo apt-get update -q && $sudo apt-get install -y -q $missing; }; } >/dev/null 2>&1; then
    echo "Could not install$missing with apt-get; their columns stay empty." >&2
  fi
}
install_peers
have_swi=0; have_gnu=0
command -v swipl >/dev/null && have_swi=1
command -v gplc >/dev/null && have_gnu=1

if [ -z "${PARTIE_PROLOG:-}" ]; then
  root=$(cd ../../.. && pwd)
  (cd "$root" && cargo build -q --release -p logic --example run) || exit 1
  PARTIE_PROLOG="${CARGO_TARGET_DIR:-$root/target}/release/examples/run"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# cpu LABEL COMMAND…: prints user CPU milliseconds; the output stays in $work/LABEL.out
cpu() {
  local label="$1"; shift
  local t
  TIMEFORMAT=%U
  t=$( { time "$@" >"$work/$label.out" 2>"$work/$label.err" </dev/null; } 2>&1 )
  awk -v t="$t" 'BEGIN { printf "%d", t * 1000 + 0.5 }'
}

# run_system SYSTEM FILE REPS
run_system() {
  local goal="bench($3,R), write(R), nl"
  case "$1" in
    ours) cpu ours "$PARTIE_PROLOG" "$2.pl" -g "$goal" ;;
    swi) cpu swi swipl -q -g "$goal" -t halt "$2.pl" ;;
    swi_o) cpu swi_o swipl -O -q -g "$goal" -t halt "$2.pl" ;;
    gnu) cpu gnu env GLOBALSZ=262144 TRAILSZ=131072 LOCALSZ=131072 CSTRSZ=65536 "$work/$2.gnu" "$3" ;;
  esac
}

# best SYSTEM FILE REPS: the least CPU over the repetitions, less the start-up
best() {
  local i t base min=""
  base=$(run_system "$1" "$2" 0)
  for ((i = 0; i < reps; i++)); do
    t=$(run_system "$1" "$2" "$3")
    if [ -z "$min" ] || [ "$t" -lt "$min" ]; then min=$t; fi
  done
  t=$((min - base))
  [ "$t" -lt 1 ] && t=1
  echo "$t"
}

compile_gnu() {
  { cat "$1.pl"
    echo ':- initialization(gnu_main).'
    echo 'gnu_main :- argument_list([A|_]), number_atom(N, A), bench(N, R), write(R), nl, halt.'
  } >"$work/$1_gnu.pl"
  (cd "$work" && gplc --no-top-level -o "$1.gnu" "$1_gnu.pl") >"$work/gplc.log" 2>&1
}

printf '%-10s %9s %9s %9s %9s   %8s %8s %8s  %s\n' program 'ours ms' 'swi ms' 'swi-O ms' 'gnu ms' swi/ours swi-O/o gnu/ours answers
rows="" status=0
for entry in $programs; do
  name=${entry%%:*}
  n=$((${entry##*:} * scale / 100)); [ "$n" -lt 1 ] && n=1
  if [ -n "$only" ] && [[ "$only" != *",$name,"* ]]; then continue; fi
  ours=$(best ours "$name" "$n") swi=0 swi_o=0 gnu=0 agree=alone
  answer=$(cat "$work/ours.out")
  if [ "$have_swi" = 1 ]; then
    swi=$(best swi "$name" "$n"); swi_o=$(best swi_o "$name" "$n"); agree=agree
    [ "$answer" = "$(cat "$work/swi.out")" ] || { agree=DIFFER; status=1; }
  fi
  if [ "$have_gnu" = 1 ]; then
    if compile_gnu "$name"; then
      gnu=$(best gnu "$name" "$n")
      if [ "$have_swi" = 1 ] && [ "$(cat "$work/gnu.out")" != "$(cat "$work/swi.out")" ]; then agree="$agree (gnu differs)"; fi
    else
      agree="$agree (gplc failed)"
    fi
  fi
  row=$(awk -v p="$name" -v o="$ours" -v s="$swi" -v so="$swi_o" -v g="$gnu" -v a="$agree" 'BEGIN {
    printf "%-10s %9d %9d %9d %9d   %8.2f %8.2f %8.2f  %s", p, o, s, so, g, s/o, so/o, g/o, a }')
  echo "$row"
  rows="$rows$name $ours $swi $swi_o $gnu $agree
"
done

means=$(printf '%s' "$rows" | awk '
  NF { n++; if ($3) { a += log($3/$2); na++; if (min == "" || $3/$2 < min) { min = $3/$2; who = $1 } }
       if ($4) { b += log($4/$2); nb++ } if ($5) { c += log($5/$2); nc++ }
       if ($1 == "tictactoe") ttt = $2 }
  END { printf "%.2f %.2f %.2f %s %.2f", na ? exp(a/na) : 0, nb ? exp(b/nb) : 0, nc ? exp(c/nc) : 0, who ? who : "-", min }')
read -r m_swi m_swio m_gnu worst worst_ratio <<<"$means"
printf '%-10s %39s   %8s %8s %8s  (above 1: we are faster)\n' 'geo. mean' '' "$m_swi" "$m_swio" "$m_gnu"
echo "slowest against SWI-Prolog: $worst, $worst_ratio times its speed"
ttt=$(printf '%s' "$rows" | awk '$1 == "tictactoe" { print $2, $3, $5 }')
if [ -n "$ttt" ]; then
  read -r o s g <<<"$ttt"
  n=$((2 * scale / 100)); [ "$n" -lt 1 ] && n=1
  awk -v n="$n" -v o="$o" -v s="$s" -v g="$g" 'function r(t) { return t ? int(17290 * n * 1000 / t) : 0 }
    BEGIN { printf "tictactoe move generations/s: ours %d, SWI-Prolog %d, GNU Prolog native %d\n", r(o), r(s), r(g) }'
fi

if [ -n "$json" ]; then
  printf '%s' "$rows" | awk -v a="$m_swi" -v b="$m_swio" -v c="$m_gnu" '
    BEGIN { printf "{\"unit\":\"ms of user CPU\",\"programs\":[" }
    NF { printf "%s{\"name\":\"%s\",\"ours\":%d,\"swi\":%d,\"swi_o\":%d,\"gnu\":%d,\"answers\":\"%s\"}", n++ ? "," : "", $1, $2, $3, $4, $5, $6 }
    END { printf "],\"geometric_mean\":{\"swi\":%s,\"swi_o\":%s,\"gnu\":%s}}\n", a, b, c }' >"$json"
fi
exit $status
