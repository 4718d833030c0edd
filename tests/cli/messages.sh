# Standard error is empty without a terminal; --timings and --progress always print; --quiet suppresses the bar.
mkdir tree
lines 1 300 >tree/a
kindred find tree
[[ ! -s err ]] || fail "said: $(cat err)"
kindred find --timings tree
says err "seconds"
says err "total"
kindred find --index other --progress always tree
says err "files"
kindred find --index third --progress always --quiet tree
[[ ! -s err ]] || fail "said: $(cat err)"
