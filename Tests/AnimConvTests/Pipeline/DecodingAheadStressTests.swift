import AnimPlay
import AnimTiming
import Foundation
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Reading
@testable import Stages
@testable import Threads
@testable import Writing

/// Conversions that request frames out of order repeatedly, so that decoding threads are stopped at
/// random points and release their pictures.
///
/// Run this suite in a release build to find errors that occur only there; `Tests/Reliability`
/// repeats it with hundreds of runs of the program.
@Suite struct DecodingAheadStressTests {
  /// The inputs whose pictures are decoded ahead.
  enum Kind: String, CaseIterable { case folder, list, durations, ugoira, imageSets }

  enum Edit: String, CaseIterable { case range, reverse, bounce, loops, every, cancel }

  private static let runs = 12

  @Test(arguments: Kind.allCases, Edit.allCases)
  func conversionsThatAskForFramesOutOfOrderEnd(kind: Kind, edit: Edit) throws {
    try TemporaryFolder.with { folder in
      let input = try Self.input(kind, in: folder)
      var random = SeededGenerator(seed: 41)
      for run in 0..<Self.runs {
        var conversion = Conversion(
          input: .path(input), output: .file(folder.appending("\(run).mp4")))
        conversion.video.encoderPreset = "ultrafast"
        let from = Int.random(in: 0..<23, using: &random)
        switch edit {
        case .range:
          let to = Int.random(in: from + 1...24, using: &random)
          conversion.timing.edits.range = .frames(from: from, to: to)
        case .reverse: conversion.timing.edits.direction = .reverse
        case .bounce: conversion.timing.edits.direction = .bounce
        case .loops: conversion.timing.edits.loops = 2
        case .every: conversion.timing.edits.every = 2 + from % 4
        case .cancel: break
        }
        try Self.run(conversion, cancelledAt: edit == .cancel ? from : nil)
      }
    }
  }

  private static func run(_ conversion: Conversion, cancelledAt frame: Int?) throws {
    try Watched.run {
      let flag = CancellationFlag()
      do {
        let report = try ConversionJob(
          conversion, cancellation: flag,
          observer: { if $0.framesDone == frame { flag.set() } }
        ).run()
        #expect(frame == nil && report.frameCount > 0)
      } catch let error as ConversionError {
        #expect(frame != nil && error.kind == .cancelled, "\(error)")
      }
    }
  }

  /// 24 pictures, each of one colour.
  private static func input(_ kind: Kind, in folder: TemporaryFolder) throws -> FilePath {
    let numbers = 0..<24
    let names = numbers.map { "f\($0).png" }
    switch kind {
    case .folder, .list, .durations, .ugoira:
      try folder.writePictures(numbers, size: 48)
    case .imageSets:
      try numbers.forEach { try imageSet($0, in: folder) }
    }
    switch kind {
    case .folder, .imageSets: return folder.path
    case .list:
      let entries = names.map { "file '\($0)'\nduration 0.05\n" }.joined()
      try folder.write("ffconcat version 1.0\n" + entries, to: "list.ffconcat")
      return folder.appending("list.ffconcat")
    case .durations:
      try folder.write(names.map { "\($0),50\n" }.joined(), to: "durations.txt")
      return folder.appending("durations.txt")
    case .ugoira:
      let archive = folder.appending("work.zip")
      try run(Conversion(input: .path(folder.path), output: .file(archive)), cancelledAt: nil)
      return archive
    }
  }

  private static func imageSet(_ number: Int, in folder: TemporaryFolder) throws {
    let set = folder.appending("f\(number).imageset")
    try FileManager.default.createDirectory(
      atPath: set.string, withIntermediateDirectories: true)
    try folder.write(
      PictureFiles.png(48, 48, PictureFiles.pixel(number)), to: "f\(number).imageset/f.png")
    try folder.write(
      #"{"images":[{"idiom":"universal","filename":"f.png","scale":"1x"}]}"#,
      to: "f\(number).imageset/Contents.json")
  }
}
