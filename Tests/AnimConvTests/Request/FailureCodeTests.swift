import AnimPlay
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import OutputFiles
@testable import Reading
@testable import Stages
@testable import Writing

/// The information that programs get about a failure.
@Suite struct FailureCodeTests {
  private static let gif: [UInt8] = {
    var gif = GIFBuilder(40, 30)
    for fill in [1, 2, 1] as [UInt8] {
      gif.frame(.init(w: 40, h: 30, fill: fill, delay: 5))
    }
    gif.end()
    return gif.bytes
  }()

  private func failure(
    _ bytes: [UInt8], _ change: (inout Conversion) -> Void = { _ in }
  ) async throws -> ConversionError {
    var conversion = Conversion(
      input: .bytes(bytes, name: "in"), output: .bytes(AnimationOutput.Bytes()))
    conversion.kind = .apng
    change(&conversion)
    let asked = conversion
    return try #require(
      await #expect(throws: ConversionError.self) { try await Converter(asked).run() })
  }

  @Test func inputsSayWhatIsWrongWithThem() async throws {
    #expect(try await failure([]).code == .empty)
    #expect(try await failure(Array("nothing known".utf8)).code == .unknownFormat(looksLike: nil))
    #expect(
      try await failure(Array("OggS".utf8) + [UInt8](repeating: 0, count: 900)).code
        == .unknownFormat(looksLike: "Ogg"))
    #expect(try await failure(Array(Self.gif.prefix(9))).code == .truncated(byteOffset: 9))
    let strict = try await failure(Array(Self.gif.prefix(Self.gif.count - 20))) {
      $0.reading.isStrict = true
    }
    #expect(strict.code.name == "truncated")
    let large = try await failure(Self.gif) { $0.reading.limits.maxPixels = 1000 }
    #expect(large.code == .overLimit(limit: "max-pixels", value: 1200, allowed: 1000))
    #expect(large.kind == .damagedInput && large.remedy != nil)
  }

  @Test func requestsAndOutputsSayWhatIsWrongWithThem() async throws {
    let tooLarge = try await failure(Self.gif) { $0.sizeTarget.maxBytes = 30 }
    guard case .tooLarge(let bytes, 30) = tooLarge.code else {
      Issue.record("\(tooLarge.code)")
      return
    }
    #expect(bytes > 30)
    #expect(try await failure(Self.gif) { $0.kind = .jpeg }.code == .notExpressible)
    try await TemporaryFolder.with { folder in
      try folder.write([1], to: "out.png")
      let exists = try await failure(Self.gif) {
        $0.output = .file(folder.appending("out.png"))
      }
      #expect(exists.code == .outputExists)
      let missing = try await failure([]) { $0.input = .path(folder.appending("none.gif")) }
      #expect(missing.code == .notFound && missing.kind == .missingInput)
    }
  }

  /// Exit codes depend on kinds, and both must agree.
  @Test func codesAgreeWithKinds() {
    let failures: [any StageFailure] = [
      ReadingError.system(operation: "read", errno: 5), ReadingError.notFound,
      ReadingError.libraryMissing(detail: "x", remedy: "y"), ReadingError.symbolicLink,
      WritingError.system(operation: "write", errno: Errno.noSpace.rawValue),
      WritingError.encoderMissing(name: "libx265", available: []), OutputError.exists,
      OutputError.sameAsInput, OutputError.cannotFlush(errno: Errno.noSpace.rawValue),
      OutputError.cannotCreate(folder: "x", errno: Errno.noSuchFileOrDirectory.rawValue),
      OutputError.cannotCreate(folder: "x", errno: Errno.noSpace.rawValue),
    ]
    for failure in failures { #expect(failure.code.kind == failure.kind, "\(failure)") }
    for kind in [
      .usage, .damagedInput, .missingInput, .unavailable, .internalFault, .cannotCreate,
      .inputOutput, .configuration, .constraint, .customSource, .cancelled,
    ] as [FailureKind] {
      #expect(FailureCode(kind).kind == kind)
    }
    #expect(WritingError.system(operation: "", errno: Errno.noSpace.rawValue).code == .noSpace)
    #expect(WritingError.encoderMissing(name: "a", available: []).code == .libraryMissing("a"))
  }
}
