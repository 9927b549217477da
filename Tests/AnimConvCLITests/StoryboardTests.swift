import Foundation
import TestSupport
import Testing

/// Thumbnails for seek bars, judged by ffmpeg's pictures and Pillow.
@Suite(.enabled(if: Pillow.isAvailable, Comment(rawValue: Pillow.hint)))
struct StoryboardTests {
  /// A film of 1000 s whose grey level is a tenth of its time in seconds.
  private static func makeFilm(in folder: URL, seconds: Int = 1000) throws {
    let outcome = try Animconv.run(
      [
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
        "color=size=400x224:rate=1,format=yuv420p,geq=lum='16+trunc(N/5)':cb=128:cr=128",
        "-t", "\(seconds)", "-c:v", "libx264", "-qp", "0", "-g", "50", "film.mkv",
      ], with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private static func python(_ program: String, in folder: URL) throws -> String {
    let outcome = try Animconv.run(
      [try #require(Python.withPillow), "-c", program],
      with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The level of the film at a time, as a decoder for limited range returns it.
  private static let level = """
    def level(seconds):
        return round((int(seconds) // 5) * 255 / 219)
    def near(image, box, seconds):
        cut = image.convert('L').crop(box)
        low, high = cut.getextrema()
        return abs(low - level(seconds)) <= 4 and abs(high - level(seconds)) <= 4

    """

  @Test func aStoryboardNamesThePlaceOfEveryPicture() throws {
    try withTemporaryFolder { folder in
      try Self.makeFilm(in: folder)
      let outcome = try Animconv.run(
        ["film.mkv", "board.jpg", "--preset", "storyboard-webvtt", "-q"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let program =
        Self.level + """
          import re
          from PIL import Image
          text = open('board.vtt').read()
          cues = re.findall(r'(\\d+):(\\d+):(\\d+)\\.(\\d+) --> .*\\n(.+)#xywh=(\\d+),(\\d+),(\\d+),(\\d+)', text)
          wrong = 0
          pages = {}
          for index, cue in enumerate(cues):
              seconds = int(cue[0]) * 3600 + int(cue[1]) * 60 + int(cue[2])
              x, y, w, h = map(int, cue[5:])
              page = pages.setdefault(cue[4], Image.open(cue[4]))
              good = seconds == 5 * index and near(page, (x, y, x + w, y + h), seconds)
              wrong += not good
          print(len(cues), wrong, sorted(pages), {p.format for p in pages.values()}, w, h)
          """
      #expect(
        try Self.python(program, in: folder)
          == "200 0 ['board.jpg'] {'JPEG'} 160 90")
    }
  }

  @Test func jellyfinFindsPagesOfTenByTen() throws {
    try withTemporaryFolder { folder in
      try Self.makeFilm(in: folder, seconds: 1050)
      let outcome = try Animconv.run(
        ["film.mkv", "film.trickplay", "--preset", "trickplay-jellyfin"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(!outcome.errors.contains("interval"), "\(outcome.errors)")
      let program =
        Self.level + """
          import os
          from PIL import Image
          folder = 'film.trickplay/320 - 10x10'
          names = sorted(os.listdir(folder))
          pages = [Image.open(folder + '/' + n) for n in names]
          width, height = pages[0].size
          w, h = width // 10, height // 10
          wrong = 0
          for index in range(105):
              page, cell = pages[index // 100], index % 100
              x, y = cell % 10 * w, cell // 10 * h
              wrong += not near(page, (x, y, x + w, y + h), 10 * index)
          print(names, [p.size for p in pages], w, h, wrong)
          """
      #expect(
        try Self.python(program, in: folder)
          == "['0.jpg', '1.jpg'] [(3200, 1790), (3200, 1790)] 320 179 0"
          || Self.python(program, in: folder)
            == "['0.jpg', '1.jpg'] [(3200, 1800), (3200, 1800)] 320 180 0"
      )
      let again = try Animconv.run(
        ["film.mkv", "film.trickplay", "--preset", "trickplay-jellyfin", "-y", "-q"], in: folder)
      #expect(again.status == 0, "\(again.errors)")
    }
  }

  @Test func aNoteGivesAnotherIntervalAndUnequalStepsAreRefused() throws {
    try withTemporaryFolder { folder in
      try Self.makeFilm(in: folder, seconds: 60)
      let told = try Animconv.run(
        ["film.mkv", "film.trickplay", "--schedule", "fps=1/5", "--scale", "64x"], in: folder)
      #expect(told.status == 0 && told.errors.contains("5000 ms"), "\(told.errors)")
      let refused = try Animconv.run(
        ["film.mkv", "b.trickplay", "--at", "1s,2s,9s"], in: folder)
      #expect(refused.status == 64 && refused.errors.contains("fps=1/10"), "\(refused.errors)")
    }
  }

  @Test func aBIFHasAnIndexOfTimes() throws {
    try withTemporaryFolder { folder in
      try Self.makeFilm(in: folder, seconds: 65)
      let outcome = try Animconv.run(["film.mkv", "film.bif", "--preset", "bif", "-q"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let program =
        Self.level + """
          import io, struct
          from PIL import Image
          data = open('film.bif', 'rb').read()
          assert data[:8] == b'\\x89BIF\\r\\n\\x1a\\n'
          version, count, unit = struct.unpack('<III', data[8:20])
          assert data[20:64] == bytes(44)
          index = [struct.unpack('<II', data[64 + 8 * i:72 + 8 * i]) for i in range(count + 1)]
          assert index[-1] == (0xFFFFFFFF, len(data)) and index[0][1] == 64 + 8 * (count + 1)
          wrong = 0
          for (time, start), (_, end) in zip(index, index[1:]):
              image = Image.open(io.BytesIO(data[start:end]))
              wrong += not near(image, (0, 0) + image.size, time * unit / 1000)
          print(version, count, unit, [t for t, _ in index[:-1]], wrong, image.format, image.width)
          """
      #expect(
        try Self.python(program, in: folder)
          == "0 7 10000 [0, 1, 2, 3, 4, 5, 6] 0 JPEG 320")
    }
  }

  /// Several frames for a JPEG: both suggested remedies work when typed.
  @Test func aJPEGOfSeveralFramesIsOfferedAsASheet() throws {
    try withTemporaryFolder { folder in
      try Self.makeFilm(in: folder, seconds: 12)
      let refused = try Animconv.run(["film.mkv", "a.jpg"], in: folder)
      #expect(refused.status == 64 && refused.errors.contains("--layout grid"))
      let written = try Animconv.run(["film.mkv", "a.jpg", "--layout", "grid", "-q"], in: folder)
      #expect(written.status == 0, "\(written.errors)")
      let other = try Animconv.run(
        ["film.mkv", "b.png", "--container", "webp-sheet", "--data", "none", "-q"], in: folder)
      #expect(other.status == 0, "\(other.errors)")
      #expect(
        try Self.python("from PIL import Image; print(Image.open('b.png').format)", in: folder)
          == "WEBP")
      let preset = try Animconv.run(
        ["film.mkv", "c.webp", "--preset", "contact-sheet", "-q"], in: folder)
      // The preset's compression level applies to PNGs.
      #expect(preset.status == 0, "\(preset.errors)")
    }
  }
}
