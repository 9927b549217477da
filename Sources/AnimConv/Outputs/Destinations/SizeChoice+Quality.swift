internal import Writing

extension [SizeChoice] {
  /// Lower qualities, best first.
  static func ofQuality(below quality: Int) -> [SizeChoice] {
    stride(from: 95, through: 30, by: -5).filter { $0 < quality }.map { quality in
      SizeChoice(title: "quality \(quality)") { $0.frames.quality = quality }
    }
  }

  /// Lower qualities of a sheet's pages, best first.
  static func ofQuality(below pictures: SheetPictures) -> [SizeChoice] {
    ofQuality(below: pictures.wantedQuality ?? 100)
  }
}
