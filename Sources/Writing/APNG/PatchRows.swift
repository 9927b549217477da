/// Which unchanged pixels of a frame are stored with their colour.
///
/// Deflate compresses repetitions: continuing a colour is cheaper than switching to "nothing" and
/// back. Partly transparent colours are never stored, because blending would change them.
enum UnchangedPixels {
  /// No unchanged pixel: each is stored as "nothing".
  case none
  /// The pixels with the colour of the pixel before them.
  case runs
  /// The pixels with the colour of the pixel before or above them.
  case repeats
}

/// The rows of a frame that is drawn over the canvas.
struct PatchRows {
  private let stays: UnchangedPixels
  private let nothing: UInt32
  private var row: [UInt32]
  private var above: [UInt32]

  /// - Parameter nothing: a pixel that leaves the canvas unchanged.
  init(width: Int, _ stays: UnchangedPixels, nothing: UInt32) {
    self.stays = stays
    self.nothing = nothing
    row = [UInt32](repeating: nothing, count: width)
    above = row
  }

  /// Yields the rows to store so that the canvas changes from `old` to `new`.
  mutating func withNext(
    _ new: UnsafePointer<UInt32>, over old: UnsafePointer<UInt32>,
    _ body: (UnsafePointer<UInt32>) -> Void
  ) {
    swap(&row, &above)
    let (nothing, stays, opaque) = (nothing, stays, UInt32(0xFF00_0000).littleEndian)
    row.withUnsafeMutableBufferPointer { row in
      above.withUnsafeBufferPointer { above in
        var last = nothing
        for x in 0..<row.count {
          let keepsColor =
            new[x] != old[x]
            || stays != .none && (new[x] == last || stays == .repeats && new[x] == above[x])
              && new[x] & opaque == opaque
          last = keepsColor ? new[x] : nothing
          row[x] = last
        }
      }
      body(row.baseAddress!)
    }
  }
}
