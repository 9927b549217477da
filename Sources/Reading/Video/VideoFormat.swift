internal import Stages

extension InputFormat {
  static let video = InputFormat(
    .video, nil,
    reader: .frames { source, options in
      let signature = try source.prefix(VideoFileFormat.signatureLength)
      guard let format = VideoFileFormat(signature: signature) else {
        throw ReadingError.unknownKind
      }
      return try VideoSource(source, format: format, options: options)
    }
  ) { VideoFileFormat(signature: $0) != nil }
}
