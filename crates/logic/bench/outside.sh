#!/usr/bin/env bash
# Runs programs that are not ours under our engine, SWI-Prolog -O and GNU Prolog's native code, in one run, and
# prints CPU times, ratios and the geometric means.
#
#   outside.sh DIR [--reps N] [--scale PERCENT] [--only NAME[,NAME…]] [--no-gnu]
#
# DIR holds programs that define top/0, as those of SWI-Prolog's bench do (github.com/SWI-Prolog/bench, directory
# `programs`; many are among the examples of gprolog-doc, too). Rows of the list below whose file is not there are left out. Times are user CPU of the whole process
# less that of a run with no repetitions, the best of --reps runs; systems take turns. PARTIE_PROLOG names our program.
set -u
[ $# -gt 0 ] || { echo "usage: outside.sh DIR [--reps N] [--scale PERCENT] [--only NAME[,NAME…]] [--no-gnu]" >&2; exit 2; }
dir=$(cd "$1" && pwd) || exit 2
shift
reps=3 only="" scale=100 gnu=1
while [ $# -gt 0 ]; do
  case "$1" in
    --reps) reps="$2"; shift 2 ;;
    --only) only=",$2,"; shift 2 ;;
    --scale) scale="$2"; shift 2 ;;
    --no-gnu) gnu=0; shift ;;
    *) echo "unknown option $1" >&2; exit 2 ;;
  esac
done
command -v swipl >/dev/null || { echo "swipl is missing" >&2; exit 1; }
command -v gplc >/dev/null || gnu=0

# The twelve programs of the published figure first, then more of the same set.
programs="boyer:100 browse:60 zebra:1000 serialise:100000 fast_mu:30000 mu:40000 meta_qsort:7000 sendmore:300 prover:40000
sieve:80 eval:10000 qsort:60000 chat_parser:200 derive:250000 nand:1600 poly_10:1000 crypt:8000 query:8000"

cd "$(dirname "$0")" || exit 1
if [ -z "${PARTIE_PROLOG:-}" ]; then
  root=$(cd ../../.. && pwd)
  (cd "$root" && cargo build -q --release -p logic --example run) || exit 1
  PARTIE_PROLOG="${CARGO_TARGET_DIR:-$root/target}/release/examples/run"
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# cpu COMMAND…: user CPU milliseconds
cpu() {
  local t
  TIMEFORMAT=%U
  t=$( { time "$@" >"$work/out" 2>"$work/err" </dev/null; } 2>&1 )
  grep -q done "$work/out" || echo "no answer from: $*" >&2
  awk -v t="$t" 'BEGIN { printf "%d", t * 1000 + 0.5 }'
}
run_system() {
  local goal="bench_times($3),write(done),nl"
  case "$1" in
    ours) cpu "$PARTIE_PROLOG" "$work/$2.pl" -g "$goal" ;;
    swi) cpu swipl -O -q -g "$goal" -t halt "$work/$2.pl" ;;
    gnu) cpu env GLOBALSZ=262144 TRAILSZ=131072 LOCALSZ=131072 CSTRSZ=65536 "$work/$2.gnu" "$3" ;;
  esac
}
less() { local t=$(($1 - $2)); [ "$t" -lt 1 ] && t=1; echo "$t"; }

printf '%-12s %9s %9s %9s   %8s %8s\n' program 'ours ms' 'swi-O ms' 'gnu ms' swi-O/o gnu/ours
rows=""
for entry in $programs; do
  name=${entry%%:*}
  n=$((${entry##*:} * scale / 100)); [ "$n" -lt 1 ] && n=1
  [ -f "$dir/$name.pl" ] || continue
  if [ -n "$only" ] && [[ "$only" != *",$name,"* ]]; then continue; fi
  { cat "$dir/$name.pl"
    printf '\nbench_times(N) :- between(1, N, _), bench_top, fail.\nbench_times(_).\nbench_top :- top, !.\n'
  } >"$work/$name.pl"
  have=0
  if [ "$gnu" = 1 ]; then
    { cat "$work/$name.pl"
      printf ':- initialization(gnu_main).\ngnu_main :- argument_list([A|_]), number_atom(N, A), bench_times(N), write(done), nl, halt.\n'
    } >"$work/${name}_gnu.pl"
    (cd "$work" && gplc --no-top-level -o "$name.gnu" "${name}_gnu.pl") >"$work/gplc.log" 2>&1 && have=1
  fi
  systems="ours swi"; [ "$have" = 1 ] && systems="$systems gnu"
  declare -A best=() base=()
  for s in $systems; do base[$s]=$(run_system "$s" "$name" 0); done
  for ((i = 0; i < reps; i++)); do
    for s in $systems; do
      t=$(run_system "$s" "$name" "$n")
      if [ -z "${best[$s]:-}" ] || [ "$t" -lt "${best[$s]}" ]; then best[$s]=$t; fi
    done
  done
  o=$(less "${best[ours]}" "${base[ours]}") so=$(less "${best[swi]}" "${base[swi]}") g=0
  [ "$have" = 1 ] && g=$(less "${best[gnu]}" "${base[gnu]}")
  awk -v p="$name" -v o="$o" -v so="$so" -v g="$g" 'BEGIN { printf "%-12s %9d %9d %9d   %8.2f %8.2f\n", p, o, so, g, so/o, g/o }'
  rows="$rows$name $o $so $g
"
done
printf '%s' "$rows" | awk 'NF { n++; a += log($3/$2); if ($4) { b += log($4/$2); m++ }
    if (n <= 12) { c += log($3/$2); k++ } if (min == "" || $3/$2 < min) { min = $3/$2; who = $1 } }
  END { printf "geo. mean of %d: %.2f times swipl -O, of the first %d: %.2f; %.2f times gplc (%d); least %s %.2f\n",
    n, exp(a/n), k, exp(c/k), m ? exp(b/m) : 0, m, who, min }'
