import Foundation
import Libav
import SystemPackage

@testable import Reading

/// The known properties of a packet before it is decoded.
struct ClipSight: Equatable {
  var start: Int64?
  var decoding: Int64?
  var duration: Int64
  var bytes: [UInt8]
  var isKey: Bool
  var isDiscarded: Bool

  static func open(_ path: FilePath, mayTrustHeaders: Bool = true) throws -> ClipDemuxer {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.string)))
    let stream = try ByteStream(byteCount: Int64(bytes.count)) { offset, buffer in
      let part = bytes[min(Int(offset), bytes.count)...].prefix(buffer.count)
      buffer.copyBytes(from: part)
      return part.count
    }
    return try ClipDemuxer(
      stream, format: path.extension == "mkv" ? "matroska" : "mov",
      decoders: VideoFileFormat.decoders, mayTrustHeaders: mayTrustHeaders)
  }

  static func packets(_ demuxer: ClipDemuxer, atMost count: Int = .max) throws -> [ClipSight] {
    let packet = try Packet()
    var seen: [ClipSight] = []
    while seen.count < count, try demuxer.read(into: packet) {
      seen.append(
        ClipSight(
          start: packet.presentationTime, decoding: packet.decodingTime, duration: packet.duration,
          bytes: packet.withBytes { Array($0) }, isKey: packet.isKey,
          isDiscarded: packet.isDiscarded))
      packet.clear()
    }
    return seen
  }
}
