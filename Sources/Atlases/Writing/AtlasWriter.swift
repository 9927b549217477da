/// Writes sheets' data in the formats of players and engines.
///
/// ```swift
/// var atlas = Atlas(format: .aseprite)
/// atlas.pages = [AtlasPage(image: "walk.png", size: PixelSize(width: 64, height: 32))]
/// atlas.frames = [
///   AtlasFrame(
///     name: "walk_0000", page: 0, rect: left, sourceSize: size, delay: .milliseconds(70)),
///   AtlasFrame(
///     name: "walk_0001", page: 0, rect: right, sourceSize: size, delay: .milliseconds(50)),
/// ]
/// atlas.plays = .forever
/// let files = try AtlasWriter.files(for: atlas, formats: [.aseprite, .css], baseName: "walk")
/// ```
///
/// The requirements for the atlas:
///
/// - every page has its ``AtlasPage/image`` (the file name next to the data) and its
///   ``AtlasPage/size``; ``AtlasPage/scale`` is 2 for a page of double size;
/// - frames are in play order, and their delays are the exact planned ones, in any unit; identical
///   frames may share a rectangle;
/// - rectangles are the frames' own pixels, without extruded edges; a frame without visible pixels
///   still has a rectangle of at least 1x1;
/// - without ``Atlas/tags`` and ``Atlas/animations`` there is one tag over all frames with the name
///   `baseName` and the loop count ``Atlas/plays``.
///
/// The disk is not accessed. The same atlas gives the same bytes.
package enum AtlasWriter {
  /// The files with the data of `atlas`, in the order of the formats.
  ///
  /// - Parameters:
  ///   - baseName: the sheet's name without extension: `walk` gives `walk.json`. Must be a valid
  ///     file name; used as the animation's name if the atlas has none.
  ///   - presentation: for formats that include a page.
  /// - Returns: names as in ``fileNames(formats:baseName:pageCount:)``, and their contents.
  /// - Throws: ``AtlasWritingError``.
  /// - Complexity: O(frames) and the size of the texts for each format.
  package static func files(
    for atlas: Atlas, formats: [AtlasDataFormat], baseName: String,
    presentation: SheetPresentation = .init()
  ) throws -> [(name: String, bytes: [UInt8])] {
    let features = AtlasFeatures(atlas)
    var files: [(name: String, bytes: [UInt8])] = []
    for (format, stem) in stems(formats: formats, baseName: baseName) {
      try features.check(format)
      let names = format.fileNames(stem: stem, pageCount: atlas.pages.count)
      var description = try SheetDescription(
        atlas, format: format, baseName: baseName, stem: stem, fileNames: names)
      description.presentation = presentation
      let contents = try format.contents(description)
      precondition(contents.count == names.count, "a content for each name")
      files += zip(names, contents).map { (name: $0, bytes: $1) }
    }
    return files
  }

  /// The names of ``files(for:formats:baseName:presentation:)``, known before there is an atlas.
  ///
  /// If two formats have the same extension, the first has the plain name and the other includes
  /// its own name: `walk.json`, `walk.pixi.json`. Formats with a file for each page number the
  /// files from 0 if there are several: `walk-0.json`, `walk-1.json`.
  package static func fileNames(
    formats: [AtlasDataFormat], baseName: String, pageCount: Int = 1
  ) -> [String] {
    stems(formats: formats, baseName: baseName).flatMap { format, stem in
      format.fileNames(stem: stem, pageCount: pageCount)
    }
  }

  /// Each format once, with the names of its files.
  package static func filesByFormat(
    _ formats: [AtlasDataFormat], baseName: String, pageCount: Int
  ) -> [(format: AtlasDataFormat, names: [String])] {
    stems(formats: formats, baseName: baseName).map { format, stem in
      (format, format.fileNames(stem: stem, pageCount: pageCount))
    }
  }

  /// Each format once, with the part of its names before the extension.
  private static func stems(
    formats: [AtlasDataFormat], baseName: String
  ) -> [(format: AtlasDataFormat, stem: String)] {
    var seen: Set<AtlasDataFormat> = []
    var taken: Set<String> = []
    return formats.filter { seen.insert($0).inserted }.map { format in
      let isFree = taken.insert(format.fileExtension).inserted
      return (format, isFree ? baseName : "\(baseName).\(format.rawValue)")
    }
  }
}
