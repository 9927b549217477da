import AnimTiming
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Stages

@Suite struct RequestCodingTests {
  private static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private static func decode<Value: Decodable>(_ text: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }

  @Test func settingsAreTheirTexts() throws {
    var settings = ConversionSettings()
    try settings.set("scale", to: "640x-1")
    try settings.set("crf", to: "18")
    try settings.set("range", to: "1/3s..2s")
    let text = try Self.text(settings)
    #expect(
      text == "{\n  \"crf\" : \"18\",\n  \"range\" : \"1/3s..2s\",\n  \"scale\" : \"640x-1\"\n}")
    #expect(try Self.decode(text) == settings)
    #expect(try Self.decode("{}") == ConversionSettings())
  }

  /// Every example of every setting, in one object each.
  @Test func everySettingComesBack() throws {
    var count = 0
    for (name, value, _) in ConversionSettingsTests.effects {
      var settings = ConversionSettings()
      try settings.set(name, to: value)
      #expect(try Self.decode(Self.text(settings)) == settings, "\(name)")
      count += 1
    }
    #expect(count > 50)
  }

  @Test(arguments: [
    (#"{"crf": "much"}"#, "crf"), (#"{"crf": 18}"#, "crf"), (#"{"crf": null}"#, "crf"),
    (#"{"scale": "99999999999x2"}"#, "scale"), (#"{"fps": "1/0"}"#, "fps"),
    (#"{"no such setting": "1"}"#, "no such setting"), (#"{"crf": {"a": "1"}}"#, "crf"),
    (#"["crf"]"#, ""), (#""crf""#, ""),
  ])
  func refusesHostileSettings(text: String, path: String) throws {
    let error = #expect(throws: DecodingError.self) {
      let _: ConversionSettings = try Self.decode(text)
    }
    #expect(Self.path(of: try #require(error)) == path)
  }

  @Test func errorsOfSettingsNameTheRule() throws {
    do {
      let _: ConversionSettings = try Self.decode(#"{"crff": "18"}"#)
      Issue.record("an unknown setting was accepted")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.underlyingError as? SettingError == .unknown(name: "crff", nearest: "crf"))
      #expect(context.debugDescription == "there is no setting 'crff'")
    }
  }

  @Test func settingsThatContradictEachOtherAreRefusedWhenTheyAreApplied() throws {
    let settings: ConversionSettings = try Self.decode(#"{"crf": "18", "bitrate": "1M"}"#)
    var conversion = Conversion(input: "in.gif", output: "out.mp4")
    #expect(throws: SettingError.self) { try settings.apply(to: &conversion) }
  }

  @Test func aStoredJobIsTheSameConversion() async throws {
    try await TemporaryFolder.with { folder in
      let output = folder.appending("out.apng").string
      let stored = """
        {"input": "\(SourceTree.root.appending("Tests/Fixtures/orbit.gif").string)",
         "output": "\(output)", "settings": {"range": "0..<3", "speed": "2"}}
        """
      let job: Job = try Self.decode(stored)
      let report = try await Converter(job.conversion()).run()
      #expect(report.frameCount == 3)
      let summary = report.summary
      #expect(summary.plan.kind == .apng && summary.plan.timeline == report.plan.timeline)
      #expect(summary.outputs.map(\.name) == [output])
      #expect(summary.outputs[0].byteCount == report.outputs[0].byteCount)
      let back: Conversion.Report.Summary = try Self.decode(Self.text(summary))
      #expect(back == summary)
    }
  }

  struct Job: Codable {
    var input: String
    var output: String
    var settings: ConversionSettings

    func conversion() throws -> Conversion {
      var conversion = Conversion(input: .init(input), output: .init(output))
      try settings.apply(to: &conversion)
      return conversion
    }
  }

  /// The form of reports in JSON, which other programs rely on.
  @Test func theFormOfReportsIsStable() throws {
    let text = try Self.text(Self.summary)
    #expect(
      text == """
        {
          "notes" : [
            "a note"
          ],
          "outputs" : [
            {
              "byteCount" : 1234,
              "frameCount" : 2,
              "name" : "out.webp"
            }
          ],
          "plan" : {
            "hasAlpha" : true,
            "input" : "in.gif",
            "inputFrames" : 2,
            "inputKind" : "gif",
            "inputPlays" : 0,
            "inputSize" : {
              "height" : 66,
              "width" : 96
            },
            "kind" : "webp",
            "memoryBytes" : 1048576,
            "notes" : [

            ],
            "outputs" : [
              {
                "content" : "picture",
                "format" : "WebP",
                "name" : "out.webp",
                "size" : {
                  "height" : 33,
                  "width" : 48
                }
              }
            ],
            "timeline" : {
              "durations" : [
                40,
                100
              ],
              "timebase" : "1/1000"
            }
          },
          "tries" : [
            {
              "byteCount" : 1234,
              "changes" : [
                "quality 40"
              ],
              "fits" : true,
              "number" : 1,
              "score" : {
                "least" : 0.25,
                "measure" : "ssim"
              }
            }
          ],
          "warnings" : [
            {
              "byteOffset" : 99,
              "detail" : "frame 1 ends early",
              "frame" : 1,
              "kind" : "damagedFrame"
            }
          ]
        }
        """)
    #expect(try Self.decode(text) == Self.summary)
  }

  private static let summary = Conversion.Report.Summary(
    plan: .init(
      input: "in.gif", inputKind: "gif", inputSize: PixelSize(width: 96, height: 66),
      inputFrames: 2, inputPlays: .forever, kind: .webp, hasAlpha: true,
      timeline: try! AnimationTimeline(durations: [40, 100], timebase: .milliseconds),
      outputs: [
        .init(
          name: "out.webp", content: .picture, format: "WebP",
          size: PixelSize(width: 48, height: 33))
      ], memoryBytes: 1 << 20, code: nil, notes: []),
    outputs: [.init(name: "out.webp", frameCount: 2, byteCount: 1234)],
    warnings: [
      ReadingWarning(kind: .damagedFrame, frame: 1, byteOffset: 99, detail: "frame 1 ends early")
    ],
    // A measured quality can be below the range of a target.
    tries: [
      Conversion.Try(
        number: 1, changes: ["quality 40"], byteCount: 1234, fits: true,
        score: Conversion.QualityTarget(0.25, .ssim))
    ], notes: ["a note"])

  /// One member after another is replaced; each mistake has a path.
  @Test(arguments: [
    (#""kind" : "webp""#, #""kind" : "heic""#, "plan.kind"),
    (#""timebase" : "1/1000""#, #""timebase" : "1/0""#, "plan.timeline.timebase"),
    (#""inputPlays" : 0"#, #""inputPlays" : -1"#, "plan.inputPlays"),
    (#""width" : 96"#, #""width" : -96"#, "plan.inputSize"),
    (#""width" : 96"#, #""width" : 9223372036854775807"#, "plan.inputSize"),
    (#""content" : "picture""#, #""content" : "sound""#, "plan.outputs.0.content"),
    (#""measure" : "ssim""#, #""measure" : "psnr""#, "tries.0.score.measure"),
    (#""kind" : "damagedFrame""#, #""kind" : "odd""#, "warnings.0.kind"),
    (#""number" : 1"#, #""number" : "1""#, "tries.0.number"),
  ])
  func refusesHostileReports(part: String, replacement: String, path: String) throws {
    let text = try Self.text(Self.summary)
    let hostile = text.replacing(part, with: replacement, maxReplacements: 1)
    #expect(hostile != text)
    let error = #expect(throws: DecodingError.self) {
      let _: Conversion.Report.Summary = try Self.decode(hostile)
    }
    #expect(Self.path(of: try #require(error)) == path)
  }

  private static func path(of error: DecodingError) -> String {
    let context =
      switch error {
      case .dataCorrupted(let context), .typeMismatch(_, let context),
        .valueNotFound(_, let context), .keyNotFound(_, let context):
        context
      @unknown default: fatalError()
      }
    return context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      .joined(separator: ".")
  }
}
