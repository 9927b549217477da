internal import FileBoxes
internal import Raster
internal import Stages

/// The visible part of a stored picture, and its rotation (ISO/IEC 23008-12, 6.5.8 to 6.5.12).
struct ItemShape {
  /// The visible part; nil for all of it.
  var crop: PixelRect?
  /// The rotation that makes the visible part upright.
  var orientation = PictureOrientation.upright

  /// Reads a property; properties that do not concern the shape change nothing.
  ///
  /// - Parameter size: of the stored picture.
  /// - Throws: ``FileBoxError``, and ``ReadingError/unsupported(detail:remedy:)`` for a crop between pixels.
  mutating func take(_ property: FileBox, of size: PixelSize) throws {
    switch property.kind {
    case "clap": crop = try Self.crop(property, of: size)
    case "irot":
      // Counterclockwise.
      let turns = Int(try property.number(at: 0, bytes: 1) & 3)
      orientation.quarterTurns = (4 - turns) % 4
    case "imir":
      // 1 mirrors left and right after the rotation, 0 top and bottom. If mirroring comes first,
      // the rotation is reversed.
      let isVertical = try property.number(at: 0, bytes: 1) & 1 == 0
      let turns = orientation.quarterTurns
      orientation.quarterTurns = ((isVertical ? 2 : 4) - turns + 4) % 4
      orientation.isMirrored = true
    default: break
    }
  }

  /// The visible part of an image: its sides, and the distance of its centre from the image's
  /// centre, as fractions.
  private static func crop(_ property: FileBox, of size: PixelSize) throws -> PixelRect? {
    let values = try (0..<8).map { index in
      index % 2 == 1 || index < 4
        ? try property.count(at: 4 * index) : try property.signed(at: 4 * index)
    }
    let (widthOver, heightOver) = (values[1], values[3])
    let (acrossOver, downOver) = (values[5], values[7])
    guard widthOver > 0, heightOver > 0, acrossOver > 0, downOver > 0,
      values[0] % widthOver == 0, values[2] % heightOver == 0
    else { throw oddCrop }
    let (width, height) = (values[0] / widthOver, values[2] / heightOver)
    // Twice the offset of the first column: image - part + 2 x distance of the centres.
    func start(_ whole: Int, _ part: Int64, _ distance: Int64, _ over: Int64) throws -> Int {
      let (twice, rest) = (2 * distance).quotientAndRemainder(dividingBy: over)
      let start = Int64(whole) - part + twice
      guard rest == 0, start >= 0, start % 2 == 0 else { throw oddCrop }
      return Int(start / 2)
    }
    let x = try start(size.width, width, values[4], acrossOver)
    let y = try start(size.height, height, values[6], downOver)
    guard width > 0, height > 0 else { throw oddCrop }
    return PixelRect(x: x, y: y, width: Int(width), height: Int(height))
  }

  private static let oddCrop = ReadingError.unsupported(
    detail: "the crop (clap) does not lie at whole pixels inside the picture",
    remedy: nil)
}
