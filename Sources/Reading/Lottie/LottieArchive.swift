internal import AnimTiming
internal import Atlases
internal import Messages
internal import Stages
internal import TextFormats

/// A dotLottie: a ZIP archive with a manifest, animations and their images.
struct LottieArchive {
  private let archive: ZipArchive
  private let limits: ReadingLimits
  /// The names of the animations, in the manifest's order.
  private let names: [String]
  /// The one that players show first.
  private let first: String

  /// JSON with few different numbers compresses well; this is deflate's largest ratio.
  private static let maxRatio = 1100

  /// Opens an animation of an archive: the one named by the options, or the one that players show
  /// first. Nil for other archives.
  ///
  /// - Throws: ``ReadingError`` and ``ZipError``.
  static func open(_ source: ByteSource, options: ReadingOptions) throws -> LottieSource? {
    guard let archive = try LottieArchive(source, limits: options.limits) else { return nil }
    let name = options.sheet.tag ?? archive.first
    guard archive.names.contains(name) else {
      throw ReadingError.noSuch("animation", name, known: archive.names)
    }
    let document = try archive.document(name)
    let animation = try LottieSource(document, byteCount: source.byteCount, options: options)
    guard archive.names.count > 1 else { return animation }
    animation.info.animations = try archive.names.map { other in
      try Self.listed(other == name ? document : archive.document(other), name: other)
    }
    if options.sheet.tag == nil, !options.keepsAnimations {
      let listed = archive.names.prefix(8).map(quoted).joined(separator: ", ")
      let more = archive.names.count > 8 ? " and \(archive.names.count - 8) more" : ""
      animation.info.notes.append(
        "the animation \(quoted(name)) is shown; \(.tag) chooses one of \(listed)\(more)")
    }
    return animation
  }

  private init?(_ source: ByteSource, limits: ReadingLimits) throws {
    var zip = ZipLimits(limits)
    zip.maxRatio = Self.maxRatio
    archive = try ZipArchive(source, limits: zip)
    self.limits = limits
    guard let manifest = try Self.file("manifest.json", in: archive, limits: limits),
      let json = try? JSONReader.read(manifest)
    else { return nil }
    let names = JSONValue.list(json["animations"]).compactMap { $0["id"]?.string }
    self.names = names
    guard let name = names.first else { return nil }
    // Versions 1 and 2 of the format.
    let active = json["activeAnimationId"]?.string ?? json["initial"]?["animation"]?.string
    first = active.flatMap { names.contains($0) ? $0 : nil } ?? name
  }

  private static func file(
    _ name: String, in archive: ZipArchive, limits: ReadingLimits
  ) throws -> [UInt8]? {
    guard let entry = archive.entries.first(where: { $0.title == name }) else { return nil }
    try limits.check(.metadata, entry.count, limits.maxMetadataBytes)
    return try archive.contents(of: entry)
  }

  private func document(_ name: String) throws -> LottieDocument {
    for path in ["animations/\(name).json", "a/\(name).json"] {
      guard let text = try Self.file(path, in: archive, limits: limits) else { continue }
      return try LottieDocument(LottieFile.json(text), limits: limits) { picture in
        for folder in ["images", "i"] {
          let path = "\(folder)/\(lastPart(picture))"
          if let bytes = try Self.file(path, in: archive, limits: limits) { return bytes }
        }
        return nil
      }
    }
    throw LottieDocument.malformed(
      "the archive has no animation \(quoted(name)), which its manifest names")
  }

  private static func listed(_ document: LottieDocument, name: String) -> ListedAnimation {
    ListedAnimation(
      name: name, frameCount: document.frameCount,
      duration: try? RationalTime(
        ticks: Int64(document.frameCount), timebase: document.rate.timebase), plays: .forever,
      direction: .forward, origin: .list)
  }
}
