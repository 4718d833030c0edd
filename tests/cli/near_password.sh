# A password never appears on the command line, in a message or in a report.
mkdir tree
lines 1 100 >tree/a
for url in postgresql://u:s3cret@localhost/d 'mysql://localhost/d?password=s3cret'; do
  exits 2 "$KINDRED" near --database "$url" tree
  says err "KINDRED_DATABASE"
  says_not err s3cret
  export KINDRED_DATABASE=$url
  exits 4 timeout 60 "$KINDRED" near --quiet "--database=${url%%:*}://u@127.0.0.1:9/d" tree
  says err "127.0.0.1:9/d"
  exits 4 timeout 60 "$KINDRED" near tree
  says_not err s3cret
  says_not out s3cret
  unset KINDRED_DATABASE
done
echo s3cret >secret
chmod 644 secret
exits 4 "$KINDRED" near --database mysql://u@127.0.0.1:9/d --password-file secret tree
says err "chmod 600"
chmod 600 secret
exits 4 "$KINDRED" near --database mysql://u@127.0.0.1:9/d --password-file secret tree
says_not err s3cret
