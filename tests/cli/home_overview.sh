# The overview of a made-up home directory, as a person sees it: tests/golden/home.txt. Renewed by
# KINDRED_RENEW_GOLDEN=1. The time it took is left out.
export TZ=UTC
golden=$(dirname "$script")/../golden/home.txt
mkdir -p home/Documents/thesis home/Documents/letters home/Photos/2024 home/Backup home/src/app home/src/app-old home/Downloads
for i in 1 2 3 4; do hashes ${i}00 $((i * 300 + 100)) >home/Photos/2024/IMG_000$i.raw; done
cp -r home/Photos/2024 home/Backup/photos-2024
# Drafts of one text.
lines 1 400 >home/Documents/thesis/thesis-draft1.txt
{ lines 1 300; lines 2000 2200; } >home/Documents/thesis/thesis-draft2.txt
{ lines 1 300; lines 2000 2300; lines 350 380; } >home/Documents/thesis/'thesis final (2).txt'
# A chapter in a book.
{ lines 7000 7100; lines 3000 3200; lines 7200 9000; } >home/Documents/book.txt
lines 3000 3200 >home/Documents/letters/chapter.txt
# Copies that are in no copied folder.
lines 10000 10800 >home/Downloads/manual.pdf.txt
cp home/Downloads/manual.pdf.txt home/Downloads/'manual(1).txt'
cp home/Downloads/manual.pdf.txt home/Documents/manual.txt
# Code that went on.
lines 20000 20500 >home/src/app/main.c; { lines 20000 20400; lines 20600 20700; } >home/src/app-old/main.c
ln -s nowhere home/broken
find home -type f -exec touch -d '2022-05-06 10:00:00' {} +
touch -d '2023-01-02 10:00' home/Documents/thesis/thesis-draft1.txt
touch -d '2023-02-03 10:00' home/Documents/thesis/thesis-draft2.txt
touch -d '2023-04-05 18:30' home/Documents/thesis/'thesis final (2).txt'
touch -d '2024-04-05 18:30' home/src/app/main.c
kindred find home
sed -i -E 's/; [0-9.]+ s$/; 0.00 s/' out
[[ $(wc -l <out) -le 50 ]] || fail "more than 50 lines"
if [[ -n ${KINDRED_RENEW_GOLDEN:-} ]]; then cp out "$golden"; fi
diff -u "$golden" out || fail "the overview differs from tests/golden/home.txt"
