internal import Raster

/// The `<picture>` element that offers several animated images of one animation to a browser, which
/// shows the first that it supports.
///
/// Smaller formats come first: AVIF, WebP, APNG, GIF. JPEG XL is left out, because browsers that
/// show it do not play it.
public struct PictureSources: Sendable, Hashable {
  /// In the order in which browsers should try them; the last one is for all other browsers.
  public let sources: [VideoSources.Source]
  /// The still image for users who request reduced motion; nil when no conversion wrote one.
  public let still: VideoSources.Source?
  /// The size of the element in pixels.
  private let size: PixelSize?

  /// - Parameter reports: of conversions of one input.
  /// - Returns: nil if fewer than two conversions wrote an animated image.
  public init?(_ reports: [Conversion.Report]) {
    let images = Self.formats.flatMap { format in
      reports.filter { $0.plan.kind == format.kind && $0.frameCount > 1 }.compactMap { report in
        VideoSources.file(of: report).map {
          (source: VideoSources.Source(name: $0.name, type: format.type), size: $0.size)
        }
      }
    }
    guard images.count > 1 else { return nil }
    sources = images.map(\.source)
    still = reports.lazy.compactMap(VideoSources.still).first?.source
    size = images.last?.size
  }

  private static let formats: [(kind: OutputKind, type: String)] = [
    (.avif, "image/avif"), (.webp, "image/webp"), (.apng, "image/apng"), (.gif, "image/gif"),
  ]

  /// The element for a page: with its size, its images and lazy loading.
  ///
  /// With a still image, users who request reduced motion see only that, because the first
  /// `<source>` whose `media` and `type` match is used (HTML, 4.8.4.3.5).
  public var html: String {
    let sides = size.map { " width=\"\($0.width)\" height=\"\($0.height)\"" } ?? ""
    let reduced = still.map {
      "  <source srcset=\"\($0.name)\" media=\"(prefers-reduced-motion: reduce)\">\n"
    }
    let elements = sources.dropLast().map {
      "  <source srcset=\"\($0.name)\" type=\"\($0.type)\">\n"
    }
    let fallback = "  <img src=\"\(sources.last?.name ?? "")\"\(sides) alt=\"\" loading=\"lazy\">\n"
    return "<picture>\n" + (reduced ?? "") + elements.joined() + fallback + "</picture>\n"
  }
}
