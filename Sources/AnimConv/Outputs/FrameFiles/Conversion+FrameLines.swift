internal import Writing

extension Conversion {
  /// Whether the output is a folder that has a record of its pictures in JSON lines.
  package var writesFrameLines: Bool {
    kind == .frameFolder && frames.writesPictures && frames.lists?.contains(.jsonl) == true
  }
}
