# kindred review and serve: the address, who is answered, what a hostile client or a hostile tree achieves, Ctrl-C.
hash curl 2>/dev/null || skip_test "curl is missing"
mkdir -p tree/sub
lines 1 300 >tree/one
lines 1 310 >tree/two
lines 400 500 >tree/sub/copy
cp tree/sub/copy 'tree/<script>alert(1)<'
cp tree/sub/copy $'tree/\xe2\x80\xaegpj.exe'
cp tree/sub/copy $'tree/\xff\xfe'
long=tree
for i in $(seq 18); do long+=/$(printf 'd%.0s' $(seq 200)); done
mkdir -p "$long"
cp tree/sub/copy "$long/copy"
echo secret >secret
ln -s ../secret tree/link
settle

# A test that fails leaves no server behind.
server=
trap '[[ -z $server ]] || kill "$server" 2>/dev/null || true; chmod -R u+rwx "$here"; rm -rf "$here"' EXIT

# start COMMAND ARGUMENTS...: in the background, with its address in `url` and `token`.
start() {
  : >address  # not that of an earlier server
  "$KINDRED" "$@" >address 2>server_err &
  server=$!
  for i in $(seq 1200); do [[ ! -s address ]] && kill -0 "$server" 2>/dev/null && sleep 0.05 || break; done
  [[ $(wc -l <address) == 1 ]] || { cat server_err; fail "standard output: $(cat address)"; }
  grep -qE '^http://127\.0\.0\.1:[0-9]+/#token=[0-9a-f]{64}$' address || fail "the address: $(cat address)"
  url=$(sed 's|/#.*||' address)
  token=$(sed 's|.*=||' address)
}
# stop: as Ctrl-C does, but a script's background jobs ignore that signal.
stop() {
  kill -TERM "$server"
  local got=0
  wait "$server" || got=$?
  server=
  [[ $got == 0 ]] || { cat server_err; fail "exit code $got"; }
  [[ ! -s server_err ]] || { cat server_err; fail "it said something"; }
}
# ask STATUS PATH ARGUMENTS...: keeps `out`, and wants that status.
ask() {
  local want=$1 path=$2 got
  shift 2
  got=$(curl -s -o out -D headers -w '%{http_code}' --max-time 30 "$@" "$url$path") || true
  [[ $got == "$want" ]] || { cat out headers; fail "$path: status $got, not $want: $*"; }
}
bearer() { ask "$1" "$2" -H "Authorization: Bearer $token" "${@:3}"; }
json() { python3 -c 'import json, sys; print(eval(sys.argv[1], {"j": json.load(open("out"))}))' "$1"; }
ready() {
  for i in $(seq 200); do
    bearer 200 /api/summary
    [[ $(json 'j["state"]') == running ]] || return 0
    sleep 0.05
  done
  fail "it never ends"
}

start review --no-browser tree
ready
[[ $(json 'j["state"]') == ready ]] || { cat out; fail "the run failed"; }
[[ $(json 'j["value"]["identical"]["items"]') == 1 ]] || { cat out; fail "no copies"; }

# Who may ask.
ask 200 /
grep -qi "^content-security-policy: default-src 'none'" headers || fail "no policy"
grep -qi '^x-content-type-options: nosniff' headers || fail "sniffing"
ask 401 /api/summary
ask 401 /api/summary -H 'Authorization: Bearer 0'
ask 421 /api/summary -H 'Host: evil.example' -H "Authorization: Bearer $token"
bearer 403 /api/summary -H 'Origin: http://evil.example'
bearer 403 /api/items -H 'Sec-Fetch-Site: cross-site'
grep -qi '^cache-control: no-store' headers || fail "answers may be stored"
ask 404 /nothing
ask 404 /../../etc/passwd --path-as-is
ask 404 /%2e%2e/%2e%2e/etc/passwd --path-as-is

# A session by cookie: changes need the other token, too.
ask 401 /api/session -H 'Content-Type: application/json' -d '{"token":"x"}'
ask 200 /api/session -c jar -H 'Content-Type: application/json' -d "{\"token\":\"$token\"}"
csrf=$(json 'j["csrf"]')
grep -q '#HttpOnly_127.0.0.1' jar || fail "scripts can read the cookie"
grep -qi '^set-cookie: .*SameSite=Strict' headers || fail "the cookie goes anywhere"
ask 200 /api/summary -b jar
ask 403 /api/stop -b jar -H 'Content-Type: application/json' -d '{}'
ask 415 /api/stop -b jar -H "X-Kindred-CSRF: $csrf" -d '{}'
ask 200 /api/stop -b jar -H "X-Kindred-CSRF: $csrf" -H 'Content-Type: application/json' -d '{}'

