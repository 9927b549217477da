internal import Libav
internal import Messages
internal import Raster
internal import Stages

/// Converts decoded colours and alpha to pixels.
final class AVIFPictures {
  private let survey: AVIFSurvey
  private let pool: PixelBuffer.Pool
  /// Holds an image before it is cropped.
  private let whole: PixelBuffer.Pool
  private var converter: SampleConverter?
  private let range: ReadingOptions.HighDynamicRange
  /// Whether pictures with more than 8 bits per sample keep all of their bits.
  var handsOnWide = false
  private var wide: WidePictures?

  /// The note for users about the colours in the boxes.
  let note: ConversionMessage?

  /// - Throws: ``ReadingError/unsupported(detail:remedy:)``.
  init(_ survey: AVIFSurvey, _ range: ReadingOptions.HighDynamicRange) throws {
    self.survey = survey
    self.range = range
    note = try survey.colorNames.flatMap { try Self.color($0, isRGB: false, range).note }
    pool = PixelBuffer.Pool(size: survey.visible.size)
    whole = PixelBuffer.Pool(size: survey.size)
  }

  /// The pixels of an image.
  ///
  /// - Throws: ``ReadingError``.
  func pixels(of color: Picture, alpha: Picture?) throws -> PixelBuffer {
    let buffer = (survey.crop == nil ? pool : whole).take()
    buffer.contents = nil
    do {
      try converter(for: color).convert(color, into: buffer.base)
    } catch let error as LibavError {
      throw ReadingError(error)
    }
    let wide = handsOnWide && survey.colors.sampleDepth > 8 ? try wide(color, alpha) : nil
    if let conversion = survey.conversion {
      let plane = PixelPlane(buffer)
      for y in 0..<survey.size.height {
        conversion.convert(plane.row(y, from: 0), survey.size.width)
      }
    }
    if let alpha { add(alpha, to: buffer) }
    guard let crop = survey.crop else {
      buffer.wide = wide
      return buffer
    }
    let cropped = pool.take()
    cropped.contents = nil
    let (from, to) = (PixelPlane(buffer), PixelPlane(cropped))
    for y in 0..<crop.height {
      to.row(y, from: 0).update(from: from.row(crop.y + y, from: crop.x), count: crop.width)
    }
    cropped.wide = wide.map { $0.part(crop) }
    return cropped
  }

  /// The picture in 16 bits, before it is cropped.
  private func wide(_ color: Picture, _ alpha: Picture?) throws -> WidePicture? {
    let maker = try wide ?? WidePictures(videoColor(of: color), peak: nil, size: survey.size)
    wide = maker
    guard let opaque = maker.picture(of: color) else { return nil }
    var pixels = opaque.pixels
    survey.conversion?.convert(&pixels)
    if let alpha {
      let converter = WideConverter(
        matrix: .bt709, isFullRange: alpha.colorNames.range != "tv")
      guard alpha.width == survey.size.width, alpha.height == survey.size.height,
        let values = converter.convert(alpha)
      else { return nil }
      for index in pixels.indices {
        pixels[index].w = values[index].x
        if survey.isPremultiplied { pixels[index] = WidePicture.straight(pixels[index]) }
      }
    }
    return WidePicture(size: survey.size, pixels: pixels)
  }

  private func converter(for picture: Picture) throws -> SampleConverter {
    if let converter { return converter }
    let made = SampleConverter(
      width: survey.size.width, height: survey.size.height, try videoColor(of: picture))
    converter = made
    return made
  }

  private func videoColor(of picture: Picture) throws -> VideoColor {
    var color = try Self.color(
      survey.colorNames ?? picture.colorNames, isRGB: picture.isRGB, range)
    // Colours that Little CMS converts are not converted twice.
    if survey.conversion != nil { color.light = .standard }
    return color
  }

  private static func color(
    _ names: ColorTags.Names, isRGB: Bool, _ range: ReadingOptions.HighDynamicRange
  ) throws -> VideoColor {
    try VideoColor(names, height: 0, isRGB: isRGB, subject: "the picture", range)
  }

  /// Sets the alpha of pixels from the first plane of another image.
  private func add(_ alpha: Picture, to buffer: PixelBuffer) {
    let depth = alpha.sampleDepth
    let scale = AlphaScale(depth: depth, isLimited: alpha.colorNames.range == "tv")
    let target = PixelPlane(buffer)
    let width = survey.size.width
    for y in 0..<survey.size.height {
      let row = target.row(y, from: 0)
      let samples = alpha.plane(0) + y * alpha.stride(0)
      if depth > 8 {
        let wide = UnsafeMutableRawPointer(samples).assumingMemoryBound(to: UInt16.self)
        for x in 0..<width {
          row[x] = row[x] & 0x00FF_FFFF | scale(UInt32(UInt16(littleEndian: wide[x]))) << 24
        }
      } else {
        for x in 0..<width {
          row[x] = row[x] & 0x00FF_FFFF | scale(UInt32(samples[x])) << 24
        }
      }
      if survey.isPremultiplied {
        StraightAlpha.unpremultiply(row, width)
      } else {
        StraightAlpha.normalise(row, width)
      }
    }
  }
}

/// Scales alpha samples to 0...255.
private struct AlphaScale {
  private let black: UInt32
  private let range: UInt32

  init(depth: Int, isLimited: Bool) {
    let unit = UInt32(1) << UInt32(max(depth, 8) - 8)
    black = isLimited ? 16 * unit : 0
    range = isLimited ? 219 * unit : 256 * unit - 1
  }

  @inline(__always)
  func callAsFunction(_ sample: UInt32) -> UInt32 {
    let above = sample > black ? sample - black : 0
    return min(255, (above * 255 + range / 2) / range)
  }
}

extension WidePicture {
  /// A part of it as a separate picture.
  fileprivate func part(_ rect: PixelRect) -> WidePicture {
    var part: [Pixel] = []
    part.reserveCapacity(rect.size.width * rect.size.height)
    for y in rect.y..<rect.maxY {
      part += pixels[(y * size.width)...].dropFirst(rect.x).prefix(rect.size.width)
    }
    return WidePicture(size: rect.size, pixels: part)
  }
}
