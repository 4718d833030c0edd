#!/usr/bin/env python3
"""review.py [--index DIR] PROGRAM [FLAG...] TREE...: how long `kindred review` takes until a person sees something, in a real browser.

Starts the program on the trees with a new index, opens the page in headless Chromium, and reports, in milliseconds:
until the address is printed; until the first paint and the first item, by the clock of the page, once while the scan runs and
once when it is over; a page of 100 items by HTTP (the median of 20); until the last row is there after a jump to the end; frames that took
longer than 50 ms while 200 wheel steps scroll. And the largest memory of the server. With --index DIR that index is used, and kept.
"""
import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

from browser import Browser

PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
FIRST_ITEM = "document.querySelector('queue-view .row:not(.waiting) .sentence') !== null"
# Of the list: a frame in which nothing is missing counts.
LAST_ROW = """(async () => {
  const list = document.querySelector('queue-view virtual-list');
  const begin = performance.now();
  list.scrollTop = list.scrollHeight;
  while (true) {
    await new Promise(requestAnimationFrame);
    const rows = [...list.querySelectorAll('.row')];
    const last = rows.find((row) => row.getAttribute('aria-posinset') === row.getAttribute('aria-setsize'));
    if (last && !rows.some((row) => row.classList.contains('waiting'))) return performance.now() - begin;
    if (performance.now() - begin > 60000) return null;
  }
})()"""
WHEEL = """(async () => {
  const list = document.querySelector('queue-view virtual-list');
  list.scrollTop = 0;
  await new Promise((go) => setTimeout(go, 500));
  let slow = 0;
  let before = performance.now();
  for (let step = 0; step < 200; ++step) {
    list.scrollTop += 120;
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    if (now - before > 50) ++slow;
    before = now;
  }
  return slow;
})()"""
HUNDRED_ITEMS = """(async () => {
  const times = [];
  for (let page = 0; page < 20; ++page) {
    const begin = performance.now();
    await (await fetch(`/api/items?limit=100&offset=${page * 100}`)).json();
    times.push(performance.now() - begin);
  }
  return times.sort((a, b) => a - b)[10];
})()"""


def wait_for(browser, session, expression, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = browser.value(session, expression)
        if value:
            return value
        time.sleep(0.02)
    raise SystemExit(f"did not come in {seconds} s: {expression}")


def paint_of(browser, address):
    """Opens the address in a new page; milliseconds to its first paint, and the session."""
    session = browser.open_page()
    browser.call("Page.navigate", session, url=address)
    return wait_for(browser, session, PAINT, 60), session


def memory_of(process):
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) // 1024
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--index")
    parser.add_argument("program")
    parser.add_argument("words", nargs=argparse.REMAINDER, help="flags and trees")
    asked = parser.parse_args()
    work = tempfile.mkdtemp()
    begin = time.monotonic()
    server = subprocess.Popen(
        [asked.program, "review", "--no-browser", "--index", asked.index or os.path.join(work, "index"), *asked.words],
        stdout=subprocess.PIPE, text=True)
    address = server.stdout.readline().strip()
    printed = time.monotonic() - begin
    browser = Browser(os.path.join(work, "profile"))
    try:
        during, session = paint_of(browser, address)
        print(f"address after {1000 * printed:.0f} ms; during the scan, first paint {during:.0f} ms")
        summary = "(await (await fetch('/api/summary')).json())"
        wait_for(browser, session, f"(async () => ['ready', 'stopped', 'failed'].includes({summary}.state))()", 3600)
        ready = time.monotonic() - begin
        facts = browser.value(session, f"(async () => {{const s = {summary}; return [s.state, s.summary.files, "
                                       "Object.values(s.value).reduce((n, v) => n + (v.items ?? 0), 0)]})()")
        print(f"{facts[0]} after {ready:.1f} s: {facts[1]:,} files, {facts[2]:,} items")
        browser.call("Target.closeTarget", targetId=browser.call("Target.getTargetInfo", session)["targetInfo"]["targetId"])
        paints, items = [], []
        for _ in range(5):
            paint, session = paint_of(browser, address)
            paints.append(paint)
            wait_for(browser, session, FIRST_ITEM, 60)
            items.append(browser.value(session, "performance.now()"))
        print(f"first paint {statistics.median(paints):.0f} ms ({min(paints):.0f} to {max(paints):.0f}), "
              f"first item before {statistics.median(items):.0f} ms")
        print(f"100 items {browser.value(session, HUNDRED_ITEMS):.1f} ms; "
              f"last row {browser.value(session, LAST_ROW):.0f} ms after the jump; "
              f"{browser.value(session, WHEEL)} of 200 wheel steps took more than 50 ms")
        print(f"server: {memory_of(server)} MB at most")
    finally:
        browser.close()
        server.terminate()
        server.wait()
        shutil.rmtree(work, ignore_errors=True)


main()
