internal import Raster
internal import Reading
internal import Stages
internal import Threads
internal import Writing

/// Choices of encoding that the request leaves open, made from a few frames.
struct EncodingAnalysis {
  /// Whether 4:2:0 is corrected.
  ///
  /// Corrected chroma costs bytes. It pays off if it raises the best possible score by more than
  /// those bytes would: on five of eight clips with a rise of 8 points or more, scores were higher
  /// at equal size; on clips with a smaller rise, some were lower.
  private(set) var isSharper = false
  /// Whether alpha is coded with loss: for shadows and soft edges, exact alpha takes as many bytes
  /// as the colours, and the loss is invisible.
  private(set) var hasSoftAlpha = false
  /// Whether chroma that four pixels share is good enough where every pixel would have its own.
  ///
  /// A rendered film in a GIF of 256 colours has 0.67 of the bytes with it, and a score that is 1
  /// point lower; drawings lose 4 to 13 points.
  private(set) var needsNoFullChroma = false
  /// Whether frames have gradients and no edges, see ``VideoOptions/isSmooth``.
  private(set) var isSmooth = false
  /// The grain of most examined frames, see ``VideoOptions/grain``.
  private(set) var grain = 0.0

  /// The quality of alpha where it is soft.
  static let softAlphaQuality = 80

  /// The smallest rise of SSIMULACRA2 that counts.
  private static let leastRise = 8.0
  /// The share of blocks with edges between colours for which chroma is corrected. With a smaller
  /// share, the rise was below 6 points on seventeen clips. A larger share is noise, which takes
  /// too many bytes (libvpx refuses to make packets that are larger than the picture).
  private static let shares = 0.02...0.8
  /// The smallest share of partly transparent pixels that counts; with a smaller share, alpha is
  /// cheap.
  private static let leastSoftShare = 0.002
  /// The best possible score of shared chroma from which full chroma is not worth its bytes.
  private static let enough = 88.0
  private static let frameCount = 3
  /// Only these frames are considered, so that a long input is not decoded twice.
  private static let mostFrames = 48

  /// - Parameters:
  ///   - source: positioned at any frame, before and after.
  ///   - onAnalysis: called before each examined frame; throws to stop.
  /// - Complexity: decodes at most the first 49 frames and reads six of them; scores squares of
  ///   256 pixels of those with coloured edges, 20 ms each. It decodes nothing if the request makes
  ///   the choices.
  init(
    _ plan: Conversion.Plan, _ source: any FrameSource,
    onAnalysis: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    let content = plan.content
    let chroma = content.openChroma
    guard
      chroma != nil || content.cheaperChroma != nil || content.isAlphaOpen || content.measuresGrain
    else { return }
    let shown = plan.sourceIndices.prefix(Self.mostFrames)
    let indices = DitherSearch.frames(among: shown, count: Self.frameCount)
    let shaper = Shaper(plan.shaping)
    var player = SequencePlayer(source)
    var scores: [(plain: Double, sharp: Double)] = []
    var grains: [Double] = []
    var ceilings: [Double] = []
    var steps: [LumaSteps] = []
    for (done, index) in indices.enumerated() {
      try onAnalysis(done, indices.count)
      let pixels = try shaper.shape(try player.frame(at: index)).color.pixels
      if content.isAlphaOpen, pixels.softShare >= Self.leastSoftShare { hasSoftAlpha = true }
      if let chroma, let pair = Self.scores(pixels, chroma, plan) { scores.append(pair) }
      if let cheaper = content.cheaperChroma {
        let edges = ColorEdges(pixels)
        ceilings.append(Self.ceilings(pixels, edges, cheaper, isSharp: [false], plan).first ?? 0)
      }
      if content.measuresEdges { steps.append(LumaSteps(pixels)) }
      if content.measuresGrain, index + 1 < source.info.frames.count {
        let next = try shaper.shape(try player.frame(at: index + 1)).color.pixels
        grains.append(FilmGrain(pixels, next).amount)
      }
    }
    isSmooth = steps.contains { $0.hasSlopes } && !steps.contains { $0.hasEdges }
    if !grains.isEmpty { grain = grains.sorted()[grains.count / 2] }
    needsNoFullChroma = ceilings.min() ?? 0 >= Self.enough
    guard let plain = scores.map({ $0.plain }).min(),
      let sharp = scores.map({ $0.sharp }).min()
    else {
      return
    }
    isSharper = sharp - plain >= Self.leastRise
  }

  /// The best possible scores with both kinds of chroma; nil if the frame has few edges between
  /// colours.
  private static func scores(
    _ pixels: PixelBuffer, _ chroma: SharedChroma, _ plan: Conversion.Plan
  ) -> (plain: Double, sharp: Double)? {
    let edges = ColorEdges(pixels)
    guard shares.contains(edges.share) else { return nil }
    let scores = ceilings(pixels, edges, chroma, isSharp: [false, true], plan)
    return scores.count == 2 ? (scores[0], scores[1]) : nil
  }

  /// The best possible scores with shared chroma, measured where the frame has most edges between
  /// colours.
  private static func ceilings(
    _ pixels: PixelBuffer, _ edges: ColorEdges, _ chroma: SharedChroma, isSharp: [Bool],
    _ plan: Conversion.Plan
  ) -> [Double] {
    let part = pixels.part(edges.window)
    let scoring = FrameScoring(CancellationFlag())
    let pending = isSharp.compactMap {
      shown(part, chroma, isSharp: $0).map {
        scoring.start(ScoredPair(original: part, distorted: $0, mattes: mattes(plan)))
      }
    }
    return pending.compactMap { $0.wait()?.value }
  }

  private static func mattes(_ plan: Conversion.Plan) -> [RGBColor] {
    plan.shaping.outputHasAlpha ? [.white, .black] : [plan.shaping.matte]
  }

  /// A picture as it is shown. Invisible pixels take the colours of their neighbours, as in the
  /// output.
  private static func shown(
    _ part: PixelBuffer, _ chroma: SharedChroma, isSharp: Bool
  ) -> PixelBuffer? {
    guard let trip = chroma.roundTrip(size: part.size, isSharp: isSharp) else { return nil }
    if part.isOpaque(in: PixelRect(part.size)) { return trip.shown(part) }
    let frame = CanvasFrame(index: 0, pixels: part, changed: PixelRect(part.size))
    let colors = BledColors(.near(size: part.size)).colors(of: frame).pixels
    return trip.shown(colors, alphaOf: part)
  }
}

extension PixelBuffer {
  /// The share of pixels that are neither opaque nor invisible.
  fileprivate var softShare: Double {
    withBytes { bytes in
      var count = 0
      for pixel in bytes.bindMemory(to: UInt32.self) {
        let alpha = pixel.littleEndian &>> 24
        count &+= alpha &- 1 < 254 ? 1 : 0
      }
      return Double(count) / Double(max(1, size.area))
    }
  }

  /// A copy of a rectangle.
  fileprivate func part(_ rect: PixelRect) -> PixelBuffer {
    let plane = PixelPlane(self)
    return PixelBuffer.Pool(size: PixelSize(width: rect.width, height: rect.height)).buffer {
      let target = $0.bindMemory(to: UInt32.self).baseAddress!
      for y in 0..<rect.height {
        (target + y * rect.width).update(
          from: plane.row(rect.y + y, from: rect.x), count: rect.width)
      }
    }
  }
}
