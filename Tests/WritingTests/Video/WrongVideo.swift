import Foundation

@testable import Writing

/// One way to corrupt a written video, byte by byte; the positions assume the frames of
/// ``WrongVideoTests``.
enum WrongVideo: String, CaseIterable, Sendable {
  case movieDuration, trackDuration, mediaDuration, editDuration, lastFrameDuration
  case segmentDuration
  case missingFrame, laterStart, otherColors, otherRange, alphaOfOneFrame, allAlpha

  var containers: [VideoContainer] {
    switch self {
    case .movieDuration, .trackDuration, .mediaDuration, .editDuration, .lastFrameDuration:
      [.mp4, .mov]
    case .segmentDuration, .alphaOfOneFrame: [.webm]
    case .missingFrame, .laterStart, .otherColors: [.mp4, .mov, .webm]
    case .otherRange: [.mp4, .webm]
    case .allAlpha: [.mov]
    }
  }

  /// Every corruption, with every container that it applies to.
  static let all = allCases.flatMap { wrong in wrong.containers.map { (wrong, $0) } }

  /// The corrupted bytes of the file.
  func applied(to bytes: [UInt8], _ container: VideoContainer) -> [UInt8] {
    var bytes = bytes
    if container == .webm {
      applyToElements(&bytes)
    } else {
      applyToBoxes(&bytes)
    }
    return bytes
  }

  private func applyToBoxes(_ bytes: inout [UInt8]) {
    switch self {
    case .movieDuration: bytes.raise("mvhd", by: 1, at: 16)
    case .trackDuration: bytes.raise("tkhd", by: 1, at: 20)
    case .mediaDuration: bytes.raise("mdhd", by: 1, at: 16)
    case .editDuration: bytes.raise("elst", by: 1, at: 8)
    // Three frames of different durations are three entries of eight bytes.
    case .lastFrameDuration: bytes.raise("stts", by: 1, at: 8 + 2 * 8 + 4)
    case .missingFrame:
      bytes.raise("stts", by: -1, at: 4)
      bytes.raise("stsz", by: -1, at: 8)
    case .laterStart: bytes.raise("elst", by: 5, at: 12)
    case .otherColors: bytes[bytes.after("colr") + 5] = 9
    case .otherRange: bytes[bytes.after("colr") + 10] ^= 0x80
    case .allAlpha:
      // The second to last byte of the fixed part of each ProRes frame header (SMPTE RDD 36).
      for position in bytes.indices.dropLast(32)
      where bytes[position..<position + 4].elementsEqual(Array("icpf".utf8)) {
        bytes[position + 4 + 17] &= 0xF0
      }
    case .segmentDuration, .alphaOfOneFrame: break
    }
  }

  private func applyToElements(_ bytes: inout [UInt8]) {
    let cluster = bytes.after([0x1F, 0x43, 0xB6, 0x75])
    switch self {
    case .segmentDuration:
      let start = bytes.after([0x44, 0x89, 0x88])
      let bits = bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let longer = (Double(bitPattern: bits) + 1).bitPattern
      for index in 0..<8 {
        bytes[start + index] = UInt8(truncatingIfNeeded: longer >> (56 - 8 * index))
      }
    case .missingFrame:
      // The first block, of either kind, becomes a void element.
      let first = bytes.after([0xE7, 0x81, 0x00], from: cluster)
      bytes[first] = 0xEC
    case .laterStart: bytes[bytes.after([0xE7, 0x81], from: cluster)] = 5
    case .otherColors: bytes[bytes.after([0x55, 0xBB, 0x81])] = 9
    case .otherRange: bytes[bytes.after([0x55, 0xB9, 0x81])] = 2
    case .alphaOfOneFrame:
      // An element with another ID, which no reader knows.
      let additions = bytes.indices.dropLast(6).first { index in
        index > cluster && bytes[index] == 0x75 && bytes[index + 1] == 0xA1
          && bytes[index + 2..<index + 6].contains(0xA6)
      }
      bytes[additions! + 1] = 0xA0
    default: break
    }
  }
}

extension [UInt8] {
  /// The position after the first occurrence of some bytes.
  fileprivate func after(_ bytes: [UInt8], from start: Int = 0) -> Int {
    self[start...].firstRange(of: bytes)!.upperBound
  }

  /// The position after the first name of a box.
  fileprivate func after(_ box: String) -> Int { after(Array(box.utf8)) }

  /// Adds to the 4-byte number at an offset from a box's content.
  mutating func raise(_ box: String, by amount: Int32, at offset: Int) {
    let start = after(box) + offset
    let old = self[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let new = UInt32(bitPattern: Int32(bitPattern: old) &+ amount)
    for index in 0..<4 {
      self[start + index] = UInt8(truncatingIfNeeded: new >> (24 - 8 * UInt32(index)))
    }
  }
}
