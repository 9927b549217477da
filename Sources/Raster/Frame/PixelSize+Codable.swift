extension PixelSize: Codable {
  private enum CodingKeys: String, CodingKey { case width, height }

  /// Decodes an object with two numbers of pixels: `{"width": 96, "height": 66}`.
  ///
  /// - Throws: `DecodingError` for a side below 0, and for an ``area`` that does not fit 64 bits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let width = try container.decode(Int.self, forKey: .width)
    let height = try container.decode(Int.self, forKey: .height)
    guard width >= 0, height >= 0, !width.multipliedReportingOverflow(by: height).overflow else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "expected a size in pixels, but got \(width)x\(height)"))
    }
    self.init(width: width, height: height)
  }

  /// Encodes an object with two numbers of pixels.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(width, forKey: .width)
    try container.encode(height, forKey: .height)
  }
}
