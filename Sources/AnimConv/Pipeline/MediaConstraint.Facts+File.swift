internal import AnimPlay
internal import AnimTiming
internal import Raster
public import Reading
internal import Stages
public import SystemPackage
internal import Writing

extension MediaConstraint.Facts {
  /// Surveys a file of any origin, and looks for transparency if the headers do not decide it.
  ///
  /// - Throws: ``ConversionError``.
  public init(of path: FilePath, options: ReadingOptions = .init()) throws {
    var options = options
    // A file is taken as a whole, even if its name specifies cells.
    options.sheet.use = .never
    let inspection = try Inspection(.path(path), options: options)
    let source = inspection.source
    self.init()
    note(size: source.size)
    self[.container] = .word(
      OutputKind(fileExtension: path.extension ?? "") == .imageSet
        ? "imageset" : source.video?.container ?? source.kind.container)
    self[.alpha] = .truth(inspection.hasAlpha || source.video?.storesAlpha == true)
    self[.sound] = .truth(source.video?.hasSound == true)
    if let video = source.video {
      self[.codec] = .word(video.codec)
      if !video.pixelFormat.isEmpty { self[.pixelFormat] = .word(video.pixelFormat) }
    }
    if let bytes = try source.byteCount ?? Self.byteCount(of: path) {
      self[.bytes] = .number(MediaConstraint.Quantity(bytes))
    }
    if source.kind == .png {
      self[.frames] = .count(1)
      self[.pixels] = .count(source.size.area)
    } else if let delays = inspection.delays {
      note(delays.timeline, size: source.size)
    } else {
      self[.frames] = .count(source.frames.count)
    }
  }

  /// Bytes of all files directly in a folder; nil for other paths, such as a pattern.
  ///
  /// - Throws: ``ConversionError`` if they cannot be counted, because a partial sum could pass a
  ///   check by mistake.
  private static func byteCount(of folder: FilePath) throws -> Int64? {
    do {
      return try DiskFolder(folder, limits: .init()).names.reduce(0) { total, name in
        try total + calling("stat") { try Int64(Stat(folder.appending(name)).size) }
      }
    } catch ReadingError.notFound {
      return nil
    } catch {
      throw ConversionError.wrapping(error, file: folder.string, stage: .reading)
    }
  }
}
