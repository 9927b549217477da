extension FrameListFormat {
  /// The bytes of the file.
  func bytes(_ list: FrameList) -> [UInt8] {
    let text =
      switch self {
      case .timing: TimingJSON.text(list)
      case .ffconcat: FFConcat.text(list)
      case .ugoira: UgoiraJSON.text(list)
      }
    return Array(text.utf8)
  }
}
