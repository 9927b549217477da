#!/usr/bin/env python3
"""Shows frames of a GIF in random order with Pillow: pillow.py FILE FRAMES ACCESSES"""
import random
import statistics
import sys
import time

from PIL import Image

name, frames, accesses = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
order = random.Random(1)
image = Image.open(name)
costs = []
for _ in range(accesses):
    index = order.randrange(frames)
    start = time.perf_counter()
    image.seek(index)
    image.load()
    costs.append((time.perf_counter() - start) * 1000)
print("pillow\t%d frames\tmedian %.2f ms\tworst %.2f ms"
      % (accesses, statistics.median(costs), max(costs)))
