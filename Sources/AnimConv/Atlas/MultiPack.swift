/// Follows the names of further packs that an atlas gives, each once.
enum MultiPack {
  /// How many files belong together at most.
  static let maxFiles = 256

  /// Reads `first` and every pack that it, or one of those, names.
  ///
  /// - Parameters:
  ///   - first: the atlas that the user named, and its file name.
  ///   - open: reads a file by the name in the data; it keeps to the data's folder, as
  ///     ``ContainedFile`` does.
  /// - Returns: one atlas with the pages of all, in the order in which they are named.
  static func read(
    _ first: Atlas, name: String, limits: ReadingLimits,
    open: (_ name: String) throws -> [UInt8]
  ) throws -> Atlas {
    var merged = first
    var seen: Set<String> = [name]
    var pending = first.relatedFiles[...]
    while let next = pending.popFirst() {
      guard seen.insert(next).inserted else { continue }
      guard seen.count <= maxFiles else {
        throw AtlasError.malformed(
          format: first.format, detail: "more than \(maxFiles) packs belong together")
      }
      let atlas = try AtlasReader.parse(try open(next), limits: limits)
      pending.append(contentsOf: atlas.relatedFiles)
      merged = try merged.merging(atlas, limits: limits)
    }
    merged.relatedFiles = []
    return merged
  }
}
