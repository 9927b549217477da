import Foundation
import Testing

@testable import AnimConvCLI

/// Every suggestion of a hint or a usage error works when typed.
@Suite struct OfferedOptionTests {
  /// A value for each option that is suggested without one, and an output that accepts it.
  static let values: [String: (value: String?, output: String)] = [
    "--matte": ("white", "o.mp4"), "--scale": ("50%", "o.mp4"), "--fps": ("20", "o.mp4"),
    "-y": (nil, "o.mp4"), "-n": (nil, "o.mp4"), "--loops": ("2", "o.mp4"),
    "--container": ("mp4", "o.mp4"), "--preset": ("web-hero", "o.mp4"),
    "--quality": ("80", "o.webp"), "--colors": ("64", "o.gif"), "--dither": ("0.7", "o.gif"),
    "--codec": ("h264", "o.mp4"), "--bitrate": ("1M", "o.mp4"), "--chroma": ("420", "o.mp4"),
    "--encoder-preset": ("fast", "o.mp4"), "--crf": ("30", "o.mp4"), "--reverse": (nil, "o.mp4"),
    "--crop": ("64x48+0+0", "o.mp4"), "--threads": ("2", "o.mp4"),
    "--max-bytes": ("9mb", "o.mp4"), "--optimize": (nil, "o.png"), "--range": ("0...3", "o.mp4"),
  ]

  /// The options in a text, with their values.
  private static func options(in text: String) -> [[String]] {
    text.matches(of: /(?:^|[ '])(--?[a-z][a-z-]*)((?: [^ ',;?]*[0-9][^ ',;?]*| drop| first)?)/).map
    {
      [String($0.1)] + ($0.2.isEmpty ? [] : [String($0.2.dropFirst())])
    }
  }

  private func type(_ options: [String], from hint: String) throws {
    var words = options
    var output = "o.mp4"
    if words.count == 1 {
      let sample = try #require(Self.values[words[0]], "no value for \(words[0]) of '\(hint)'")
      words += sample.value.map { [$0] } ?? []
      output = sample.output
    }
    if ["--optimize"].contains(words[0]), try !Self.hasZopfli { return }
    let outcome = try Animconv.run([Package.orbit, output, "--dry-run"] + words)
    #expect(outcome.status == 0, "\(words) of '\(hint)': \(outcome.errors)")
  }

  private static var hasZopfli: Bool {
    get throws { try Animconv.run(["doctor"]).text.contains(/zopfli +[0-9]/) }
  }

  @Test(arguments: OtherTools.options)
  func acceptsTheOptionSuggestedForOneOfAnotherTool(option: String) throws {
    let refusal = try Animconv.run([Package.orbit, "o.mp4", option, "7"])
    #expect(refusal.status == 64)
    let start = "animconv: usage: Unknown option '\(option)'; "
    #expect(refusal.errors.hasPrefix(start), "\(refusal.errors)")
    let hint = refusal.errors.dropFirst(start.count).components(separatedBy: "; see ")[0]
    for options in Self.options(in: hint) { try type(options, from: hint) }
  }

  /// The suggestion for a near miss: another option, or another value of the same option.
  @Test func acceptsTheOptionSuggestedForANearMiss() throws {
    var count = 0
    for (arguments, _) in NearMissTests.misses where arguments.first == Package.orbit {
      let refusal = try Animconv.run(arguments)
      let hint = refusal.errorLines[0].components(separatedBy: "; see ")[0]
      let offer = hint.components(separatedBy: "; ").dropFirst().joined(separator: "; ")
      if let match = hint.firstMatch(of: /got '([^']+)'; did you mean '([^']+)'/) {
        let corrected = arguments.map { $0 == match.1 ? String(match.2) : $0 }
        let outcome = try Animconv.run(corrected + ["--dry-run"])
        // Options that an output cannot have are tested elsewhere.
        #expect(!outcome.errors.contains("but got"), "\(corrected): \(outcome.errors)")
        count += 1
      } else if !offer.contains("animconv ") {
        for options in Self.options(in: offer) {
          try type(options, from: offer)
          count += 1
        }
      }
    }
    #expect(count > 20)
  }

  @Test func aSideBelowZeroIsTakenHoweverItIsJoined() throws {
    for scale in [["--scale", "-1x48"], ["--scale=-1x48"]] {
      let outcome = try Animconv.run([Package.orbit, "o.webp", "--dry-run"] + scale)
      #expect(outcome.status == 0 && outcome.text.contains("71x48"), "\(outcome.errors)")
    }
  }
}
