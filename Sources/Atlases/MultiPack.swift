package import Stages
internal import SystemPackage

/// Joins the packs of one sheet: those that an atlas names, each once, or, for formats without such
/// names, those numbered by TexturePacker's `{n}`: `NAME-1` after `NAME-0`.
package enum MultiPack {
  /// Reads `first` and all packs that belong to it.
  ///
  /// - Parameters:
  ///   - first: the atlas that the user named, with its file name.
  ///   - open: reads a file by its name in the data, only inside the data's folder, like
  ///     ``ContainedFile``.
  /// - Returns: one atlas with the pages of all packs, in the order of their names in the data.
  package static func read(
    _ first: Atlas, name: String, limits: ReadingLimits,
    open: (_ name: String) throws -> [UInt8]
  ) throws -> Atlas {
    if first.format == .starling || first.format == .cocos2d || first.format == .unity {
      return try readNumbered(first, name: name, limits: limits, open: open)
    }
    var merged = first
    // `./x.json` is x.json.
    func place(of name: String) -> [String] { (try? ContainedFile.parts(of: name)) ?? [name] }
    var seen: Set<[String]> = [place(of: name)]
    var pending = first.relatedFiles[...]
    while let next = pending.popFirst() {
      guard seen.insert(place(of: next)).inserted else { continue }
      guard seen.count <= Atlas.maxPacks else {
        throw AtlasError.malformed(
          format: first.format, detail: "it belongs to more than \(Atlas.maxPacks) packs")
      }
      let atlas = try AtlasReader.parse(try open(next), limits: limits)
      pending.append(contentsOf: atlas.relatedFiles)
      merged = try merged.merging(atlas, limits: limits)
    }
    merged.relatedFiles = []
    return merged
  }

  /// Reads the packs after `NAME-0`, up to the first missing number.
  private static func readNumbered(
    _ first: Atlas, name: String, limits: ReadingLimits,
    open: (_ name: String) throws -> [UInt8]
  ) throws -> Atlas {
    guard let numbering = PageNumbering(after: FilePath(name)) else { return first }
    var merged = first
    for number in 1... {
      let bytes: [UInt8]
      do { bytes = try open(numbering.name(number)) } catch AtlasError.imageNotFound { break }
      guard number < Atlas.maxPacks else {
        throw AtlasError.malformed(
          format: first.format, detail: "it belongs to more than \(Atlas.maxPacks) packs")
      }
      merged = try merged.merging(AtlasReader.parse(bytes, limits: limits), limits: limits)
    }
    return merged
  }
}
