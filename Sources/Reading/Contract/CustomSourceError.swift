package import Messages
package import Raster
package import Stages

/// An error of a caller's own source.
package enum CustomSourceError: Error {
  /// It threw an error of its own.
  case failed(frame: Int?, any Error)
  /// It promises a canvas without pixels.
  case emptyCanvas(PixelSize)
  /// A frame is missing.
  case endsEarly(frame: Int, of: Int)
  /// There is a frame after the last.
  case goesOn(after: Int)
  /// It returned a frame out of order.
  case wrongIndex(frame: Int, found: Int)
  /// A frame's size differs from the canvas.
  case wrongSize(frame: Int, expected: PixelSize, found: PixelSize)
  /// The pixels of a patch do not fill its rectangle.
  case wrongPatch(frame: Int, expected: PixelSize, found: PixelSize)
  /// The changed area is outside the canvas.
  case wrongChange(frame: Int, canvas: PixelSize, found: PixelRect)
}

extension CustomSourceError: ProgramFailure {
  package var stage: ConversionStage { .reading }
  package var kind: FailureKind { .customSource }

  package var frame: Int? {
    switch self {
    case .failed(let frame, _): frame
    case .endsEarly(let frame, _), .wrongIndex(let frame, _), .wrongSize(let frame, _, _),
      .wrongPatch(let frame, _, _), .wrongChange(let frame, _, _):
      frame
    case .emptyCanvas, .goesOn: nil
    }
  }

  package var reason: ConversionMessage {
    switch self {
    case .failed(_, let error): "the source says: \(error)"
    case .emptyCanvas(let size): "the source's canvas has no pixels: \(size)"
    case .endsEarly(let frame, let count):
      "the source ends before frame \(frame), although it has \(count) by its survey"
    case .goesOn(let count): "the source has a frame after the \(count) of its survey"
    case .wrongIndex(let frame, let found):
      "the source returned frame \(found) instead of frame \(frame)"
    case .wrongSize(let frame, let expected, let found):
      "frame \(frame) of the source is \(found), but its canvas is \(expected)"
    case .wrongPatch(let frame, let expected, let found):
      "the patch of frame \(frame) is \(found), but its rectangle is \(expected)"
    case .wrongChange(let frame, let canvas, let found):
      "frame \(frame) of the source changes \(found), which is not on its canvas of \(canvas)"
    }
  }

  package var remedy: ConversionMessage? {
    switch self {
    case .failed: nil
    case .emptyCanvas: "give info.size an area"
    case .endsEarly, .goesOn: "let info.frames have as many elements as there are frames"
    case .wrongIndex: "return the frame that seek(to:) named, and then the next one"
    case .wrongSize: "draw every frame on the whole canvas, info.size"
    case .wrongPatch: "return as many pixels as the frame's rectangle in info.frames has"
    case .wrongChange: "give the whole canvas where the changed part is unknown"
    }
  }
}

extension CustomSourceError {
  /// The source's own error.
  package var own: (any Error)? { if case .failed(_, let error) = self { error } else { nil } }
}
