#!/bin/sh
# A player for any game in a dozen lines: it makes the first move of the list.
while read -r word rest; do
  case $word in
    partie) echo "id name first in shell"; echo ready ;;
    moves) first=${rest%% *} ;;
    go) echo "bestmove $first" ;;
    quit) exit ;;
  esac
done
