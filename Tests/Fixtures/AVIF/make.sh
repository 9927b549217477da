#!/bin/sh
# Makes the AVIF files of this folder with other writers than animconv: Pillow (with libavif 1.4.2),
# avifenc (libavif 0.11.1) and FFmpeg 5.1. Other releases make other bytes.
set -e
cd "$(dirname "$0")"
python3 - <<'PYTHON'
from PIL import Image
frames = []
for k in range(3):
    frame = Image.new('RGBA', (12, 8))
    for y in range(8):
        for x in range(12):
            alpha = 255 if x < 8 else 128 if x < 10 else 0
            frame.putpixel((x, y), ((x * 20 + k * 40) % 256, y * 30, 200 - k * 50, alpha))
    frames.append(frame)
frames[0].save('pillow.avif', save_all=True, append_images=frames[1:], duration=[50, 70, 200],
               quality=100, subsampling='4:4:4', speed=6)
frames[0].save('frame.png')
still = Image.new('RGB', (12, 8))
for y in range(8):
    for x in range(12):
        still.putpixel((x, y), (255 if x < 6 else 0, 255 if y < 4 else 0, 100))
still.save('still.png')
still.save('xmp.avif', quality=100, xmp=b'<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
still.resize((128, 64)).save('large.png')
PYTHON
avifenc -l still.png still.avif
avifenc -l --irot 1 still.png irot.avif
avifenc -l --imir 0 still.png imir.avif
avifenc -l --irot 1 --imir 1 still.png both.avif
avifenc -l --crop 2,2,6,4 -y 444 still.png clap.avif
avifenc -l -d 10 still.png deep.avif
avifenc -l --premultiply frame.png prem.avif
avifenc -s 9 --grid 2x1 large.png large.png grid.avif
ffmpeg -v error -y -f lavfi -i testsrc=s=32x16:r=10 -frames:v 4 -c:v libaom-av1 -cpu-used 8 ffmpeg.avif
rm frame.png still.png large.png
