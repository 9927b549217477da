internal import Raster
internal import Stages

/// The named parts of an Aseprite file's canvas, which may move from frame to frame.
struct AsepriteSlices {
  /// The largest number of stored names.
  private static let most = 1000

  /// The names in the order of the file.
  private(set) var names: [String] = []
  /// The place of the requested slice from a frame on; empty if it is hidden.
  private(set) var keys: [(frame: Int, rect: PixelRect)] = []
  /// Whether the requested slice exists.
  private(set) var isFound = false

  /// Reads a slice chunk.
  ///
  /// - Parameter wanted: the slice whose places are stored.
  /// - Throws: ``AsepriteFault``.
  mutating func read(_ fields: AsepriteFields, wanted: String?) throws {
    let count = try fields.double()
    let flags = try fields.double()
    try fields.skip(4)
    let name = try fields.text()
    if names.count < Self.most { names.append(String(name.prefix(AsepriteLayer.maxNameLength))) }
    guard name == wanted, !isFound else { return }
    isFound = true
    for _ in 0..<count {
      let frame = try fields.double()
      let (x, y) = (try fields.signedDouble(), try fields.signedDouble())
      let (width, height) = (try fields.double(), try fields.double())
      if flags & 1 != 0 { try fields.skip(16) }
      if flags & 2 != 0 { try fields.skip(8) }
      guard width <= 65_535, height <= 65_535 else {
        throw AsepriteFault.unusable("a slice of \(width)x\(height)")
      }
      keys.append((frame, PixelRect(x: x, y: y, width: width, height: height)))
    }
  }

  /// The slice's place in a frame; empty if it is hidden.
  func rect(in frame: Int) -> PixelRect {
    let rect = keys.last { $0.frame <= frame }?.rect ?? .empty
    return rect.isEmpty ? .empty : rect
  }
}

extension AsepriteFields {
  func signedDouble() throws -> Int { Int(Int32(truncatingIfNeeded: try double())) }
}
