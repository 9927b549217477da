internal import AnimTiming
internal import Raster
internal import Stages
internal import TextFormats

/// Reads a flip-book's sidecar: slides of frames in rows without gaps, and the frame of every slot
/// of 1/`fps` s.
///
///     {
///       "format": "animconv-flipbook", "version": 1,
///       "frameWidth": 96, "frameHeight": 66, "frameCount": 151, "framesPerSlide": 150, "fps": 25,
///       "slides": [{"image": "walk-0.png", "width": 960, "height": 990, "frameCount": 150}, ...],
///       "slots": [0, 0, 1, ...], "loopCount": 0
///     }
///
/// A frame's column and row follow from the width of its slide, as in the player. Consecutive slots
/// with the same frame are one step of the animation. `loopCount` is the loop count; 0 or none
/// means forever.
package enum FlipBookJSON {
  package static let formatName = "animconv-flipbook"

  static func read(_ json: JSONValue, limits: ReadingLimits) throws -> Atlas {
    var builder = AtlasBuilder(.flipBook, limits: limits)
    let sheet = JSONEntry(format: .flipBook, name: "the flip-book", json: json)
    guard try sheet.integer("version") == 1 else {
      throw AtlasError.unsupported(
        format: .flipBook, detail: "version \(try sheet.integer("version"))")
    }
    let (width, height) = (try sheet.integer("frameWidth"), try sheet.integer("frameHeight"))
    let frameCount = try sheet.integer("frameCount")
    let rate = try sheet.integer("fps")
    guard width > 0, height > 0, rate > 0, let slides = json["slides"], slides.isArray else {
      throw AtlasError.malformed(
        format: .flipBook, detail: "frameWidth, frameHeight, fps or slides is not valid")
    }
    for (index, slide) in slides.elements.enumerated() {
      let entry = JSONEntry(format: .flipBook, name: "slide \(index)", json: slide)
      let (sheetWidth, sheetHeight) = (try entry.integer("width"), try entry.integer("height"))
      guard let size = PixelSize(slide: sheetWidth, sheetHeight), sheetWidth >= width else {
        throw entry.error("its size is not that of a slide")
      }
      let page = try builder.addPage(AtlasPage(image: try entry.string("image"), size: size))
      let columns = sheetWidth / width
      let count = try entry.integer("frameCount")
      guard count >= 0, count <= limits.maxFrames else {
        throw entry.error("its number of frames is out of range")
      }
      for cell in 0..<count {
        let (y, overflow) = (cell / columns).multipliedReportingOverflow(by: height)
        guard !overflow else { throw entry.error("its frames do not fit on it") }
        try builder.addFrame(
          AtlasBuilder.RawFrame(
            name: "\(builder.atlas.frames.count)", x: cell % columns * width, y: y, width: width,
            height: height), page: page)
      }
    }
    guard builder.atlas.frames.count == frameCount else {
      throw AtlasError.malformed(
        format: .flipBook, detail: "the slides do not add up to the number of frames")
    }
    try addSlots(json["slots"], rate: rate, plays: plays(json), to: &builder)
    return builder.atlas
  }

  private static func plays(_ json: JSONValue) throws -> LoopCount? {
    guard let value = json["loopCount"] else { return nil }
    guard let count = value.integer, 0...Int64(Int32.max) ~= count else {
      throw AtlasError.malformed(format: .flipBook, detail: "loopCount is not a number of plays")
    }
    return count == 0 ? .forever : .plays(Int(count))
  }

  private static func addSlots(
    _ slots: JSONValue?, rate: Int64, plays: LoopCount?, to builder: inout AtlasBuilder
  ) throws {
    guard let slots, slots.isArray else {
      throw AtlasError.malformed(format: .flipBook, detail: "slots is not a list")
    }
    var steps: [(frame: Int, count: Int64)] = []
    for slot in slots.elements {
      guard let index = slot.integer, 0..<Int64(builder.atlas.frames.count) ~= index else {
        throw AtlasError.malformed(
          format: .flipBook, detail: "slots names a frame that does not exist")
      }
      if let last = steps.last, last.frame == Int(index) {
        steps[steps.count - 1].count += 1
      } else {
        try builder.checkCount(steps.count)
        steps.append((Int(index), 1))
      }
    }
    try builder.addAnimation(
      AtlasAnimation(
        name: "flip-book", indices: steps.map(\.frame),
        delays: steps.map { .declared(ticks: $0.count, timebase: Timebase(1, rate)) },
        plays: plays))
  }
}

extension PixelSize {
  /// A size from a file; nil unless both sides are from 1 to 65,535.
  fileprivate init?(slide width: Int64, _ height: Int64) {
    guard 1...65_535 ~= width, 1...65_535 ~= height else { return nil }
    self.init(width: Int(width), height: Int(height))
  }
}
