extension SourceInfo.Metadata {
  /// Metadata in the segments of a JPEG: comments, the Exif orientation, XMP (its main packet;
  /// Adobe, XMP specification, part 3), whether there is a C2PA manifest, and the profile's name.
  ///
  /// - Complexity: reads the segments before the first scan.
  init(inJPEG file: [UInt8]) {
    self.init(profileName: ICCProfile(inJPEG: file)?.name)
    let mark = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    for (marker, content) in JPEGSegments(file) {
      switch marker {
      case 0xFE where comments.count < Self.maxComments:
        comments.append(String(decoding: file[content], as: UTF8.self))
      case 0xE1 where file[content].starts(with: mark):
        xmp = xmp ?? String(decoding: file[content].dropFirst(mark.count), as: UTF8.self)
      case 0xE1:
        if let found = ExifOrientation.read(Array(file[content])) {
          orientation = ExifOrientation.value(of: found)
        }
      case 0xEB where file[content].starts(with: "JP".utf8):
        // Boxes like those of JPEG 2000; the box of C2PA contains its name.
        if file[content].firstRange(of: Array("c2pa".utf8)) != nil { hasCredentials = true }
      default: break
      }
    }
  }
}
