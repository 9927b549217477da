package import Raster
package import Stages

extension AtlasFrame {
  /// Throws if the frame is not inside a page of this size.
  package func check(index: Int, page size: PixelSize) throws {
    guard PixelRect(size).contains(rect) else {
      throw AtlasError.frameOutsidePage(frame: index, name: name, rect: rect, page: size)
    }
  }
}

extension Atlas {
  /// Throws if there are no frames, or if all full frames together exceed the limit on pixels.
  func check(limits: ReadingLimits) throws {
    guard !frames.isEmpty else { throw ReadingError.noFrames }
    let size = size
    try limits.check(canvas: size)
    try limits.check(totalOf: frames.count, on: size)
  }

  /// Throws if a frame is outside the actual image, whose size takes precedence over the size in
  /// the data.
  ///
  /// - Parameter pageSizes: the size of each page's image, in the order of ``pages``.
  /// - Throws: ``AtlasError/frameOutsidePage(frame:name:rect:page:)``.
  package func check(pageSizes: [PixelSize]) throws {
    precondition(pageSizes.count == pages.count, "one size for each page")
    for index in frames.indices {
      for part in parts(of: index) {
        try part.check(index: index, page: pageSizes[part.page])
      }
    }
  }

  /// Joins the atlases of a multi-pack: pages, frames and animations in order. Each pack knows only
  /// its own frames, so animations and adjacent tags with the same name are joined.
  package func merging(_ other: Atlas, limits: ReadingLimits) throws -> Atlas {
    let count = frames.count + other.frames.count
    guard count <= limits.maxFrames else {
      throw ReadingError.limitExceeded(
        limit: .frames, value: count, allowed: limits.maxFrames)
    }
    // The number of names is limited like that of frames.
    for names in [tags.count + other.tags.count, animations.count + other.animations.count] {
      guard names <= limits.maxFrames else {
        throw ReadingError.limitExceeded(limit: .frames, value: names, allowed: limits.maxFrames)
      }
    }
    var merged = self
    merged.pages += other.pages
    merged.frames += other.frames.map { frame in
      var frame = frame
      frame.page += pages.count
      return frame
    }
    for (index, layers) in other.layersAbove {
      merged.layersAbove[index + frames.count] = layers.map { layer in
        var layer = layer
        layer.frame.page += pages.count
        return layer
      }
    }
    for var tag in other.tags {
      tag.from += frames.count
      tag.to += frames.count
      let part = merged.tags.firstIndex {
        $0.name == tag.name && $0.direction == tag.direction && $0.repeats == tag.repeats
          && $0.to + 1 == tag.from
      }
      if let part { merged.tags[part].to = tag.to } else { merged.tags.append(tag) }
    }
    // A pack's loop count applies only to its own frames.
    merged.plays = merged.playsOfOnlyTag
    for var animation in other.animations {
      animation.indices = animation.indices.map { $0 + frames.count }
      if let known = merged.animations.firstIndex(where: { $0.name == animation.name }) {
        merged.animations[known].indices += animation.indices
        merged.animations[known].delays += animation.delays
      } else {
        merged.animations.append(animation)
      }
    }
    merged.warnings += other.warnings
    merged.notes += other.notes
    return merged
  }
}
