internal import AnimTiming
internal import Raster
internal import TextFormats

/// The class and the keyframes of one animation.
struct CSSAnimation {
  let rules: String

  /// - Parameters:
  ///   - name: an identifier; the keyframes are named after it with the suffix `-frames`, which is
  ///     not a CSS keyword.
  /// - Throws: ``AtlasWritingError``.
  init(_ animation: SheetAnimation, name: String, sheet: SheetDescription) throws {
    let scale = sheet.atlas.pages[0].scale
    func pixels(_ count: Int) -> String {
      count == 0 ? "0" : "\(ExactDecimal(count, over: scale))px"
    }
    func place(_ offset: PixelOffset) -> String {
      "{ background-position: \(pixels(-offset.x)) \(pixels(-offset.y)); }"
    }
    let rects = animation.indices.map { sheet.atlas.frames[$0].rect }
    let times = animation.timeline
    let isEndless = animation.plays == .forever
    let run = isEndless ? Self.run(rects, times) : nil
    let page = try sheet.pageSize(0)

    var keyframes = ""
    if let run {
      keyframes = "  from \(place(run.start))\n  to \(place(run.end))\n"
    } else {
      for (index, rect) in rects.enumerated() {
        let end = index == rects.count - 1 ? ", 100%" : ""
        keyframes += "  \(try sheet.percent(times, index))%\(end) "
        keyframes += place(PixelOffset(x: rect.x, y: rect.y)) + "\n"
      }
    }
    // The frame for reduced motion; a finite animation also ends on it.
    let rest = isEndless ? rects[0] : rects[rects.count - 1]
    var declarations = [
      "width: \(pixels(rects[0].width))", "height: \(pixels(rects[0].height))",
      "background-image: \(Self.url(sheet.image(0)))",
    ]
    if let set = Self.imageSet(sheet) { declarations.append("background-image: \(set)") }
    declarations += [
      "background-size: \(pixels(page.width)) \(pixels(page.height))",
      "background-repeat: no-repeat",
    ]
    if sheet.presentation.isPixelated { declarations.append("image-rendering: pixelated") }
    declarations += [
      "animation-name: \(name)-frames",
      "animation-duration: \(try sheet.seconds(times.totalTime))s",
      "animation-timing-function: \(run == nil ? "step-end" : "steps(\(rects.count))")",
      "animation-iteration-count: \(isEndless ? "infinite" : "\(animation.plays.totalPlays)")",
      "animation-fill-mode: forwards",
    ]
    rules = """
      .\(name) {
      \(declarations.map { "  \($0);" }.joined(separator: "\n"))
      }

      @keyframes \(name)-frames {
      \(keyframes)}

      @media (prefers-reduced-motion: reduce) {
        .\(name) {
          background-position: \(pixels(-rest.x)) \(pixels(-rest.y));
          animation: none;
        }
      }

      """
  }

  private static func url(_ image: String) -> String {
    "url(\"\(SheetDescription.address(image))\")"
  }

  /// The images for screens of each density; browsers without `image-set()` use the previous line.
  /// Nil for a single image.
  private static func imageSet(_ sheet: SheetDescription) -> String? {
    let twins = sheet.presentation.twins
    guard !twins.isEmpty else { return nil }
    let own = SheetPresentation.Twin(image: sheet.image(0), scale: 1)
    let images = ([own] + twins).map { "\(url($0.image)) \($0.scale)x" }
    return "image-set(\(images.joined(separator: ", ")))"
  }

  /// The start of a run of equal steps, and the place after its last frame; nil if the frames are
  /// not such a run.
  private static func run(
    _ rects: [PixelRect], _ times: AnimationTimeline
  ) -> (start: PixelOffset, end: PixelOffset)? {
    guard rects.count > 1, times.commonDivisor * Int64(rects.count) == times.total else {
      return nil
    }
    let step = (x: rects[1].x - rects[0].x, y: rects[1].y - rects[0].y)
    guard step.x == 0 || step.y == 0,
      zip(rects, rects.dropFirst()).allSatisfy({ ($1.x - $0.x, $1.y - $0.y) == step })
    else { return nil }
    return (
      PixelOffset(x: rects[0].x, y: rects[0].y),
      PixelOffset(x: rects[0].x + rects.count * step.x, y: rects[0].y + rects.count * step.y)
    )
  }
}
