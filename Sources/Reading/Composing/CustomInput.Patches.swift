public import Raster
internal import Stages

extension CustomInput {
  /// An animation of a program that is stored as changes of one canvas, such as a GIF is: ``composed()``
  /// makes the pictures of it by the rules of browsers.
  ///
  /// ```swift
  /// CustomInput(name: "deltas") { _ in Deltas(bytes).composed() }
  /// ```
  public protocol Patches: AnyObject {
    /// The survey. Each frame has the rectangle that it changes, how its pixels are combined with the
    /// canvas, and what becomes of the rectangle after its time.
    var info: SourceInfo { get }

    /// The pixels of a frame's rectangle. Called in any order, and again after going back.
    ///
    /// - Parameter index: from 0. Frames with an empty rectangle are not asked for.
    func patch(_ index: Int) throws -> PixelBuffer
  }
}

extension CustomInput.Patches {
  /// A source of whole pictures.
  ///
  /// - Complexity: memory for three pictures, and up to 64 MiB of others that shorten going back.
  public func composed() -> any FrameSource { ComposedSource(PatchesPainter(self)) }
}

/// Draws the patches of a program.
private final class PatchesPainter: FramePainter {
  private let patches: any CustomInput.Patches
  let info: SourceInfo
  let warnings: [ReadingWarning] = []

  init(_ patches: any CustomInput.Patches) {
    self.patches = patches
    info = patches.info
  }

  func startsDecoding(_ index: Int) -> Bool {
    let frame = info.frames[index]
    return index == 0 || frame.blend == .source && frame.rect == PixelRect(info.size)
  }

  var decodingBytes: Int { info.size.area * 4 }

  func draw(_ index: Int, on canvas: inout Canvas) throws -> CanvasFrame {
    let frame = info.frames[index]
    let replaces = frame.blend == .source || canvas.isBlank(frame.rect)
    let patch = Patch(
      rect: frame.rect, disposal: frame.disposal, writesEveryPixel: replaces, startsBlank: replaces)
    let pixels =
      frame.rect.isEmpty
      ? nil : try CheckedSource.telling(index) { try patches.patch(index) }
    if let pixels, pixels.size != frame.rect.size {
      throw CustomSourceError.wrongPatch(
        frame: index, expected: frame.rect.size, found: pixels.size)
    }
    return canvas.draw(index, patch) { picture, stride in
      pixels?.withBytes { bytes in
        let rows = bytes.bindMemory(to: UInt32.self).baseAddress!
        for y in 0..<frame.rect.height {
          let target = picture + ((frame.rect.y + y) * stride + frame.rect.x)
          let row = rows + y * frame.rect.width
          if replaces {
            target.update(from: row, count: frame.rect.width)
          } else {
            StraightAlpha.overlay(target, row, frame.rect.width)
          }
        }
      }
    }
  }
}
