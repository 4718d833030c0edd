# A tree without findings, with one file, and without files, are said to be so.
mkdir two one none
lines 1 300 >two/a
lines 1000 1300 >two/b
lines 1 300 >one/a
kindred find two
says out "Nothing similar: no two of the 2 files reach 25%."
kindred find one
says out "There is one file only"
kindred find none
says out "There are no files to compare."
