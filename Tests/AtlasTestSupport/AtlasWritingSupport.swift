package import AnimTiming
package import Atlases
import Raster

/// The small atlas in every format's golden: three frames of 4x3 in a row, the last one played for
/// 30 ms, with two plays.
package func sampleAtlas(plays: LoopCount = .plays(2)) -> Atlas {
  let size = PixelSize(width: 4, height: 3)
  var atlas = Atlas(format: .aseprite)
  atlas.pages = [AtlasPage(image: "walk.png", size: PixelSize(width: 12, height: 3))]
  atlas.frames = [70, 100, 30].enumerated().map { index, milliseconds in
    AtlasFrame(
      name: "walk_000\(index)", page: 0,
      rect: PixelRect(x: 4 * index, y: 0, width: 4, height: 3), sourceSize: size,
      delay: .milliseconds(milliseconds))
  }
  atlas.plays = plays
  return atlas
}

/// ``sampleAtlas(plays:)`` with its second frame rotated and its third frame without its left
/// column.
package func packedAtlas(turned: AtlasFrame.Rotation = .clockwise) -> Atlas {
  var atlas = sampleAtlas()
  atlas.pages[0].size = PixelSize(width: 12, height: 4)
  atlas.frames[1].rect = PixelRect(x: 4, y: 0, width: 3, height: 4)
  atlas.frames[1].rotation = turned
  atlas.frames[2].rect = PixelRect(x: 8, y: 0, width: 3, height: 2)
  atlas.frames[2].offset = PixelOffset(x: 1, y: 0)
  return atlas
}

/// ``packedAtlas(turned:)`` without the parts that a format cannot express.
package func packedAtlas(for format: AtlasDataFormat) -> Atlas {
  var atlas = packedAtlas(turned: format.capabilities.rotation)
  if format.capabilities.rotation == .none { atlas.frames[1].rect = sampleAtlas().frames[1].rect }
  return atlas
}

/// The smallest atlas with everything that a format can express; the golden shows it.
package func goldenAtlas(for format: AtlasDataFormat) -> Atlas {
  switch format.capabilities.pages {
  case .eachFrame: return folderAtlas()
  case .one, .inOrder, .any: break
  }
  guard format.capabilities.carriesTrimming else { return sampleAtlas() }
  return packedAtlas(for: format)
}

/// Frames on two pages.
package func twoPageAtlas() -> Atlas {
  var atlas = sampleAtlas()
  atlas.pages = [
    AtlasPage(image: "walk-0.png", size: PixelSize(width: 8, height: 3)),
    AtlasPage(image: "walk-1.png", size: PixelSize(width: 4, height: 3)),
  ]
  atlas.frames[2].page = 1
  atlas.frames[2].rect.x = 0
  return atlas
}

/// The files of one format by their names.
package func texts(
  _ format: AtlasDataFormat, _ atlas: Atlas, baseName: String = "walk"
) throws -> [String: String] {
  Dictionary(
    uniqueKeysWithValues: try AtlasWriter.files(for: atlas, formats: [format], baseName: baseName)
      .map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) })
}

/// The only text of a format.
package func text(
  _ format: AtlasDataFormat, _ atlas: Atlas, baseName: String = "walk"
) throws -> String {
  let files = try AtlasWriter.files(for: atlas, formats: [format], baseName: baseName)
  precondition(files.count == 1)
  return String(decoding: files[0].bytes, as: UTF8.self)
}

/// Our reader's result for a format's files, with several packs joined.
package func readBack(_ format: AtlasDataFormat, _ atlas: Atlas, baseName: String = "walk") throws
  -> Atlas
{
  let files = try AtlasWriter.files(for: atlas, formats: [format], baseName: baseName)
  let first = try AtlasReader.parse(files[0].bytes, limits: defaultLimits)
  return try MultiPack.read(first, name: files[0].name, limits: defaultLimits) { name in
    guard let file = files.first(where: { $0.name == name }) else {
      throw AtlasError.imageNotFound(name: name)
    }
    return file.bytes
  }
}

/// The name and the picture that a format's reader finds beside the data.
package func surroundings(of atlas: Atlas, title: String = "walk") -> AtlasSurroundings {
  AtlasSurroundings(title: title) { _ in
    guard let size = atlas.pages.first?.size else { throw AtlasError.imageNotFound(name: "") }
    return size
  }
}

extension Atlas {
  /// The exact time of every frame.
  package var frameTimes: [RationalTime?] { frames.map(\.delay.time) }
}

/// Three frames in separate files; the third repeats the first image.
package func folderAtlas() -> Atlas {
  var atlas = sampleAtlas()
  atlas.pages = ["walk_0.png", "walk_1.png"].map {
    AtlasPage(image: $0, size: PixelSize(width: 4, height: 3))
  }
  for (index, page) in [0, 1, 0].enumerated() {
    atlas.frames[index].page = page
    atlas.frames[index].rect = PixelRect(x: 0, y: 0, width: 4, height: 3)
  }
  return atlas
}
