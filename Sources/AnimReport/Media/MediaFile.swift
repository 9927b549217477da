#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import AnimConv
internal import CLibrary
internal import Reading
internal import Stages
internal import SystemPackage

/// A file that a browser can show: the reported file, or a substitute that animconv made from it.
struct MediaFile: Sendable {
  /// `image/gif`, `video/mp4`, ...
  let type: String
  let bytes: [UInt8]
  /// Whether animconv made it because browsers cannot show the file itself.
  let isStandIn: Bool

  /// Whether it is shown by seeking instead of decoding frame by frame.
  var isVideo: Bool { type.hasPrefix("video/") }

  /// The file as a value for an attribute.
  var address: String { "data:\(type);base64,\(base64)" }

  var base64: String { Data(bytes).base64EncodedString() }
}

extension MediaFile {
  /// The file itself if browsers can play it, otherwise a substitute.
  ///
  /// - Parameter conversion: how the file is read; its output is ignored.
  /// - Throws: ``ConversionError``.
  static func of(
    _ path: FilePath, _ info: SourceInfo, _ conversion: Conversion
  ) async throws -> MediaFile {
    if let type = playedType(of: info) {
      return MediaFile(type: type, bytes: try read(path), isStandIn: false)
    }
    return try await standIn(for: path.string, info, conversion)
  }

  /// A file in memory if browsers can play it, otherwise a substitute.
  ///
  /// - Throws: ``ConversionError``.
  static func of(_ bytes: [UInt8], name: String, _ info: SourceInfo) async throws -> MediaFile {
    if let type = playedType(of: info) {
      return MediaFile(type: type, bytes: bytes, isStandIn: false)
    }
    return try await standIn(
      for: name, info, Conversion(input: .bytes(bytes, name: name), output: .standardOutput))
  }

  private static func standIn(
    for name: String, _ info: SourceInfo, _ conversion: Conversion
  ) async throws -> MediaFile {
    let made = AnimationOutput.Bytes(name: "a picture of \(name)")
    var conversion = conversion
    conversion.output = .bytes(made)
    conversion.image.keepsFrames = true
    if info.kind == .video {
      conversion.kind = .video(.mp4)
      conversion.video.crf = 12
    } else {
      conversion.kind = .apng
    }
    try await Converter(conversion).run()
    return MediaFile(
      type: info.kind == .video ? "video/mp4" : "image/png", bytes: made.value, isStandIn: true)
  }

  /// The media type of files that browsers show; nil for others.
  private static func playedType(of info: SourceInfo) -> String? {
    info.video.map(playedType) ?? info.kind.mediaType
  }

  private static func playedType(of video: SourceInfo.StoredVideo) -> String? {
    switch (video.container, video.codec) {
    case ("mp4", "h264"), ("mov", "h264"), ("mp4", "av1"), ("mp4", "vp9"): "video/mp4"
    case ("webm", "vp8"), ("webm", "vp9"), ("webm", "av1"): "video/webm"
    default: nil
    }
  }

  private static func read(_ path: FilePath) throws -> [UInt8] {
    do {
      let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
      return try file.closeAfter {
        var bytes: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
        defer { buffer.deallocate() }
        while case let count = try file.read(into: buffer), count > 0 { bytes += buffer[..<count] }
        return bytes
      }
    } catch {
      throw ConversionError.wrapping(
        ReadingError.system(operation: "reading", errno: (error as? Errno)?.rawValue ?? EIO),
        file: path.string, stage: .reading)
    }
  }
}
