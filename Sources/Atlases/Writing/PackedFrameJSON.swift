internal import AnimTiming
internal import Raster
internal import TextFormats

/// Common parts of the JSON formats in TexturePacker's family.
extension SheetDescription {
  /// A frame's members, in TexturePacker's order: `frame`, `rotated`, `trimmed`,
  /// `spriteSourceSize`, `sourceSize` and optionally `pivot`. Width and height in `frame` are those
  /// of the upright frame.
  ///
  /// - Parameter pivotKey: the name of the pivot, `pivot` or PixiJS's `anchor`.
  func packedFrame(
    _ index: Int, pivotKey: String = "pivot"
  ) -> [(key: String, value: JSONOutput)] {
    let frame = atlas.frames[index]
    let content = PixelRect(
      x: frame.rect.x, y: frame.rect.y, width: frame.contentSize.width,
      height: frame.contentSize.height)
    var members: [(key: String, value: JSONOutput)] = [
      ("frame", .rect(content)), ("rotated", .truth(frame.rotation != .none)),
      ("trimmed", .truth(frame.isTrimmed)), ("spriteSourceSize", .rect(frame.placement)),
      ("sourceSize", .size(frame.sourceSize)),
    ]
    if let pivot = frame.pivot {
      members.append(
        (pivotKey, .object([("x", .number(pivot.x)), ("y", .number(pivot.y))], .inline)))
    }
    return members
  }

  /// The common members of `meta`: `app`, `version`, `image`, `format`, `size`, `scale`.
  ///
  /// The scale is a text, as in TexturePacker and Aseprite; readers accept texts and numbers.
  func packedMeta(page: Int) throws -> [(key: String, value: JSONOutput)] {
    [
      ("app", .text("animconv")), ("version", .text("1.0")), ("image", .text(image(page))),
      ("format", .text("RGBA8888")), ("size", .size(try pageSize(page))),
      ("scale", .text(atlas.pages[page].scale.description)),
    ]
  }

  /// `related_multi_packs`: the files of the other pages; empty for a single page.
  func packedLinks(page: Int) -> [(key: String, value: JSONOutput)] {
    guard atlas.pages.count > 1 else { return [] }
    let others = fileNames.indices.filter { $0 != page }.map { JSONOutput.text(fileNames[$0]) }
    return [("related_multi_packs", .list(others, .inline))]
  }

  /// Aseprite's `frameTags`, counted from the page's first frame. A tag over several pages has a
  /// part on each.
  func packedTags(page: Int) -> JSONOutput {
    let indices = frames(on: page)
    guard let first = indices.first, let last = indices.last else { return .list([]) }
    let tags = tags.filter { $0.from <= last && $0.to >= first }.map { tag in
      var members: [(key: String, value: JSONOutput)] = [
        ("name", .text(tag.name)), ("from", .integer(max(tag.from, first) - first)),
        ("to", .integer(min(tag.to, last) - first)), ("direction", .text(tag.direction.rawValue)),
      ]
      if let repeats = tag.repeats { members.append(("repeat", .text("\(repeats)"))) }
      return JSONOutput.object(members, .inline)
    }
    return .list(tags)
  }

  /// PixiJS's `animations`: frame names, repeated according to their durations.
  ///
  /// PixiJS finds only the frames of one page, so each page has its part of an animation over
  /// several pages; the parts in order are the whole. An animation that returns to an earlier page
  /// has no such parts and is omitted.
  ///
  /// - Returns: nil if an animation would have more than ``maxEntries`` names.
  func packedAnimations(page: Int) throws -> JSONOutput? {
    var members: [(key: String, value: JSONOutput)] = []
    for animation in try animations() {
      guard let slots = animation.slots(limit: Self.maxEntries) else { return nil }
      let pages = animation.indices.map { atlas.frames[$0].page }
      guard zip(pages, pages.dropFirst()).allSatisfy({ $0 <= $1 }), pages.contains(page) else {
        continue
      }
      let names = slots.lazy.map { atlas.frames[$0] }.filter { $0.page == page }
      members.append((animation.name, .list(names.map { .text($0.name) }, .inline)))
    }
    return .object(members)
  }
}

extension JSONOutput {
  /// `{"x": 0, "y": 0, "w": 0, "h": 0}`.
  static func rect(_ rect: PixelRect) -> JSONOutput {
    .object(
      [
        ("x", .integer(rect.x)), ("y", .integer(rect.y)), ("w", .integer(rect.width)),
        ("h", .integer(rect.height)),
      ], .inline)
  }

  /// `{"w": 0, "h": 0}`.
  static func size(_ size: PixelSize) -> JSONOutput {
    .object([("w", .integer(size.width)), ("h", .integer(size.height))], .inline)
  }
}
