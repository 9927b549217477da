internal import Messages
internal import Raster
internal import Stages
internal import Writing

/// A remedy for frames that an encoder refuses while high dynamic range is kept, which allows only
/// one size.
struct KeptLightOffer {
  /// The smallest memory that suffices, in mebibytes; nil if none does.
  let memory: Int?
  /// Another codec that accepts them within the memory limit.
  let codec: VideoCodec?
  /// Whether they are accepted after tone mapping.
  let fitsToneMapped: Bool
  /// The size at which they are accepted, if another one is needed.
  let scale: Conversion.Shaping.Scale?

  /// - Parameters:
  ///   - options: the options with which they were refused.
  ///   - codecs: the codecs of the container.
  ///   - fits: whether frames are accepted with these options, with high dynamic range or without.
  init(
    _ frames: PlayedFrames, _ options: VideoOptions, codecs: [VideoCodec],
    fits: (ShapingPlan, _ keepsLight: Bool, (inout VideoOptions) -> Void) -> Bool
  ) {
    let shaping = frames.shaping
    memory = Self.least(above: options.maxMemory >> 20) { mebibytes in
      fits(shaping, true) { $0.maxMemory = mebibytes << 20 }
    }
    codec = codecs.first { codec in
      codec.keepsLight && fits(shaping, true) { $0.codec = codec }
    }
    let fitsAsItIs = fits(shaping, false) { _ in }
    scale = fitsAsItIs ? nil : FittingScale.find(frames) { fits($0, false) { _ in } }
    fitsToneMapped = fitsAsItIs || scale != nil
  }

  /// The remedy; nil if there is none.
  var remedy: ConversionMessage? {
    var offers: [ConversionMessage] = []
    if let memory {
      offers.append(
        "use \(.maxMemory, "\(memory)MiB", swift: "\(memory) << 20")")
    } else if let codec {
      offers.append("use \(.codec, case: codec.rawValue)")
    }
    if fitsToneMapped {
      let toneMapping: ConversionMessage = "choose \(.hdr, case: "tonemap")"
      if case .width(let width)? = scale {
        offers.append(
          toneMapping
            + " \(.scale, Conversion.Shaping.Scale.width(width), swift: ".width(\(width))")")
      } else {
        offers.append(toneMapping)
      }
    }
    return offers.isEmpty ? nil : offers.joined(separator: ", or ")
  }

  /// The smallest number above `refused` that suffices, up to a terabyte in mebibytes, which
  /// exceeds any machine.
  ///
  /// - Parameter suffices: true for all numbers from some number on.
  private static func least(above refused: Int, _ suffices: (Int) -> Bool) -> Int? {
    var (low, high) = (refused, max(1, refused))
    repeat {
      guard high <= 1 << 19 else { return nil }
      low = high
      high *= 2
    } while !suffices(high)
    while high - low > 1 {
      let middle = (low + high) / 2
      if suffices(middle) { high = middle } else { low = middle }
    }
    return high
  }
}

extension WritingError {
  /// This error with alternatives that keep high dynamic range; other errors unchanged.
  func offering(_ offer: KeptLightOffer) -> WritingError {
    guard case .pictureSize(let detail, _) = self, let remedy = offer.remedy else { return self }
    return .pictureSize(detail: detail, remedy: remedy)
  }
}
