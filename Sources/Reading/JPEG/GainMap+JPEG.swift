extension GainMap {
  /// The kind of gain map of a JPEG; nil without one. The second picture follows the first.
  ///
  /// - Complexity: reads the segments before the first scan.
  static func name(inJPEG file: [UInt8]) -> String? {
    let packet = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    // The names of the properties (Adobe, Gain map specification 1.0) and of the segment (ISO 21496-1, C.4.6).
    let properties = Array("http://ns.adobe.com/hdr-gain-map/1.0/".utf8)
    let segment = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
    var names = JPEGSegments(file).lazy.compactMap { marker, content -> String? in
      let bytes = file[content]
      if marker == 0xE2, bytes.starts(with: segment) { return "ISO 21496-1" }
      guard marker == 0xE1, bytes.starts(with: packet) else { return nil }
      return bytes.firstRange(of: properties) == nil ? nil : "Ultra HDR"
    }.makeIterator()
    return names.next()
  }
}
