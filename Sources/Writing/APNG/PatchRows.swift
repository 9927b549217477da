/// Which of the pixels that a frame leaves as they are keep their colour all the same.
///
/// Deflate packs what repeats: a colour that goes on is cheaper than a change to "nothing" and back.
/// Colours that are partly transparent are never kept: over themselves they would become a mixture.
enum UnchangedPixels {
  /// None: each is "nothing".
  case none
  /// Those that go on with the colour before them.
  case runs
  /// Those that go on with the colour before them or above them.
  case repeats
}

/// The rows of a frame that is drawn over what is there.
struct PatchRows {
  private let stays: UnchangedPixels
  private let nothing: UInt32
  private var row: [UInt32]
  private var above: [UInt32]

  /// - Parameter nothing: a pixel that leaves what is below it as it is.
  init(width: Int, _ stays: UnchangedPixels, nothing: UInt32) {
    self.stays = stays
    self.nothing = nothing
    row = [UInt32](repeating: nothing, count: width)
    above = row
  }

  /// Hands out what has to be stored so that `new` is shown where `old` was.
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
