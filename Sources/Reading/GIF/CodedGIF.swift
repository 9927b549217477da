package import Raster

/// The stored frames of a GIF, for a writer that may keep them.
///
/// Independent of the source that it comes from: any thread may read it in parallel.
package struct CodedGIF: Sendable {
  /// One stored frame.
  package struct Frame {
    /// As declared.
    package let rect: PixelRect
    /// 1/100 s; 0 without a Graphic Control Extension.
    package let delay: Int
    /// Opaque RGBA pixels in memory order; nil for the global colours.
    package let localColors: [UInt32]?
    package let isInterlaced: Bool
    /// Bits of a literal, 1 to 8.
    package let minCodeSize: Int
    /// The LZW codes without the sizes of sub-blocks.
    package let data: [UInt8]
    /// The transparent index.
    package let transparentIndex: UInt8?
    /// The decoded indices, row by row from the top.
    package let indices: [UInt8]
  }

  /// The colours of frames without their own table, as many as the file has.
  package let globalColors: [UInt32]
  private let survey: GIFSurvey
  private let source: ByteSource

  init(_ survey: GIFSurvey, _ source: ByteSource) {
    self.survey = survey
    self.source = source
    globalColors = Array(survey.globalColors.pixels.prefix(survey.globalColorCount))
  }

  /// Bytes of the whole file.
  package var byteCount: Int64 { source.byteCount }

  /// Copies the file with different delays.
  ///
  /// - Parameters:
  ///   - delays: of every frame in order, 1/100 s.
  ///   - write: takes the bytes piece by piece.
  /// - Returns: false, with nothing written, if the file is damaged, has another number of frames,
  ///   or has a frame without a delay to change.
  /// - Throws: ``ReadingError/system(operation:errno:)``, and errors of `write`.
  package func copy(delays: [Int], to write: ([UInt8]) throws -> Void) throws -> Bool {
    guard survey.warnings.isEmpty, delays.count == survey.records.count else { return false }
    var changes: [Int64: UInt8] = [:]
    for (record, delay) in zip(survey.records, delays) {
      // The duration that browsers use for less than 1/50 s.
      if delay == 10, record.storedDelay < 2 { continue }
      if record.hasControl, record.storedDelay == delay { continue }
      guard record.hasControl, let offset = record.delayOffset else { return false }
      changes[offset] = UInt8(truncatingIfNeeded: delay)
      changes[offset + 1] = UInt8(truncatingIfNeeded: delay >> 8)
    }
    let reader = ByteReader(source)
    while reader.position < byteCount {
      let start = reader.position
      guard var bytes = try reader.read(Int(min(64 << 10, byteCount - start))) else { return false }
      for index in bytes.indices { bytes[index] = changes[start + Int64(index)] ?? bytes[index] }
      try write(bytes)
    }
    return true
  }

  /// Opens it for reading, by one thread.
  package func frames() -> CodedGIFFrames { CodedGIFFrames(survey, source) }
}

/// Reads the frames of a ``CodedGIF``. Used by one thread at a time.
package final class CodedGIFFrames {
  private let survey: GIFSurvey
  private let reader: ByteReader
  private let decoder: GIFFrameDecoder

  /// Frames with more bytes of codes than this are not kept, because a better encoding is never
  /// that large.
  private static let maxDataBytes = 64 << 20

  init(_ survey: GIFSurvey, _ source: ByteSource) {
    self.survey = survey
    reader = ByteReader(source)
    decoder = GIFFrameDecoder(reader)
  }

  /// A frame by its number; nil if it is damaged or partly outside the canvas.
  ///
  /// - Throws: ``ReadingError/system(operation:errno:)``.
  /// - Complexity: decodes the frame.
  package subscript(index: Int) -> CodedGIF.Frame? {
    get throws { try frame(index) }
  }

  private func frame(_ index: Int) throws -> CodedGIF.Frame? {
    let record = survey.records[index]
    let rect = record.declaredRect
    guard !record.isUnterminated, !rect.isEmpty, PixelRect(survey.size).contains(rect) else {
      return nil
    }
    let colors = try decoder.localColors(record)
    if record.localColorCount > 0, colors == nil { return nil }
    let decoded = try decoder.decode(record, on: survey.size)
    guard decoded.count == rect.width * rect.height else { return nil }
    var indices: [UInt8] = []
    indices.reserveCapacity(decoded.count)
    for y in 0..<rect.height { indices += decoded.row(y) }
    reader.seek(to: record.dataOffset + Int64(record.localColorCount * 3))
    guard let minCodeSize = try reader.readByte(), (2...8).contains(minCodeSize) else { return nil }
    let (data, all) = try reader.readSubBlocks(limit: Self.maxDataBytes)
    guard all.isTerminated, data.count < Self.maxDataBytes else { return nil }
    return CodedGIF.Frame(
      rect: rect, delay: record.storedDelay,
      localColors: colors.map { Array($0.pixels.prefix(record.localColorCount)) },
      isInterlaced: record.isInterlaced, minCodeSize: Int(minCodeSize), data: data,
      transparentIndex: record.hasTransparency ? record.transparentIndex : nil, indices: indices)
  }
}

/// A source whose stored GIF frames are accessible.
package protocol CodedGIFSource {
  /// Nil if it is not a GIF.
  var codedGIF: CodedGIF? { get }
}

extension ComposedSource: CodedGIFSource {
  var codedGIF: CodedGIF? { (painter as? GIFPainter)?.coded }
}
