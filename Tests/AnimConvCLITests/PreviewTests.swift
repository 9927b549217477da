import Foundation
import TestSupport
import Testing

@testable import AnimConvCLI

/// Previews in the terminal: images if the terminal supports them, decoded here by other programs,
/// and never in a pipe.
@Suite struct PreviewTests {
  private static let kitty = "\u{1B}_Gi=31;OK\u{1B}\\"
  private static let iterm = "\u{1B}]1337;ReportCellSize=20.0;10.0;1.0\u{1B}\\"
  private static let cells = "\u{1B}[6;20;10t"
  private static let attributes = "\u{1B}[?62;c"
  private static let sixelAttributes = "\u{1B}[?62;4;22c"

  /// Runs `inspect` on a terminal that answers the query for its attributes.
  ///
  /// - Parameter answer: the terminal's answer; empty for none.
  /// - Returns: the output without the query.
  private static func onTerminal(
    _ arguments: [String], answer: String, environment: [String: String] = [:], in folder: URL
  ) throws -> (status: Int32, text: String, wasAsked: Bool) {
    var variables = [
      "TERM": "xterm-256color", "CI": "", "TERM_PROGRAM": "", "COLORTERM": "", "NO_COLOR": "",
    ]
    variables.merge(environment) { $1 }
    let outcome = try Animconv.onTerminal(
      ["inspect"] + arguments, columns: 60, answer: answer, environment: variables, in: folder)
    let question = TerminalAnswer.query
    return (
      outcome.status, outcome.text.replacingOccurrences(of: question, with: ""),
      outcome.text.contains(question)
    )
  }

