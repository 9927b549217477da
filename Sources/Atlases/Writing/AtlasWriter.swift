/// Describes sheets in the formats that players and engines read.
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
/// What the atlas has to be:
///
/// - every page has its ``AtlasPage/image`` (the file name as it will stand beside the data) and
///   its ``AtlasPage/size``; ``AtlasPage/scale`` is 2 for the twin of double size;
/// - frames are in the order in which they play, and their delays are what was decided, exactly, in
///   any unit; equal frames may share a rectangle;
/// - rectangles are the frames' own pixels, without extruded edges; a frame without a visible pixel
///   still has a rectangle of 1x1 or more;
/// - without ``Atlas/tags`` and ``Atlas/animations`` there is one tag over all frames with the name
///   of `baseName`, which is played ``Atlas/plays`` times.
///
/// Nothing is read from the disk and nothing written. The same atlas gives the same bytes.
package enum AtlasWriter {
  /// The files that describe `atlas`, in the order of the formats.
  ///
  /// - Parameters:
  ///   - baseName: the sheet's name without extension: `walk` gives `walk.json`. Must be one that a
  ///     file can have; used as the name of the animation where the atlas names none.
  ///   - presentation: for formats that pages show themselves.
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

  /// The names that ``files(for:formats:baseName:presentation:)`` gives, known before there is an atlas.
  ///
  /// Where two formats have the same extension, the first has the plain name and the other its own
  /// in it: `walk.json`, `walk.pixi.json`. Formats with a file for each page number them from 0
  /// when there are several: `walk-0.json`, `walk-1.json`.
  package static func fileNames(
    formats: [AtlasDataFormat], baseName: String, pageCount: Int = 1
  ) -> [String] {
    stems(formats: formats, baseName: baseName).flatMap { format, stem in
      format.fileNames(stem: stem, pageCount: pageCount)
    }
  }

  /// Each format once, with what comes before the extension.
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
