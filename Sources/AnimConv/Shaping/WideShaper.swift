internal import Raster

/// Shapes pictures of 16 bits a sample according to a ``ShapingPlan``: crops, scales, pads and
/// flattens them, or makes every colour black. Every frame is drawn completely. Used by one thread
/// at a time.
///
/// Frames with only 8 bits are widened first.
final class WideShaper {
  private let plan: ShapingPlan
  private let scaler: WideScaler
  /// Shapes frames that come with a drawing.
  private let drawer: WideShaper?
  private let pool: PixelBuffer.Pool

  /// Whether it supports a plan.
  static func suits(_ plan: ShapingPlan) -> Bool {
    plan.dither == nil && [.keep, .matte, .template].contains(plan.alpha)
  }

  init(_ plan: ShapingPlan) {
    precondition(Self.suits(plan), "no layout of alpha in 16 bits")
    self.plan = plan
    drawer = plan.drawn.map { WideShaper($0) }
    let visible = PixelRect(plan.picture).intersection(plan.placement).moved(
      x: -plan.offsetX, y: -plan.offsetY)
    scaler = WideScaler(plan.filter, from: plan.crop.size, to: plan.scaled, visible: visible)
    pool = PixelBuffer.Pool(size: plan.output)
  }

  /// - Returns: a frame with the picture in ``PixelBuffer/wide``; its 8-bit pixels are undefined.
  /// - Throws: ``ShapingError/frameSize(frame:expected:actual:)``.
  func shape(_ frame: CanvasFrame) throws -> CanvasFrame {
    guard frame.pixels.size == plan.source else {
      throw ShapingError.frameSize(
        frame: frame.index, expected: plan.source, actual: frame.pixels.size)
    }
    if let drawer, let drawing = frame.drawn(at: drawer.plan.source) {
      return try drawer.shape(drawing)
    }
    let picture = frame.pixels.wide ?? WidePicture(widening: frame.pixels)
    let target = pool.take()
    target.contents = nil
    target.wide = plan.isIdentity ? picture : drawn(picture)
    return CanvasFrame(index: frame.index, pixels: target, changed: PixelRect(plan.output))
  }

  private func drawn(_ picture: WidePicture) -> WidePicture {
    var pixels = [WidePicture.Pixel](repeating: .zero, count: plan.output.area)
    scaler.draw(
      picture, plan.crop, into: &pixels, width: plan.output.width, x: plan.offsetX,
      y: plan.offsetY)
    switch plan.alpha {
    case .template: for index in pixels.indices { pixels[index] = [0, 0, 0, pixels[index].w] }
    case .matte: if plan.hasTransparency { flatten(&pixels) }
    default: break
    }
    return WidePicture(size: plan.output, pixels: pixels)
  }

  /// Blends a colour with the matte by its alpha, rounded to nearest.
  private func flatten(_ pixels: inout [WidePicture.Pixel]) {
    let most = UInt64(UInt16.max)
    let matte = [plan.matte.red, plan.matte.green, plan.matte.blue].map { UInt64($0) * 257 }
    for index in pixels.indices where pixels[index].w != .max {
      let alpha = UInt64(pixels[index].w)
      for channel in 0..<3 {
        let sum = UInt64(pixels[index][channel]) * alpha + matte[channel] * (most - alpha)
        pixels[index][channel] = UInt16((sum + most / 2) / most)
      }
      pixels[index].w = .max
    }
  }
}

/// Shapes frames for pictures of 8 or 16 bits a sample. Used by one thread at a time.
final class PictureShaper {
  private let shaper: Shaper
  private let wide: WideShaper?

  /// - Parameter depth: 8, or 16 for buffers with ``PixelBuffer/wide``.
  init(_ plan: ShapingPlan, depth: Int) {
    shaper = Shaper(plan)
    wide = depth == 16 ? WideShaper(plan) : nil
  }

  /// - Throws: ``ShapingError``.
  func shape(_ frame: TimedFrame) throws -> TimedFrame {
    let shaped = try wide?.shape(frame.frame) ?? shaper.shape(frame.frame).color
    return TimedFrame(frame: shaped, start: frame.start, duration: frame.duration)
  }
}
