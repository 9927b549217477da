internal import CFFmpeg

/// The light levels of a video in FFmpeg's form: the display on which it was graded (SMPTE ST
/// 2086), and its brightest pixel and frame (CTA-861.3).
package struct LightMetadata: Hashable, Sendable {
  /// An `AVMasteringDisplayMetadata`; nil without.
  private var display: [UInt8]?
  /// An `AVContentLightMetadata`; nil without.
  private var content: [UInt8]?

  package var isEmpty: Bool { display == nil && content == nil }

  init(of stream: UnsafePointer<AVStream>) {
    func bytes(_ type: AVPacketSideDataType, _ count: Int) -> [UInt8]? {
      cffmpeg_side_data(stream, type, count).map {
        Array(UnsafeBufferPointer(start: $0, count: count))
      }
    }
    display = bytes(AV_PKT_DATA_MASTERING_DISPLAY_METADATA, Self.displayBytes)
    content = bytes(AV_PKT_DATA_CONTENT_LIGHT_LEVEL, Self.contentBytes)
  }

  /// The picture's own levels, or the known ones if the picture has none.
  package init(of picture: Picture, or known: LightMetadata) {
    func bytes(_ type: AVFrameSideDataType, _ count: Int) -> [UInt8]? {
      guard let side = av_frame_get_side_data(picture.pointer, type), side.pointee.size >= count
      else { return nil }
      return Array(UnsafeBufferPointer(start: side.pointee.data, count: count))
    }
    display =
      bytes(AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, Self.displayBytes) ?? known.display
    content = bytes(AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, Self.contentBytes) ?? known.content
  }

  private static let displayBytes = MemoryLayout<AVMasteringDisplayMetadata>.size
  private static let contentBytes = MemoryLayout<AVContentLightMetadata>.size

  /// Adds the levels to a container. Call this before its header is written.
  func describe(_ stream: UnsafeMutablePointer<AVStream>) throws(LibavError) {
    for (type, bytes) in [
      (AV_PKT_DATA_MASTERING_DISPLAY_METADATA, display), (AV_PKT_DATA_CONTENT_LIGHT_LEVEL, content),
    ] {
      guard let bytes else { continue }
      guard let room = cffmpeg_add_side_data(stream, type, bytes.count) else {
        throw LibavError(operation: "describe the light", code: CFFMPEG_ERROR_ENOMEM)
      }
      for (index, byte) in bytes.enumerated() { room[index] = byte }
    }
  }

  /// The display in x265's form: chromaticities in 1/50,000, luminances in 1/10,000 cd/m²; nil if a
  /// value is unknown.
  package var displayInUnits: String? {
    values.map { values in
      func unit(_ value: Double, _ scale: Double) -> String {
        // No display reaches a hundred million units.
        String(Int(min(max(value, 0), 100_000) * scale + 0.5))
      }
      return Self.text(
        values.points.map { (unit($0.x, 50_000), unit($0.y, 50_000)) },
        (unit(values.most, 10_000), unit(values.least, 10_000)))
    }
  }

  /// The display in SVT-AV1's form, in plain numbers.
  package var displayInNumbers: String? {
    values.map { values in
      func plain(_ value: Double) -> String {
        let parts = Int(min(max(value, 0), 100_000) * 100_000 + 0.5)
        let decimals = String(parts % 100_000 + 100_000).dropFirst()
        return "\(parts / 100_000).\(decimals)"
      }
      return Self.text(
        values.points.map { (plain($0.x), plain($0.y)) }, (plain(values.most), plain(values.least)))
    }
  }

  /// The brightest pixel and the brightest frame in cd/m², separated by a comma; nil if unknown.
  package var contentLight: String? {
    content?.withUnsafeBytes {
      let light = $0.loadUnaligned(as: AVContentLightMetadata.self)
      return "\(light.MaxCLL),\(light.MaxFALL)"
    }
  }

  private static func text(
    _ points: [(String, String)], _ light: (String, String)
  ) -> String {
    let names = ["G", "B", "R", "WP"]
    return zip(names, points).map { "\($0)(\($1.0),\($1.1))" }.joined()
      + "L(\(light.0),\(light.1))"
  }

  /// Green, blue, red and white, and the display's highest and lowest luminance in cd/m².
  private var values: (points: [(x: Double, y: Double)], most: Double, least: Double)? {
    display?.withUnsafeBytes {
      let data = $0.loadUnaligned(as: AVMasteringDisplayMetadata.self)
      guard data.has_primaries != 0, data.has_luminance != 0 else { return nil }
      func number(_ value: AVRational) -> Double {
        value.den == 0 ? 0 : Double(value.num) / Double(value.den)
      }
      // FFmpeg has red, green and blue in this order.
      let (red, green, blue) = data.display_primaries
      let points = [green, blue, red, data.white_point].map { (x: number($0.0), y: number($0.1)) }
      return (points, number(data.max_luminance), number(data.min_luminance))
    }
  }
}
