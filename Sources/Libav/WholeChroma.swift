internal import CFFmpeg

/// Pictures that are as large as their chroma: up to three columns and rows larger than others of
/// an odd size, whose last samples of chroma are shared by fewer pixels.
///
/// `swscale` fits chroma to the picture, so at odd sizes it moves by up to half a sample, the
/// further to the right and the bottom, the more. A drawing of 150 x 189 pixels lost 14 points of
/// SSIMULACRA2. In the larger picture nothing moves, and the rest is cut off.
final class WholeChroma {
  let source: Picture
  let target: Picture
  private let width: Int
  private let height: Int

  /// - Parameters:
  ///   - width: the width of the result.
  ///   - height: the height of the result.
  /// - Returns: nil if chroma is whole already, before and after, or packed among the luma.
  init?(
    _ picture: Picture, to target: AVPixelFormat, width: Int, height: Int
  ) throws(LibavError) {
    let format = AVPixelFormat(picture.pointer.format)
    guard let before = Self.halvings(of: format), let after = Self.halvings(of: target) else {
      return nil
    }
    // A side that is scaled anyway stays as it is.
    func added(_ side: Int, _ wanted: Int, _ halvings: Int) -> Int {
      side == wanted ? -side & (1 << halvings - 1) : 0
    }
    let columns = added(picture.width, width, max(before.x, after.x))
    let rows = added(picture.height, height, max(before.y, after.y))
    guard columns > 0 || rows > 0 else { return nil }
    self.width = picture.width
    self.height = picture.height
    source = try Picture(format, width: picture.width + columns, height: picture.height + rows)
    self.target = try Picture(target, width: width + columns, height: height + rows)
  }

  /// How often the sides of chroma are halved; nil if it is packed among the luma, or in a palette.
  private static func halvings(of format: AVPixelFormat) -> (x: Int, y: Int)? {
    guard let found = av_pix_fmt_desc_get(format) else { return nil }
    let (x, y) = (Int(found.pointee.log2_chroma_w), Int(found.pointee.log2_chroma_h))
    func has(_ flag: Int32) -> Bool { found.pointee.flags & UInt64(flag) != 0 }
    if has(AV_PIX_FMT_FLAG_PAL) { return nil }
    return has(AV_PIX_FMT_FLAG_PLANAR) || x + y == 0 ? (x, y) : nil
  }

  /// Whether it is for pictures like this one.
  func suits(_ picture: Picture, _ target: AVPixelFormat) -> Bool {
    picture.width == width && picture.height == height
      && picture.pointer.format == source.pointer.format
      && self.target.pointer.format == target.rawValue
  }

  /// Copies a picture into ``source``, and repeats its last column and row.
  func take(_ picture: Picture) {
    for plane in source.planeShapes {
      let (rows, allRows) = (plane.rows(height), plane.rows(source.height))
      let (count, all) = (plane.bytes(width), plane.bytes(source.width))
      let from = picture.plane(plane.index)
      let to = source.plane(plane.index)
      let (stride, toStride) = (picture.stride(plane.index), source.stride(plane.index))
      for y in 0..<allRows {
        let row = to + y * toStride
        row.update(from: from + min(y, rows - 1) * stride, count: count)
        for x in count..<all { row[x] = row[x - plane.step] }
      }
    }
  }

  /// Copies the result out of ``target``.
  func write(
    to planes: [UnsafeMutablePointer<UInt8>?], strides: [Int], width: Int, height: Int
  ) {
    for plane in target.planeShapes {
      let from = target.plane(plane.index)
      for y in 0..<plane.rows(height) {
        (planes[plane.index]! + y * strides[plane.index])
          .update(from: from + y * target.stride(plane.index), count: plane.bytes(width))
      }
    }
  }
}

extension Picture {
  /// The layout of one plane.
  fileprivate struct PlaneShape {
    let index: Int
    /// Bytes from sample to sample.
    let step: Int
    let halvings: (x: Int, y: Int)

    func bytes(_ width: Int) -> Int { (width + 1 << halvings.x - 1) >> halvings.x * step }
    func rows(_ height: Int) -> Int { (height + 1 << halvings.y - 1) >> halvings.y }
  }

  /// The planes, each once, of a layout that is planar or has no subsampled chroma.
  fileprivate var planeShapes: [PlaneShape] {
    let format = av_pix_fmt_desc_get(AVPixelFormat(pointer.format))!.pointee
    let parts = [format.comp.0, format.comp.1, format.comp.2, format.comp.3]
    var shapes: [PlaneShape] = []
    for (index, part) in parts.prefix(Int(format.nb_components)).enumerated()
    where !shapes.contains(where: { $0.index == Int(part.plane) }) {
      let isChroma = index == 1 || index == 2
      shapes.append(
        PlaneShape(
          index: Int(part.plane), step: Int(part.step),
          halvings: isChroma
            ? (Int(format.log2_chroma_w), Int(format.log2_chroma_h)) : (0, 0)))
    }
    return shapes
  }

  var planes: [UnsafeMutablePointer<UInt8>?] {
    let shapes = planeShapes
    return (0..<4).map { index in shapes.contains { $0.index == index } ? plane(index) : nil }
  }

  var strides: [Int] {
    let shapes = planeShapes
    return (0..<4).map { index in shapes.contains { $0.index == index } ? stride(index) : 0 }
  }
}