  /// The output of a Python program about the written text.
  private static func python(_ program: String, of text: String, in folder: URL) throws -> String {
    try Data(text.utf8).write(to: folder.appendingPathComponent("written"))
    let outcome = try Animconv.run(
      [try #require(Python.withPillow), "-c", program, Package.orbit],
      with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Compares a strip with the frames as Pillow decodes and enlarges them: `picture`, the numbers of the
  /// frames, the height of the strip, pixels between frames, and the largest mean difference.
  private static let compare = """
    import base64, re, subprocess, sys, io
    from PIL import Image, ImageChops, ImageFilter, ImageStat
    text = open("written", "rb").read()
    frames = [int(n) for n in re.search(rb"frames ([0-9, ]+)", text).group(1).split(b",")]
    def compare(picture, height, gap, most):
        clip = Image.open(sys.argv[1])
        width = height * clip.width // clip.height
        assert picture.size == (len(frames) * (width + gap) - gap, height), (picture.size, width, frames)
        soft = ImageFilter.BoxBlur(2 if height > 20 else 1)
        for place, frame in enumerate(frames):
            clip.seek(frame)
            ground = Image.new("RGBA", clip.size, "black")
            ground.alpha_composite(clip.convert("RGBA"))
            theirs = ground.convert("RGB").resize((width, height), Image.BICUBIC).filter(soft)
            x = place * (width + gap)
            ours = Image.new("RGBA", (width, height), "black")
            ours.alpha_composite(picture.convert("RGBA").crop((x, 0, x + width, height)))
            ours = ours.convert("RGB").filter(soft)
            far = max(ImageStat.Stat(ImageChops.difference(ours, theirs)).mean)
            assert far < most, (place, frame, far)
        print(len(frames) > 1, "same")

    """

  @Test func kittyGetsPNGsInPieces() throws {
    try withTemporaryFolder { folder in
      let (status, text, wasAsked) = try Self.onTerminal(
        [Package.orbit], answer: Self.kitty + Self.cells + Self.attributes, in: folder)
      #expect(status == 0 && wasAsked)
      #expect(text.contains("24 frames"), "\(text.suffix(200))")
      let found = try Self.python(
        Self.compare + """
          pieces = re.findall(rb"\\x1b_G([^;]*);([^\\x1b]*)\\x1b\\\\", text)
          assert pieces[0][0].startswith(b"a=T,f=100,q=2,m="), pieces[0][0]
          assert all(len(data) <= 4096 for _, data in pieces)
          assert [keys[-1:] for keys, _ in pieces] == [b"1"] * (len(pieces) - 1) + [b"0"]
          png = base64.b64decode(b"".join(data for _, data in pieces), validate=True)
          compare(Image.open(io.BytesIO(png)), 120, 10, 6)
          """, of: text, in: folder)
      #expect(found == "True same")
    }
  }

  @Test func iTermGetsAnInlinePNG() throws {
    try withTemporaryFolder { folder in
      let (status, text, _) = try Self.onTerminal(
        [Package.orbit, "-q"], answer: Self.iterm + Self.cells + Self.attributes, in: folder)
      #expect(status == 0)
      let found = try Self.python(
        Self.compare + """
          keys, data = re.search(rb"\\x1b\\]1337;File=([^:]*):([^\\x07]*)\\x07", text).groups()
          png = base64.b64decode(data, validate=True)
          picture = Image.open(io.BytesIO(png))
          assert keys == b"inline=1;size=%d;width=%dpx;height=%dpx" % (len(png), *picture.size), keys
          compare(picture, 120, 10, 6)
          """, of: text, in: folder)
      #expect(found == "True same")
    }
  }

  private static let hasSixel = FileManager.default.isExecutableFile(atPath: "/usr/bin/sixel2png")

  @Test(.enabled(if: hasSixel, "install libsixel-bin"))
  func sixelsAreReadByLibsixel() throws {
    try withTemporaryFolder { folder in
      let (status, text, _) = try Self.onTerminal(
        [Package.orbit], answer: Self.cells + Self.sixelAttributes, in: folder)
      #expect(status == 0)
      let found = try Self.python(
        Self.compare + """
          sixel = re.search(rb"\\x1bP.*?\\x1b\\\\", text, re.S).group(0).replace(b"\\r\\n", b"\\n")
          assert b"\\n" not in sixel
          open("strip.six", "wb").write(sixel)
          subprocess.run(["sixel2png", "-i", "strip.six", "-o", "strip.png"], check=True)
          compare(Image.open("strip.png").convert("RGB"), 120, 10, 12)
          """, of: text, in: folder)
      #expect(found == "True same")
    }
  }

  @Test(arguments: [true, false])
  func halfBlocksComeOnRequest(hasAllColors: Bool) throws {
    try withTemporaryFolder { folder in
      let environment = ["COLORTERM": hasAllColors ? "truecolor" : ""]
      let plain = try Self.onTerminal(
        [Package.orbit], answer: Self.attributes, environment: environment, in: folder)
      #expect(plain.status == 0 && plain.wasAsked && !plain.text.contains("\u{2580}"))
      let (status, text, _) = try Self.onTerminal(
        [Package.orbit, "--preview"], answer: Self.attributes, environment: environment, in: folder)
      #expect(status == 0)
      let found = try Self.python(
        Self.compare + """
          steps = [0, 95, 135, 175, 215, 255]
          def color(code):
              kind, *rest = code
              if kind == 2:
                  return tuple(rest)
              cube = rest[0] - 16
              return steps[cube // 36], steps[cube // 6 % 6], steps[cube % 6]
          rows = []
          for line in text.decode().split("\\r\\n"):
              if "frames " in line:
                  break
              upper, lower, style = [], [], [0]
              for codes, character in re.findall("\\x1b\\\\[([0-9;]*)m|([ \\u2580\\u2584])", line):
                  if not character:
                      style = [int(c) for c in codes.split(";")]
                      continue
                  here = {38: None, 48: None}
                  place = 1
                  while place < len(style):
                      length = 5 if style[place + 1] == 2 else 3
                      here[style[place]] = color(style[place + 1:place + length])
                      place += length
                  pair = (here[38], here[48]) if character == "\\u2580" else (None, here[38])
                  for row, pixel in zip((upper, lower), pair if character != " " else (None, None)):
                      row.append((*pixel, 255) if pixel else (0, 0, 0, 0))
              rows += [upper, lower]
          picture = Image.new("RGBA", (len(rows[0]), len(rows)))
          picture.putdata([pixel for row in rows for pixel in row])
          compare(picture, 12, 1, \(hasAllColors ? 25 : 40))
          """, of: text, in: folder)
      #expect(found == "True same")
    }
  }

  /// A terminal without an answer shows only text, and so does one that must not be queried.
  @Test(arguments: [
    ("", [:], true), ("", ["CI": "true"], false), (kitty + attributes, ["TERM": "dumb"], false),
    (kitty + attributes, ["TERM": "linux"], false),
    (kitty + attributes, ["TERM_PROGRAM": "Apple_Terminal"], false),
  ])
  func otherTerminalsHaveTheTextAlone(
    answer: String, environment: [String: String], wasAsked: Bool
  ) throws {
    try withTemporaryFolder { folder in
      let outcome = try Self.onTerminal(
        [Package.orbit], answer: answer, environment: environment, in: folder)
      #expect(outcome.status == 0 && outcome.wasAsked == wasAsked)
      #expect(outcome.text.contains("24 frames") && !outcome.text.contains("\u{1B}_G"))
    }
  }

  @Test func aPipeHasNoPictures() throws {
    try withTemporaryFolder { folder in
      let plain = try Animconv.run(["inspect", Package.orbit], in: folder)
      let asked = try Animconv.run(["inspect", Package.orbit, "--preview"], in: folder)
      #expect(plain.status == 0 && !plain.text.contains("\u{1B}") && plain.errors == "")
      #expect(asked.status == 0 && asked.output == plain.output)
      #expect(asked.errors.contains("--preview needs a terminal"), "\(asked.errors)")
      for other in [["--json"], ["--html", "page.html"]] {
        let refused = try Animconv.run(["inspect", Package.orbit, "--preview"] + other, in: folder)
        #expect(refused.status == 64, "\(refused.errors)")
      }
      // Not wanted.
      let off = try Self.onTerminal(
        [Package.orbit, "--no-preview"], answer: Self.kitty + Self.attributes, in: folder)
      #expect(off.status == 0 && !off.wasAsked && !off.text.contains("\u{1B}_G"))
    }
  }

  /// A named pipe can be read only once.
  @Test func aNamedPipeHasNoPictures() throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run(
        ["mkfifo", "p.gif"], with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
      try #require(made.status == 0, "\(made.errors)")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: Package.orbit))
      let pipe = folder.appendingPathComponent("p.gif")
      // Opening it waits for a reader.
      Thread.detachNewThread { try? FileHandle(forWritingTo: pipe).write(contentsOf: bytes) }
      let outcome = try Self.onTerminal(
        ["p.gif"], answer: Self.kitty + Self.attributes, in: folder)
      #expect(outcome.status == 0)
      #expect(outcome.text.contains("24 frames") && !outcome.text.contains("\u{1B}_Gf"))
    }
  }

  /// Facts about a file are printed even if its frames cannot be shown.
  @Test func aPreviewThatFailsLeavesTheText() throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run([Package.orbit, "frames/", "-q"], in: folder)
      try #require(made.status == 0, "\(made.errors)")
      let damaged = folder.appendingPathComponent("frames/frame02.png")
      var bytes = try Data(contentsOf: damaged)
      let data = try #require(bytes.range(of: Data("IDAT".utf8)))
      bytes.replaceSubrange(data.upperBound + 2..<data.upperBound + 32, with: Data(count: 30))
      try bytes.write(to: damaged)
      let outcome = try Self.onTerminal(
        ["frames/", "--preview"], answer: Self.attributes,
        environment: ["COLORTERM": "truecolor"], in: folder)
      #expect(outcome.status == 0 && outcome.text.contains("24 frames"))
      #expect(outcome.text.contains("no preview"), "\(outcome.text)")
    }
  }