# Bodies.
head -c 2000000 /dev/zero >large
bearer 411 /api/stop -H 'Content-Type: application/json' -H 'Transfer-Encoding: chunked' -d '{}'
bearer 411 /api/stop -H 'Content-Type: application/json' -H 'Transfer-Encoding: chunked' -T large -X POST
bearer 411 /api/stop -H 'Content-Type: application/json' -H 'Content-Encoding: gzip' -d '{}'
bearer 413 /api/stop -H 'Content-Type: application/json' --data-binary @large
bearer 413 /api/stop -H 'Content-Type: application/json' -H 'Expect: 100-continue' --data-binary @large
bearer 400 /api/stop -H 'Content-Type: application/json' -d '[['
bearer 414 "/api/items?q=$(head -c 3000 /dev/zero | tr '\0' x)"
python3 - "$url" <<'END' || fail "what is no HTTP is answered"
import socket, sys, urllib.parse
host = urllib.parse.urlparse(sys.argv[1])
for bytes_ in (b"\x00\xff\r\n\r\n", b"GET\r\n\r\n", b"A" * 100000 + b"\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 20000 + b"\r\n"):
    with socket.create_connection((host.hostname, host.port), timeout=20) as client:
        try:
            client.sendall(bytes_)
            client.shutdown(socket.SHUT_WR)
            answer = client.recv(100)
        except ConnectionError:
            answer = b""
        assert not answer.startswith(b"HTTP/1.1 2"), answer
END

# Names are text, whatever is in them, and no file is served but those that were found.
bearer 200 '/api/items?kind=identical'
says out 'tree/<script>alert(1)<'
says out 'tree/\udcff\udcfe'
says_not out '\u003c'
[[ $(json 'j["items"][0]["files"]') == 5 ]] || { cat out; fail "not all copies"; }
item=$(json 'j["items"][0]["id"]')
for n in 0 1 2 3 4; do
  bearer 200 "/api/content?item=$item&file=$n&as=bytes&length=1000000"
  cmp out tree/sub/copy || fail "other bytes"
done
grep -qi '^content-type: application/octet-stream' headers || fail "a browser would show it"
bearer 400 "/api/content?item=$item&file=5"
bearer 400 "/api/content?item=$item&file=../secret"
bearer 404 '/api/content?item=../../secret&file=0'
bearer 404 '/api/content?item=secret&file=0'
# A file that became a link to elsewhere is not followed.
mv tree/sub/copy kept
ln -s ../../secret tree/sub/copy
bearer 200 "/api/items/$item"
n=$(json '[m["n"] for m in j["members"] if m["path"].endswith("sub/copy")][0]')
for as in bytes text; do
  bearer 409 "/api/content?item=$item&file=$n&as=$as"
done
rm tree/sub/copy
mv kept tree/sub/copy

# A family, side by side; a decision, honoured by find; undone.
bearer 200 '/api/items?kind=family'
family=$(json 'j["items"][0]["id"]')
bearer 200 "/api/compare?item=$family&a=0&b=1"
[[ $(json 'j["runs"][0]["length"]') -gt 10000 ]] || { cat out; fail "no run"; }
bearer 200 /api/decisions -H 'Content-Type: application/json' \
  -d "{\"decisions\":[{\"verdict\":\"superseded\",\"item\":\"$family\",\"a\":0,\"b\":1,\"note\":\"old\"}]}"
bearer 200 '/api/items?kind=family'
[[ $(json 'j["total"]') == 0 ]] || { cat out; fail "it is still there"; }
bearer 200 '/api/decisions/export?format=csv'
says out "superseded,version,$PWD/tree/one,"
kindred find --format json tree
is summary decided 1
is summary families 0
kindred find tree
says out '1 decided item is hidden (--decided shows it).'
# However the tree is named.
(cd tree && kindred find --index ../index --format json ./../tree && is summary decided 1)
kindred index check
kindred find --decided --format json tree
is summary families 1
bearer 200 /api/decisions/undo -H 'Content-Type: application/json' -d '{}'
kindred find --format json tree
is summary families 1

# Slow clients are dropped, whatever they send now and then.
python3 - "$url" <<'END' || fail "a slow client is not dropped"
import socket, sys, time, urllib.parse
host = urllib.parse.urlparse(sys.argv[1])
client = socket.create_connection((host.hostname, host.port), timeout=30)
begin = time.time()
try:
    while time.time() - begin < 20:
        client.sendall(b"G" if begin == 0 else b"A")
        client.settimeout(0.5)
        try:
            if client.recv(1) == b"":
                break
        except socket.timeout:
            pass
except ConnectionError:
    pass
assert 5 < time.time() - begin < 16, time.time() - begin
END

# 200 requests at a time while a scan runs.
hashes 1 150000 | split -l 500 - tree/more
bearer 200 /api/scan -H 'Content-Type: application/json' -d '{}'
seq 200 | sed "s|.*|url = \"$url/api/items?limit=\&\"\noutput = /dev/null|" >requests
curl -s --parallel --parallel-immediate --parallel-max 200 --max-time 60 -H "Authorization: Bearer $token" \
  -w '%{http_code}\n' -K requests >codes 2>parallel || fail "not all were answered"
[[ $(sort codes | uniq -c | tr -d '\n' | tr -s ' ') == ' 200 200' ]] || fail "$(sort codes | uniq -c)"
stop

# The API alone has no page. A port may be named; if it is taken, that is an error.
start serve tree
ask 404 /
bearer 200 /api/summary
port=${url##*:}
exits 4 "$KINDRED" serve --port "$port" tree
says err "cannot listen at port $port"
stop
start serve --port "$port" tree
[[ $url == "http://127.0.0.1:$port" ]] || fail "$url"
stop
exits 2 "$KINDRED" review --port 70000 tree
exits 2 "$KINDRED" review --port -1 tree
exits 2 "$KINDRED" review
start serve --port 0 tree
stop

# A path that cannot be searched is reported at once, without an address that leads to nothing.
none() { [[ ! -s out ]] || fail "it printed an address: $(cat out)"; }
exits 4 "$KINDRED" review --no-browser no/such
says err 'no/such: No such file or directory'
none
mkfifo pipe
exits 4 "$KINDRED" review --no-browser tree pipe
says err 'pipe: is a '
says err 'name regular files or directories'
none
exits 4 "$KINDRED" review --no-browser --with no.pool tree
says err 'no.pool'
none
exits 2 "$KINDRED" review --no-browser ''
none
mkdir closed
chmod 000 closed
as_user=()
[[ $(id -u) != 0 ]] || as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups env "KINDRED_INDEX=$PWD/other")
chmod a+rx . .. 2>/dev/null || true
if "${as_user[@]}" test -x . && ! "${as_user[@]}" test -x closed; then
  exits 4 "${as_user[@]}" "$KINDRED" review --no-browser closed
  says err 'closed: Permission denied'
  none
fi

# An empty directory and a single file are accepted.
mkdir empty
start review --no-browser empty
ready
[[ $(json 'j["state"]') == ready ]] || { cat out; fail "an empty directory fails"; }
stop
start review --no-browser tree/one tree/two
ready
[[ $(json 'j["value"]["family"]["items"]') == 1 ]] || { cat out; fail "two files are no family"; }
bearer 200 '/api/items?kind=family'
family=$(json 'j["items"][0]["id"]')
bearer 200 "/api/compare?item=$family&a=0&b=1"
stop

# With a pool: its files are elsewhere, cannot be opened, and nothing is freed there.
mkdir there here
lines 1 300 >there/report
lines 500 800 >there/same
lines 1 320 >here/report
cp there/same here/same
settle
kindred scan --index elsewhere there
kindred index export --index elsewhere -o theirs.kindred there
start review --no-browser --with theirs.kindred here
ready
[[ $(json 'j["value"]["free"]') == 0 ]] || { cat out; fail "something can be freed elsewhere"; }
bearer 200 '/api/items?kind=identical'
[[ $(json 'j["items"][0]["sentence"]') == *'1 of them in pools' ]] || { cat out; fail "the pool is not mentioned"; }
item=$(json 'j["items"][0]["id"]')
bearer 200 "/api/items/$item"
n=$(json '[m["n"] for m in j["members"] if m["elsewhere"]][0]')
m=$(json '[m["n"] for m in j["members"] if not m["elsewhere"]][0]')
bearer 404 "/api/content?item=$item&file=$n"
says out 'the file is in a pool, not on this machine'
bearer 200 "/api/content?item=$item&file=$m"
bearer 400 /api/decisions -H 'Content-Type: application/json' \
  -d "{\"decisions\":[{\"verdict\":\"copy\",\"item\":\"$item\",\"a\":$m,\"b\":$n}]}"
says out 'decisions are about files of this machine'
bearer 200 /api/decisions -H 'Content-Type: application/json' \
  -d "{\"decisions\":[{\"verdict\":\"keep\",\"item\":\"$item\",\"a\":$m}]}"
bearer 200 "/api/items/$item"
[[ $(json 'j["decision"]["wholly"]') == True ]] || { cat out; fail "what is elsewhere is waited for"; }
stop
kindred find --with theirs.kindred --format json here
is summary decided 1

# Damaged decisions are an error, not an empty list.
echo "no decisions, but many words that are longer than the header of a database is, as it happens to be" >index/decisions.sqlite
exits 4 "$KINDRED" find tree
says err 'the decisions are damaged'
exits 4 "$KINDRED" index check
says out decisions.sqlite
