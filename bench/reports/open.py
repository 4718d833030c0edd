#!/usr/bin/env python3
"""open.py [--times N] PAGE...: how long Debian's Chromium takes to open a page from a file, without a window.

Milliseconds from the start of navigation to DOMContentLoaded and to load, and to the first paint, as the page's own
clock has them (performance.timing); read through the DevTools protocol, on a pipe. Three times
each, or N; the median counts.
"""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import tempfile
import time

from browser import Browser


TIMES = """JSON.stringify([document.readyState,
  performance.timing.domContentLoadedEventEnd - performance.timing.navigationStart,
  performance.timing.loadEventEnd - performance.timing.navigationStart,
  performance.getEntriesByType('paint').filter(e => e.name == 'first-contentful-paint').map(e => Math.round(e.startTime))[0]])"""


def measure(page):
    profile = tempfile.mkdtemp()
    browser = Browser(profile)
    try:
        session = browser.open_page()
        start = time.monotonic()
        browser.call("Page.navigate", session, url=pathlib.Path(page).resolve().as_uri())
        while time.monotonic() - start < 600:
            answer = browser.call("Runtime.evaluate", session, expression=TIMES)["result"].get("value")
            state, content, load, paint = json.loads(answer) if answer else ("", 0, 0, None)
            if state == "complete" and load > 0 and paint is not None:
                return content, load, paint
            time.sleep(0.05)
        return None
    finally:
        browser.close()
        shutil.rmtree(profile, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("pages", nargs="+")
    asked = parser.parse_args()
    for page in asked.pages:
        times = [measured for measured in (measure(page) for _ in range(asked.times)) if measured]
        if not times:
            print(f"{page}: did not open in ten minutes")
            continue
        content, load, paint = (statistics.median(column) for column in zip(*times))
        print(f"{page}: {os.path.getsize(page):,} bytes; DOMContentLoaded {content:.0f} ms, load {load:.0f} ms, "
              f"first paint {paint:.0f} ms")


main()
