import AnimTiming
import AtlasTestSupport
import Testing

@testable import Atlases
@testable import Stages
@testable import TextFormats

@Suite struct FrameListTests {
  @Test(arguments: [
    #"{"frames":[{"file":"0.jpg","delay":70},{"file":"1.jpg","delay":80}]}"#,
    #"{"src":"x","mime_type":"image/jpeg","frames":[{"file":"0.jpg","delay":70},{"file":"1.jpg","delay":80}]}"#,
    #"{"error":false,"body":{"frames":[{"file":"0.jpg","delay":70},{"file":"1.jpg","delay":80}]}}"#,
    #"{"ugoira_metadata":{"frames":[{"file":"0.jpg","delay":70},{"file":"1.jpg","delay":80}]}}"#,
    #"[{"file":"0.jpg","delay":70},{"file":"1.jpg","delay":80}]"#,
  ])
  func everyShapeOfUgoiraIsRead(text: String) throws {
    let list = try readList(text)
    #expect(list.format == .ugoira)
    #expect(
      list.entries == [
        .init(file: "0.jpg", delay: .milliseconds(70)),
        .init(file: "1.jpg", delay: .milliseconds(80)),
      ])
  }

  @Test func ownTimesAreReadExactlyAndWrittenBack() throws {
    let list = try readList(
      """
      {"format":"animconv-timing","version":1,"plays":3,"frames":[
      {"file":"f1.png","duration":40},{"file":"f\\"2.png","duration":"1001/30000"},
      {"file":"f3.png","duration":1.5},{"file":"f4.png"}]}
      """)
    #expect(list.plays == .plays(3))
    #expect(
      list.entries.map(\.delay) == [
        .milliseconds(40), .declared(ticks: 1001, timebase: Timebase(1, 30_000)),
        .declared(ticks: 15, timebase: Timebase(1, 10_000)), .missing,
      ])
    let again = try readList(TimingJSON.text(list))
    #expect(again.plays == list.plays)
    #expect(again.entries.map(\.file) == list.entries.map(\.file))
    for (a, b) in zip(again.entries, list.entries) {
      #expect(seconds(a.delay) == seconds(b.delay))
    }
  }

  /// Every time is in seconds, with its position in the input.
  @Test func ownTimesAreInOneUnit() throws {
    var list = FrameList(
      format: .timing,
      entries: [
        .init(
          file: "a.png", delay: .milliseconds(125),
          source: .init(index: 7, start: RationalTime(1001, 30_000))),
        .init(file: "b.png", delay: .declared(ticks: 1, timebase: Timebase(1, 24))),
        .init(file: "c.png", delay: .missing),
        .init(file: "d.png", delay: .milliseconds(2000)),
      ], plays: .plays(2))
    #expect(
      TimingJSON.text(list) == """
        {
          "format": "animconv-timing",
          "version": 2,
          "plays": 2,
          "frames": [
            {"file": "a.png", "index": 0, "start": "0/1", "duration": "1/8", "startSeconds": 0, \
        "durationSeconds": 0.125, "sourceIndex": 7, "sourceStart": "1001/30000"},
            {"file": "b.png", "index": 1, "start": "1/8", "duration": "1/24", "startSeconds": 0.125, \
        "durationSeconds": 0.041666667},
            {"file": "c.png", "index": 2, "start": "1/6", "startSeconds": 0.166666667},
            {"file": "d.png", "index": 3, "duration": "2/1", "durationSeconds": 2}
          ]
        }

        """)
    for index in list.entries.indices { list.entries[index].source = nil }
    let again = try readList(TimingJSON.text(list))
    #expect(again.entries.map(\.delay.time) == list.entries.map(\.delay.time))
  }

  /// A delay as a reduced fraction.
  private func seconds(_ delay: Delay) -> [Int64]? {
    guard case .declared(let ticks, let timebase) = delay else { return nil }
    let numerator = ticks * timebase.numerator
    let divisor = max(1, greatestCommonDivisor(numerator, timebase.denominator))
    return [numerator / divisor, timebase.denominator / divisor]
  }

  @Test func everyDelaySurvivesWriting() throws {
    for denominator in [1, 3, 7, 60, 100, 1000, 1001, 30_000] as [Int64] {
      for ticks in [0, 1, 2, 7, 99, 1001] as [Int64] {
        let delay = Delay.declared(ticks: ticks, timebase: Timebase(1, denominator))
        let list = FrameList(
          format: .timing, entries: [.init(file: "a/ü\u{1}.png", delay: delay)], plays: .forever)
        let again = try readList(TimingJSON.text(list))
        #expect(seconds(again.entries[0].delay) == seconds(delay))
        #expect(again.entries[0].file == "a/ü\u{1}.png")
        #expect(again.plays == .forever)
      }
    }
  }

  @Test(arguments: [
    #"{"format":"animconv-timing","frames":[]}"#,
    #"{"format":"animconv-timing","version":0,"frames":[{"file":"a"}]}"#,
    #"{"format":"animconv-timing","version":3,"frames":[{"file":"a"}]}"#,
    #"{"format":"animconv-timing","version":2,"frames":[{"file":"a","duration":40}]}"#,
    #"{"format":"animconv-timing","version":2,"frames":[{"file":"a","duration":"40"}]}"#,
    #"{"format":"animconv-timing","version":1,"frames":[{"file":1}]}"#,
    #"{"format":"animconv-timing","version":1,"frames":[{"file":"a","duration":"40"}]}"#,
    #"{"format":"animconv-timing","version":1,"frames":[{"file":"a","duration":-1}]}"#,
    #"{"format":"animconv-timing","version":1,"plays":-1,"frames":[{"file":"a"}]}"#,
  ])
  func wrongTimesAreRefused(text: String) {
    #expect(throws: AtlasError.self) { try readList(text) }
  }

  @Test(arguments: [
    "# one\n# two\n# three\n# four\nfile 'a.png'\nduration 0.07\n",
    "\n# one\nffconcat version 1.0\nfile a.png\nduration 0.07\n",
  ])
  func commentsMayComeFirst(text: String) throws {
    let list = try readList(text)
    #expect(list.format == .ffconcat)
    #expect(list.entries.map(\.file) == ["a.png"])
  }

  @Test func ffconcatIsReadWithItsQuoting() throws {
    let list = try readList(
      """
      ffconcat version 1.0
      # comment
      file 'it'\\''s 1.png' # trailing
      duration 0.07
      file sp\\ ace.png
      duration 00:01:00.5
      file b.png
      duration 40ms
      file b.png
      """)
    #expect(list.format == .ffconcat)
    #expect(list.entries.map(\.file) == ["it's 1.png", "sp ace.png", "b.png"])
    #expect(
      list.entries.map(\.delay) == [
        .milliseconds(70), .milliseconds(60_500), .milliseconds(40),
      ])
  }

  @Test func aLastFileThatDiffersOrHasATimeIsAFrame() throws {
    #expect(try readList("file a.png\nduration 1\nfile b.png\n").entries.count == 2)
    #expect(try readList("file a.png\nduration 1\nfile a.png\nduration 1\n").entries.count == 2)
    #expect(try readList("file a.png\nfile a.png\n").entries.count == 2)
    #expect(try readList("file a.png\nduration 1\nfile a.png\n").entries.count == 1)
  }

  @Test(arguments: [
    "ffconcat version 2.0\nfile a", "ffconcat version 1.0\nstream\n", "file a\ninpoint 1\n",
    "file 'a\n", "file a\\", "file a b\n", "file a\nduration x\n", "file a\nduration 1:2:3:4\n",
    "ffconcat version 1.0\nduration 1\nfile a\n", "file a\nduration -1\n", "file a\nduration 1/2\n",
    "file a\nduration 2147483647:00:00\n", "file \u{0}a",
  ])
  func otherListsAreRefused(text: String) {
    #expect(throws: AtlasError.self) { try readList(text) }
  }

  @Test func apngasmListsAreRead() throws {
    let list = try readList(
      """
      {"name":"x","loops":0,"skip_first":false,"default_delay":"800/1000",
      "delays":[100,"100/3000"],
      "frames":["a/*",{"b/*":10},{"c":"1/5"},"d"]}
      """)
    #expect(list.format == .apngasm)
    #expect(list.plays == .forever)
    #expect(list.entries.map(\.file) == ["a/*", "b/*", "c", "d"])
    #expect(
      list.entries.map(\.delay) == [
        .milliseconds(100), .milliseconds(10), .declared(ticks: 1, timebase: Timebase(1, 5)),
        .declared(ticks: 4, timebase: Timebase(1, 5)),
      ])
    let xml = try readList(
      """
      <animation name="x" loops="2" default_delay="1/0"><frame src="a/*" delay="1/5"/>
      <frame src="b" delay="10"/><frame src="c"/></animation>
      """)
    #expect(xml.plays == .plays(2))
    #expect(
      xml.entries.map(\.delay) == [
        .declared(ticks: 1, timebase: Timebase(1, 5)), .milliseconds(10),
        .declared(ticks: 1, timebase: Timebase(1, 100)),
      ])
  }

  @Test func durationsComeWithAndWithoutFiles() throws {
    let plain = try readList("# times\n100\n0.05s\r\n\n7/100\ndelay=1/10\n")
    #expect(plain.entries.map(\.file) == [nil, nil, nil, nil])
    #expect(
      plain.entries.map(\.delay) == [
        .milliseconds(100), .milliseconds(50), .declared(ticks: 7, timebase: Timebase(1, 100)),
        .declared(ticks: 1, timebase: Timebase(1, 10)),
      ])
    let table = try readList("file,duration_ms\n\"a,1.png\",40\nb \"\"2.png;50ms\nc.png\t60\n")
    #expect(table.entries.map(\.file) == ["a,1.png", "b 2.png", "c.png"])
    #expect(
      table.entries.map(\.delay) == [.milliseconds(40), .milliseconds(50), .milliseconds(60)])
  }

  @Test(arguments: [
    "hello\n", "100\nhello\n", "a.png,40\n50\n", "a,b,c\n", "\"a,4\n", "-1\n", "file,x,y\n",
  ])
  func otherTextIsRefused(text: String) {
    #expect(throws: AtlasError.self) { try readList(text) }
  }

  @Test func longWordsAndManyLinesTakeNoTimeOrMemory() throws {
    let word = String(repeating: "\\a", count: 500_000)
    #expect(try readList("file \(word)\n").entries[0].file?.utf8.count == 500_000)
    let lines = [UInt8](repeating: 0x0A, count: TextLines.maxLines)
    #expect(
      throws: TextError.limitExceeded(
        limit: .values, value: TextLines.maxLines + 1, allowed: TextLines.maxLines)
    ) {
      try TextLines.check(lines, language: "text")
    }
  }

  @Test func listsWithoutFramesAndOverTheLimitAreRefused() {
    #expect(throws: ReadingError.noFrames) { try readList("# nothing\n") }
    #expect(throws: ReadingError.limitExceeded(limit: .frames, value: 3, allowed: 2)) {
      try readList("1\n2\n3\n", limits: limits(frames: 2))
    }
  }

  @Test func imagesetsNameTheirFiles() throws {
    let text = """
      {"images":[{"idiom":"universal","scale":"1x"},
      {"filename":"n_2x.png","idiom":"iphone","scale":"2x"},
      {"filename":"u_2x.png","idiom":"universal","scale":"2x"},
      {"filename":"n_3x.png","idiom":"universal","scale":"3x"}],"info":{"version":1}}
      """
    guard case .imageSet(let set) = try AtlasReader.read(Array(text.utf8), limits: defaultLimits)
    else { throw AtlasError.unknownFormat }
    #expect(set.images.map(\.file) == ["n_2x.png", "u_2x.png", "n_3x.png"])
    #expect(set.image(scale: ExactDecimal(2))?.file == "u_2x.png")
    #expect(set.image(scale: ExactDecimal(1)) == nil)
    #expect(set.largest?.file == "n_3x.png")
    for bad in [
      #"{"images":5}"#, #"{"images":[{"filename":1}]}"#,
      #"{"images":[{"filename":"a","scale":"big"}]}"#,
      #"{"images":[{"filename":"a","scale":"0x"}]}"#,
    ] {
      #expect(throws: AtlasError.self) {
        try AtlasReader.read(Array(bad.utf8), limits: defaultLimits)
      }
    }
  }

  @Test func otherFormatsAreNotDescriptions() {
    for bytes in [[], [0, 1, 2], Array("   \n".utf8), Array("<svg/>".utf8), Array("{}".utf8)] {
      #expect(throws: AtlasError.unknownFormat) {
        try AtlasReader.read(bytes, limits: defaultLimits)
      }
    }
  }
}
