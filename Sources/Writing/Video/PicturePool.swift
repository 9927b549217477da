internal import Libav
internal import Raster

/// The few images that are in flight to the encoder. Each records what changed since its last
/// update, so that only outdated parts are converted.
///
/// An encoder with look-ahead retains images. Those are not modified; another one is used or
/// created, so the pool grows to the number that the encoder holds.
final class PicturePool {
  private struct Entry {
    var picture: Picture
    /// Covers every pixel that differs from the newest frame.
    var stale: PixelRect
  }

  private let converter: PictureConverter
  private let color: ColorTags
  private var entries: [Entry] = []

  init(_ converter: PictureConverter, color: ColorTags) {
    self.converter = converter
    self.color = color
  }

  convenience init(_ encoding: VideoEncoding) {
    self.init(PictureConverter(encoding), color: encoding.colorTags)
  }

  /// For images whose luma is alpha.
  convenience init(alphaOf encoding: VideoEncoding) {
    self.init(
      PictureConverter(
        size: encoding.size, codedSize: encoding.codedSize, format: .alphaAsLuma,
        matrix: encoding.matrix ?? .bt601),
      color: encoding.colorTags)
  }

  /// The number of images.
  var count: Int { entries.count }

  /// An image with the content of `pixels` and without other references.
  ///
  /// - Parameters:
  ///   - changed: covers every pixel that differs from the previous call's.
  /// - Complexity: converts the changes since the image was last used; nothing if there are none.
  func picture(of pixels: PixelBuffer, changed: PixelRect) throws(LibavError) -> Picture {
    if converter.format == .yuv420Deep { return try deepPicture(of: pixels) }
    if let plain = pixels.plain { return try plainPicture(of: plain) }
    for index in entries.indices {
      entries[index].stale = entries[index].stale.union(changed)
    }
    let writable = entries.indices.filter { entries[$0].picture.isWritable }
    if let index = writable.min(by: { entries[$0].stale.area < entries[$1].stale.area }) {
      let entry = entries[index]
      converter.convert(pixels, entry.stale, into: entry.picture)
      entries[index].stale = .empty
      return entry.picture
    }
    let picture = try makePicture()
    converter.prepare(picture)
    converter.convert(pixels, PixelRect(pixels.size), into: picture)
    entries.append(Entry(picture: picture, stale: .empty))
    return picture
  }

  /// An image with the stored samples.
  private func deepPicture(of pixels: PixelBuffer) throws(LibavError) -> Picture {
    guard let deep = pixels.deep else {
      preconditionFailure("frames whose high dynamic range is kept have deep samples")
    }
    let picture = try freePicture()
    picture.fill(
      (deep.luma, deep.blue, deep.red), width: deep.size.width, height: deep.size.height)
    return picture
  }

  /// The picture with 8 bits.
  private func plainPicture(of plain: PlainPicture) throws(LibavError) -> Picture {
    // The next image may be converted, and is not affected by changes here.
    for index in entries.indices { entries[index].stale = PixelRect(plain.size) }
    let picture = try freePicture(stale: PixelRect(plain.size))
    picture.fill(
      (plain.luma, plain.blue, plain.red), width: plain.size.width, height: plain.size.height)
    return picture
  }

  /// An image with arbitrary contents and without other references.
  ///
  /// - Parameter stale: the state to record for a new one.
  private func freePicture(stale: PixelRect = .empty) throws(LibavError) -> Picture {
    if let free = entries.first(where: { $0.picture.isWritable }) { return free.picture }
    let picture = try makePicture()
    entries.append(Entry(picture: picture, stale: stale))
    return picture
  }

  private func makePicture() throws(LibavError) -> Picture {
    try Picture(
      width: converter.codedSize.width, height: converter.codedSize.height,
      format: converter.format.pixelFormat, color: color)
  }
}

extension PixelRect {
  fileprivate var area: Int { width * height }
}
