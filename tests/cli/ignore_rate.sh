# Little text in much markup is marked as finely as a small file: its marks follow the text that is left.
mkdir tree
python3 - <<'PYTHON'
import random
for pair in range(20):
    draw = random.Random(pair)
    text = " ".join("".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=7)) for _ in range(63))
    for side in "ab":
        links = random.Random(f"{pair}{side}")
        tags = "".join(f'<a href="{links.getrandbits(400):x}"></a>\n' for _ in range(1200))
        half = len(tags) // 2
        cut = tags.index("\n", half) + 1
        with open(f"tree/{pair:02}{side}.html", "w") as page:
            page.write(f"<html><body>{tags[:cut]}<p>{text}</p>{tags[cut:]}")
PYTHON
kindred find --ignore-markup --ignore-space --pairs --format json tree
is summary pairs 20
