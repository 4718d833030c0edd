# A tree with a family, an identical set and a skip, and names that mean something to pages and workbooks.
report_tree() {
  mkdir tree
  lines 1 1000 >tree/'=1+1.txt'
  lines 201 1200 >tree/'<script>alert(1)<'
  lines 401 1400 >tree/$'\xe2\x80\xaecod"q\'.txt'
  lines 601 1600 >tree/$'\xff\n]]>'
  lines 300 500 >tree/_x0041_
  hashes 1 300 >tree/one
  cp tree/one tree/two
  ln -s nowhere tree/link
}
