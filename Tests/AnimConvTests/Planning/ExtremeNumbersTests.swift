import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Reading
@testable import Stages

/// For any number in a setting, the estimate and the plan succeed or are refused.
@Suite struct ExtremeNumbersTests {
  private static let numbers = [
    "0", "-1", "2147483647", "4294967296", "4611686018427387904", "9223372036854775807", "1e-18",
    "0.000000000000000001", "1e18", "1000000000000000000",
  ]
  /// The text around a number in settings with several numbers or a unit.
  private static let forms: [String: [String]] = [
    "scale": ["N", "NxN", "Nx-1", "-1xN", "N/1", "1/N", "N%"],
    "crop": ["NxN+0+0", "1x1+N+0", "1x1+0+N", "Nx1+1+0"],
    "cell": ["NxN"], "grid": ["NxN"], "scales": ["N", "1,N", "1,2,N"],
    "range": ["N...", "0...N", "N..<N", "Ns..", "0s..Ns"], "every": ["N", "Ns"],
    "at": ["Ns", "fN"], "scene-threshold": ["N"], "min-scene": ["Ns"],
    "poster": ["N", "Ns"], "delays": ["N:N", "10:N", "N:10"],
    "schedule": ["fps=N", "fps=1/N", "slots-or-fps=N"], "speed": ["N", "N/1", "1/N"],
    "max-fps": ["N", "1/N"], "bitrate": ["N", "Nk", "NM"], "max-memory": ["N", "NGi"],
    "max-bytes": ["N", "NGi"],
  ]
  private static let outputs = [
    "a.mp4", "a.webm", "a.gif", "a.apng", "a.webp", "a.avif", "a.png", "a/", "a.zip", "a.imageset",
  ]

  private static let settings = ConversionSettings.Setting.all.filter {
    $0.values.isEmpty || forms[$0.name] != nil
  }.filter { !$0.isSwitch }.map(\.name)

  @Test(arguments: settings) func noNumberIsTooMuch(_ name: String) throws {
    let setting = try ConversionSettings.Setting.named(name)
    var gif = GIFBuilder(8, 6)
    for delay in [5, 9] { gif.frame(.init(w: 8, h: 6, fill: UInt8(delay % 4), delay: delay)) }
    gif.end()
    for form in Self.forms[name] ?? ["N"] {
      for number in Self.numbers {
        for output in Self.outputs {
          var conversion = Conversion(
            input: .bytes(gif.bytes, name: "in.gif"), output: .file(FilePath(output)))
          if output.hasSuffix("/") { conversion.kind = .frameFolder }
          if output.hasSuffix(".imageset") { conversion.playerAsset = .spritedAnimationView }
          guard setting.apply(form.replacing("N", with: number), &conversion) else { continue }
          let source = try? openSource(conversion.input, options: conversion.reading)
          guard let source else { continue }
          let estimate = JobEstimate(conversion, source: source.info)
          #expect(estimate.peakBytes > 0 && estimate.milliseconds > 0)
          _ = try? ConversionJob(conversion).plan()
        }
      }
    }
  }
}
