# near: pairs of near tallies, sets of equal files, one summary; JSON as in the contract.
mkdir tree
lines 1 400 >tree/a.txt
lines 1 399 >tree/b.txt
lines 5000 5400 | tr 'a-z' 'b-za' >tree/other.txt
for i in 1 2 3; do lines 9000 9100 >tree/copy$i; done
kindred near --format json tree
is near_summary files 6
is near_summary contents 4
is near_summary sets 1
is near_summary pairs 1
is near_summary query null
is near_set files '["tree/copy1", "tree/copy2", "tree/copy3"]'
is near_set identical true
is near a '"tree/a.txt"'
is near b '"tree/b.txt"'
is near identical false
[[ $(head -1 out) == '{"type":"near_summary","version":'* ]] || fail "the summary is not first"
[[ $(grep -c '^{"type":"near","a":"tree/a.txt","b":"tree/b.txt","size_a":[0-9]*,"size_b":[0-9]*,"key_distance":[0-9]*,"distance":[0-9]*,"identical":false}' out) == 1 ]] ||
  fail "keys are not in the order of the contract"
settle
kindred near --format json tree
kindred near --format json tree
is near_summary read_files 0
