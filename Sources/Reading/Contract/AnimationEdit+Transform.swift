public import AnimTiming
public import Raster

extension AnimationEdit {
  /// A change of every frame by a program.
  ///
  /// ```swift
  /// edit.transform = .init { pixels, frame in
  ///   frame.index.isMultiple(of: 2) ? pixels : negative(of: pixels)
  /// }
  /// ```
  ///
  /// It is called once for each frame that is read, in the order of reading. One source calls it on
  /// one thread at a time, but several conversions and animations of the same edit may call it at
  /// the same time. Its result must depend only on its arguments, because frames may be read in any
  /// order and more than once. Two are equal if they are the same object.
  public final class Transform: Sendable {
    /// The size of its frames; nil if they keep their size.
    let size: PixelSize?
    let body: @Sendable (PixelBuffer, FrameInfo) throws -> PixelBuffer

    /// - Parameters:
    ///   - size: the size of every returned frame in pixels; nil for that of the edit's canvas.
    ///   - body: returns the picture to show instead of the given one, which must not be changed.
    ///     Take it from a ``PixelBuffer/Pool``, or return the given one. Errors are reported as those of
    ///     a ``CustomInput`` are.
    public init(
      size: PixelSize? = nil,
      _ body: @escaping @Sendable (PixelBuffer, FrameInfo) throws -> PixelBuffer
    ) {
      self.size = size
      self.body = body
    }
  }

  /// The place of a frame in an edit.
  public struct FrameInfo: Sendable, Hashable {
    /// The number of the frame, from 0.
    public let index: Int
    /// Its start.
    public let start: RationalTime
    /// Its duration.
    public let duration: RationalTime
    /// The number of its clip, from 0.
    public let clip: Int
    /// The number of the frame in the clip's input, from 0.
    public let sourceFrame: Int
  }
}

extension AnimationEdit.Transform: Hashable {
  /// Whether both are the same object.
  public static func == (a: AnimationEdit.Transform, b: AnimationEdit.Transform) -> Bool { a === b }
  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
