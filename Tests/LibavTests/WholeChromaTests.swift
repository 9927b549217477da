import CFFmpeg
import Testing

@testable import Libav

/// A picture of an odd size shows its chroma where a larger picture with the same samples shows it.
@Suite struct WholeChromaTests {
  private static let formats = [
    "yuv420p", "yuva420p", "yuv422p", "yuv411p", "yuv410p", "yuv440p", "nv12", "yuv420p10le",
    "p010le",
  ]

  @Test(arguments: formats, [(31, 45), (45, 30), (40, 23), (9, 7), (5, 3), (1, 1)])
  func nothingMoves(name: String, size: (Int, Int)) throws {
    let large = try Self.picture(name, size.0, size.1)
    let picture = try large.reference()
    picture.pointer.width = Int32(size.0)
    picture.pointer.height = Int32(size.1)
    let (wanted, made) = (try Self.pixels(of: large), try Self.pixels(of: picture))
    #expect(made.count == size.0 * size.1)
    let rows = (0..<size.1).map { Array(made[$0 * size.0..<($0 + 1) * size.0]) }
    for (y, row) in rows.enumerated() {
      #expect(row == Array(wanted[y * large.width..<y * large.width + size.0]), "row \(y)")
    }
  }

  /// Even pictures are converted as they are, and packed ones, whose chroma is among the luma.
  @Test(arguments: [("yuv420p", 16, 18), ("yuv444p", 15, 17), ("yuyv422", 15, 17), ("gray", 3, 5)])
  func othersAreNotEnlarged(name: String, width: Int, height: Int) throws {
    let picture = try Self.picture(name, width, height)
    picture.pointer.width = Int32(width)
    #expect(try WholeChroma(picture, to: AV_PIX_FMT_RGBA, width: width, height: height) == nil)
  }

  /// A JPEG of an odd size differs from that of the larger picture in its size alone.
  @Test(arguments: [(31, 45), (45, 30), (40, 23), (9, 7)])
  func jpegsShareTheirChroma(width: Int, height: Int) throws {
    let (evenWidth, evenHeight) = (width + width % 2, height + height % 2)
    func pixels(_ columns: Int, _ rows: Int) -> [UInt8] {
      (0..<rows).flatMap { y in
        (0..<columns).flatMap { x -> [UInt8] in
          let (column, row) = (min(x, width - 1), min(y, height - 1))
          return [
            UInt8(column * 40 & 255), UInt8(row * 56 & 255), UInt8((column ^ row) & 1 * 200), 255,
          ]
        }
      }
    }
    let odd = try encodeJPEG(
      pixels(width, height), width: width, height: height, bytesPerRow: 4 * width, quantizer: 2,
      hasFullChroma: false)
    let even = try encodeJPEG(
      pixels(evenWidth, evenHeight), width: evenWidth, height: evenHeight,
      bytesPerRow: 4 * evenWidth, quantizer: 2, hasFullChroma: false)
    try #require(odd.count == even.count)
    #expect(zip(odd, even).count { $0 != $1 } == width % 2 + height % 2)
  }

  /// Chroma that is made for an odd size is that of the larger picture.
  @Test func chromaIsMadeForTheWhole() throws {
    let large = try Self.picture("yuv444p", 32, 46)
    let picture = try large.reference()
    for y in 0..<46 {
      for plane in 0..<3 {
        let row = large.plane(plane) + y * large.stride(plane)
        row[31] = row[30]
        if y == 45 { row.update(from: row - large.stride(plane), count: 32) }
      }
    }
    picture.pointer.width = 31
    picture.pointer.height = 45
    func samples(_ picture: Picture) throws -> DeepSampler.Planes {
      try DeepSampler(
        width: picture.width, height: picture.height, matrix: .bt709, isFullRange: false
      ).samples(of: picture)
    }
    let (wanted, made) = (try samples(large), try samples(picture))
    #expect(made.blue == wanted.blue)
    #expect(made.red == wanted.red)
  }

  /// A side that is scaled is not enlarged before.
  @Test func scaledSidesStay() throws {
    let picture = try Self.picture("yuv420p", 15, 17)
    picture.pointer.width = 15
    picture.pointer.height = 17
    let whole = try #require(
      try WholeChroma(picture, to: AV_PIX_FMT_RGBA, width: 30, height: 17))
    #expect(whole.source.width == 15 && whole.source.height == 18)
    #expect(whole.target.width == 30 && whole.target.height == 18)
  }

  private static func pixels(of picture: Picture) throws -> [UInt32] {
    let (width, height) = (picture.width, picture.height)
    let converter = RGBAConverter(
      width: width, height: height, matrix: .bt709, isFullRange: false)
    // With 64 more bytes, which vector code may write.
    let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: width * height + 16)
    defer { pixels.deallocate() }
    let bytes = UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt8.self)
    try converter.convert(picture, into: bytes)
    return Array(UnsafeBufferPointer(start: pixels, count: width * height))
  }

  /// A picture as large as the chroma of this size, whose further columns and rows of luma and alpha
  /// repeat the last.
  private static func picture(_ name: String, _ width: Int, _ height: Int) throws -> Picture {
    let format = av_get_pix_fmt(name)
    let layout = try #require(av_pix_fmt_desc_get(format)).pointee
    let picture = try Picture()
    func whole(_ side: Int, _ halvings: UInt8) -> Int {
      let unit = 1 << Int(halvings)
      return (side + unit - 1) / unit * unit
    }
    picture.pointer.width = Int32(whole(width, layout.log2_chroma_w))
    picture.pointer.height = Int32(whole(height, layout.log2_chroma_h))
    picture.pointer.format = format.rawValue
    try check("allocate a picture") { av_frame_get_buffer(picture.pointer, 0) }
    var state: UInt32 = 99
    let parts = [layout.comp.0, layout.comp.1, layout.comp.2, layout.comp.3]
    for (index, part) in parts.prefix(Int(layout.nb_components)).enumerated() {
      let isChroma = index == 1 || index == 2
      let columns = picture.width >> (isChroma ? Int(layout.log2_chroma_w) : 0)
      let rows = picture.height >> (isChroma ? Int(layout.log2_chroma_h) : 0)
      for y in 0..<rows {
        for x in 0..<columns {
          func place(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt8> {
            picture.plane(Int(part.plane)) + y * picture.stride(Int(part.plane))
              + x * Int(part.step) + Int(part.offset)
          }
          state = state &* 1_664_525 &+ 1_013_904_223
          let (column, row) = isChroma ? (x, y) : (min(x, width - 1), min(y, height - 1))
          let isRepeated = (column, row) != (x, y)
          let noise = UInt16(truncatingIfNeeded: state >> 16) >> (16 - UInt16(part.depth))
          let sample = noise << UInt16(part.shift)
          let bytes = part.depth > 8 ? 2 : 1
          for byte in 0..<bytes {
            place(x, y)[byte] =
              isRepeated
              ? place(column, row)[byte] : UInt8(truncatingIfNeeded: sample >> (8 * UInt16(byte)))
          }
        }
      }
    }
    return picture
  }
}