  /// The terminal echoes input again, even after a signal during the query.
  @Test(arguments: [false, true])
  func theTerminalIsLeftAsItWas(isInterrupted: Bool) throws {
    try withTemporaryFolder { folder in
      let program = """
        import os, pty, signal, sys, termios
        terminal, own = pty.openpty()
        before = termios.tcgetattr(own)
        child = os.fork()
        if child == 0:
            os.setsid()
            import fcntl
            fcntl.ioctl(own, termios.TIOCSCTTY, 0)
            for number in range(3):
                os.dup2(own, number)
            os.execv(sys.argv[2], [sys.argv[2], "inspect", sys.argv[3]])
        written = b""
        while b"\\x1b[c" not in written:
            written += os.read(terminal, 65536)
        during = termios.tcgetattr(own)
        if sys.argv[1] == "true":
            os.kill(child, signal.SIGINT)
        else:
            os.write(terminal, b"\\x1b[?62;c")
        os.set_blocking(terminal, False)
        while os.waitpid(child, os.WNOHANG) == (0, 0):
            try:
                os.read(terminal, 65536)
            except BlockingIOError:
                pass
        print(before[3] & termios.ECHO != 0, during[3] & termios.ECHO != 0,
              termios.tcgetattr(own) == before)
        """
      let outcome = try Animconv.run(
        ["python3", "-c", program, "\(isInterrupted)", Animconv.executable.path, Package.orbit],
        with: URL(fileURLWithPath: "/usr/bin/env"), in: folder,
        environment: ["TERM": "xterm", "CI": "", "TERM_PROGRAM": ""])
      #expect(outcome.text == "True False True\n", "\(outcome.text) \(outcome.errors)")
    }
  }

  static let answers: [(text: String, answer: TerminalAnswer?)] = [
    ("", nil), ("\u{1B}[?62", nil), ("\u{1B}[?64;1;2c", TerminalAnswer()),
    // 14 and 40 are other attributes.
    ("\u{1B}[?62;14;40c", TerminalAnswer()),
    (kitty, nil),
  ]

  @Test(arguments: answers)
  func anAnswerIsWhatTheTerminalSaid(text: String, answer: TerminalAnswer?) {
    #expect(TerminalAnswer(parsing: text) == answer)
  }

  @Test func everythingThatATerminalSaysIsTaken() throws {
    let all = try #require(
      TerminalAnswer(
        parsing: "x" + Self.kitty + Self.iterm + Self.cells + Self.sixelAttributes + "y"))
    #expect(all.takesKitty && all.takesITerm && all.takesSixel)
    #expect(all.cell == TerminalAnswer.Cell(width: 10, height: 20))
    // An error does not count as support.
    let refused = try #require(
      TerminalAnswer(parsing: "\u{1B}_Gi=31;EINVAL:no\u{1B}\\" + Self.attributes))
    #expect(!refused.takesKitty)
  }
}
