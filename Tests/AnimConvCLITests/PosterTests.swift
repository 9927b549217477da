import Foundation
import TestSupport
import Testing

/// One picture for an animation: a poster, or a contact sheet.
@Suite struct PosterTests {
  /// A second of black, a blurred one, a fade, a sharp one, and black again.
  private static func makeClip(in folder: URL) throws {
    let parts = [
      "color=black:s=320x180:r=10:d=1",
      "testsrc2=s=320x180:r=10:d=1,boxblur=12",
      "testsrc2=s=320x180:r=10:d=1,fade=in:0:10",
      "testsrc2=s=320x180:r=10:d=1",
      "color=black:s=320x180:r=10:d=1",
    ]
    let graph =
      parts.enumerated().map { "\($1),format=yuv420p[v\($0)]" }.joined(separator: ";")
      + ";" + parts.indices.map { "[v\($0)]" }.joined() + "concat=n=5"
    let outcome = try Animconv.run(
      [
        "ffmpeg", "-v", "error", "-filter_complex", graph, "-c:v", "libx264", "-qp", "0",
        "clip.mp4",
      ], with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  /// The output of a Python program about the written files.
  private static func python(_ program: String, in folder: URL) throws -> String {
    let outcome = try Animconv.run(
      [try #require(Python.withPillow), "-c", program],
      with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test func theBestFrameIsSharpAndShowsSomething() throws {
    try withTemporaryFolder { folder in
      try Self.makeClip(in: folder)
      let outcome = try Animconv.run(["clip.mp4", "poster.png", "--poster", "best"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(folder.names == ["clip.mp4", "poster.png"])
      let note = try #require(outcome.errors.firstMatch(of: /the poster is frame (\d+),/))
      let frame = try #require(Int(note.1))
      #expect((30..<40).contains(frame), "\(outcome.errors)")
      // The same frame decoded by FFmpeg.
      let extracted = try Animconv.run(
        [
          "ffmpeg", "-v", "error", "-i", "clip.mp4", "-vf", "select=eq(n\\,\(frame))", "-frames:v",
          "1",
          "theirs.png",
        ], with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
      #expect(extracted.status == 0, "\(extracted.errors)")
      let distance = try Self.python(
        """
        from PIL import Image, ImageChops, ImageFilter, ImageStat
        # Each has its own way to enlarge chroma.
        a, b = (Image.open(n).convert("RGB").filter(ImageFilter.BoxBlur(3))
                for n in ("poster.png", "theirs.png"))
        assert a.size == b.size == (320, 180)
        print(max(ImageStat.Stat(ImageChops.difference(a, b)).mean))
        """, in: folder)
      #expect(try #require(Double(distance)) < 4, "\(distance)")
    }
  }

  static let choices: [(poster: String, more: [String], frame: Int)] = [
    ("first", [], 0), ("first", ["--range", "5..<9"], 5), ("7", [], 7), ("0s", [], 0),
    ("first", ["--reverse"], 23), ("0s", ["--reverse", "--schedule", "fps=30"], 23),
    ("20", ["--range", "18..."], 20), ("2", ["--fps", "50"], 2),
  ]

  @Test(arguments: choices)
  func aPosterIsTheFrameThatIsAskedFor(poster: String, more: [String], frame: Int) throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run(
        [Package.orbit, "poster.png", "--poster", poster] + more, in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("the poster is frame \(frame), "), "\(outcome.errors)")
      #expect(folder.names == ["poster.png"])
      let same = try Self.python(
        """
        from PIL import Image
        a, b = Image.open("poster.png").convert("RGBA"), Image.open("\(Package.orbit)")
        b.seek(\(frame))
        b = b.convert("RGBA")
        print(a.size == b.size and all(
            p == q or p[3] == q[3] == 0 for p, q in zip(a.getdata(), b.getdata())))
        """, in: folder)
      #expect(same == "True")
    }
  }

  @Test(arguments: [
    (["p.png", "--poster", "24"], "frame 24, the requested poster, is not shown"),
    (["p.png", "--poster", "3", "--range", "5..."], "frame 3, the requested poster"),
    (["p.png", "--poster", "99s"], "the animation ends before 99"),
    (["p.png", "--poster", "worst"], "expected best, first, a frame such as 17"),
  ])
  func aPosterThatIsNotThereIsAUsageError(arguments: [String], part: String) throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run([Package.orbit] + arguments, in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
      #expect(folder.names == [])
    }
  }

  /// A single frame needs no rate. The suggested rate works for the whole animation and does not
  /// change.
  @Test func aPosterStaysForAsLongAsIsAskedFor() throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run(
        [
          Package.orbit, "poster.mp4", "--poster", "3", "--min-duration", "3", "--schedule",
          "slots",
          "--max-slots", "2",
        ], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let probe = try Animconv.run(
        [
          "ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0",
          "poster.mp4",
        ], with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
      let seconds = try #require(
        Double(probe.text.trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect(seconds >= 3, "\(outcome.errors)")
    }
  }

  /// Data is written on request; other outputs also get one frame.
  @Test func acceptsDataAndOtherContainersForPosters() throws {
    try withTemporaryFolder { folder in
      for arguments in [
        ["p.png", "--poster", "best", "--data", "aseprite"], ["p.webp", "--poster", "best"],
      ] {
        let outcome = try Animconv.run([Package.orbit] + arguments, in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
      #expect(folder.names == ["p.json", "p.png", "p.webp"])
      #expect(
        try Self.python(
          "from PIL import Image; print(getattr(Image.open('p.webp'), 'n_frames', 1))", in: folder)
          == "1")
    }
  }

  /// The cells of a contact sheet are the frames shown at each twentieth of the duration, below a
  /// label. Pillow draws all labels to find the one in each cell.
  @Test func aContactSheetShowsTheWholeClipAndSaysWhatIsWhere() throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run(
        [
          "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=10:d=6", "clip.gif",
        ], with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
      try #require(made.status == 0, "\(made.errors)")
      let outcome = try Animconv.run(
        ["clip.gif", "sheet.png", "--preset", "contact-sheet"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(folder.names == ["clip.gif", "sheet.png"])
      // Without a system font, the labels differ from Pillow's.
      try #require(!outcome.errors.contains("drawn in dots"), "install fonts-dejavu-core")
      let found = try Self.python(
        """
        from PIL import Image, ImageChops, ImageDraw, ImageFont, ImageStat
        sheet, clip = Image.open("sheet.png"), Image.open("clip.gif")
        # A line about the file stands above the cells.
        head = sheet.size[1] - (4 * 180 + 5 * 8)
        assert sheet.size[0] == 5 * 320 + 6 * 8 and 20 < head < 60, sheet.size
        assert len(set(sheet.convert("L").crop((0, 0, sheet.size[0], head)).tobytes())) > 2
        times = [i * clip.n_frames / 20 for i in range(20)]
        wanted = [int(t) for t in times]
        font = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", 15)
        # Pillow's digits are a little closer to one another.
        def ink(text):
            box = text.point(lambda v: 255 if v > 96 else 0).getbbox()
            return text.crop(box).resize((160, 16), Image.BICUBIC)
        def drawn(frame):
            text = Image.new("L", (200, 40), 0)
            label = "0:%02d.%03d #%d" % (frame // 10, frame % 10 * 100, frame)
            ImageDraw.Draw(text).text((5, 5), label, 255, font)
            return ink(text)
        drawings = [drawn(f) for f in range(clip.n_frames)]
        def distance(a, b):
            return ImageStat.Stat(ImageChops.difference(a, b)).sum[0]
        wrong = []
        for cell, frame in enumerate(wanted):
            x, y = 8 + cell % 5 * 328, head + 8 + cell // 5 * 188
            clip.seek(frame)
            a = sheet.convert("RGB").crop((x, y, x + 320, y + 150))
            b = clip.convert("RGB").crop((0, 0, 320, 150))
            if a.tobytes() != b.tobytes():
                wrong.append((cell, "picture"))
            # The label's last row is black, and no picture is.
            row = [sheet.getpixel((x + i, y + 179))[:3] for i in range(320)]
            width = next(i for i, pixel in enumerate(row) if pixel != (0, 0, 0))
            label = ink(sheet.convert("L").crop((x, y + 162, x + width, y + 180)))
            best = min(range(clip.n_frames), key=lambda f: distance(label, drawings[f]))
            if best != frame:
                wrong.append((cell, frame, best))
        print(wrong)
        """, in: folder)
      #expect(found == "[]")
    }
  }

  /// A small animation has all of its frames in the sheet, with dot labels on request.
  @Test func dotsAreTheSameEverywhere() throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run(
        [
          Package.orbit, "sheet.png", "--preset", "contact-sheet", "--label-font", "dots", "--json",
        ],
        in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let report = try #require(
        try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
      let plan = try #require(report["plan"] as? [String: Any])
      // Some of its 24 frames are shown at two of the twenty times.
      #expect(plan["cells"] as? Int == 15 && plan["frames"] as? Int == 15)
      let missing = try Animconv.run(
        [Package.orbit, "s.png", "--labels", "--label-font", "none.ttf", "--scale", "4x"],
        in: folder)
      #expect(
        missing.status == 66 && missing.errors.contains("no file none.ttf for --label-font"),
        "\(missing.errors)")
      #expect(folder.names == ["sheet.png"])
    }
  }
}
