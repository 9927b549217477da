internal import CLottie
internal import Raster
internal import Stages
internal import Threads

/// An animation as rlottie draws it, at any size.
final class LottieDrawing: Sendable {
  private let animation: GuardedState<OpaquePointer>

  /// - Throws: ``ReadingError``.
  init(_ document: LottieDocument) throws {
    try Self.open()
    let made = document.text.withUnsafeBytes { text in
      text.baseAddress.flatMap { clottie_animation($0.assumingMemoryBound(to: CChar.self)) }
    }
    guard let made else {
      throw LottieDocument.malformed("rlottie cannot read it")
    }
    animation = GuardedState(OpaquePointer(made))
  }

  deinit { animation.withLock { clottie_release(UnsafeMutableRawPointer($0)) } }

  /// - Throws: ``ReadingError/libraryMissing(detail:remedy:)``.
  private static func open() throws {
    guard let reason = clottie_open() else { return }
    throw ReadingError.libraryMissing(
      detail: "Lottie is drawn by rlottie, which cannot be opened (\(String(cString: reason)))",
      remedy: "install rlottie (Debian, Ubuntu: apt install librlottie0-1; Fedora: dnf install "
        + "rlottie; Arch: pacman -S rlottie; macOS: brew install rlottie)")
  }

  /// Draws a frame; see ``VectorPicture/drawn(at:)``.
  func draw(_ frame: Int, into buffer: PixelBuffer) {
    buffer.contents = nil
    let plane = PixelPlane(buffer)
    let size = buffer.size
    animation.withLock {
      clottie_draw(
        UnsafeMutableRawPointer($0), frame, plane.row(0, from: 0), size.width, size.height)
    }
    for y in 0..<size.height {
      let row = plane.row(y, from: 0)
      for x in 0..<size.width {
        let pixel = row[x]
        row[x] =
          (pixel & 0xFF00_FF00 | pixel >> 16 & 0xFF | (pixel & 0xFF) << 16).littleEndian
      }
      StraightAlpha.unpremultiply(row, size.width)
    }
  }
}

/// A frame of an animation.
struct LottieFrame: VectorPicture {
  let drawing: LottieDrawing
  let index: Int

  func drawn(at size: PixelSize) -> PixelBuffer {
    let buffer = PixelBuffer.Pool(size: size).take()
    drawing.draw(index, into: buffer)
    return buffer
  }
}
