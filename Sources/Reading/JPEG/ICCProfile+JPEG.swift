extension ICCProfile {
  /// The profile of a JPEG, joined from its segments (ICC.1:2022, annex B.4). Nil if it is
  /// incomplete, as in browsers.
  ///
  /// - Complexity: reads the segments before the first scan.
  init?(inJPEG file: [UInt8]) {
    let mark = Array("ICC_PROFILE\0".utf8)
    var parts: [Int: Range<Int>] = [:]
    var count = 0
    for segment in JPEGSegments(file) where segment.marker == 0xE2 {
      let content = segment.content
      let start = content.lowerBound + mark.count
      guard start + 2 <= content.upperBound, file[content].starts(with: mark) else { continue }
      // The number of the segment and of all segments, from 1.
      let number = Int(file[start])
      if parts[number] == nil { parts[number] = start + 2..<content.upperBound }
      count = max(count, Int(file[start + 1]))
    }
    guard count > 0, (1...count).allSatisfy({ parts[$0] != nil }) else { return nil }
    self.init((1...count).flatMap { file[parts[$0]!] })
  }
}
