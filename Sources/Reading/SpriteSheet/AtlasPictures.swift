internal import Atlases
internal import Messages
internal import OutputFiles
internal import Raster
internal import Stages
internal import SystemPackage
internal import TextFormats

/// Finds the images that a sheet's description names: in its folder or, for paths relative to a
/// project, in the project's folder.
///
/// If an image is not at the given path, it is searched next to the data: by the last component of
/// its name, then by the name of the data, because exporters write names that were valid elsewhere.
final class AtlasPictures {
  /// The largest number of parent folders to search.
  private static let maxLevels = 64
  /// The number of parent folders that may belong to a project without a marker file.
  private static let maxLevelsOfParts = 4
  private static let endings = ["png", "webp", "gif", "jpg"]
  /// GPU texture formats, often accompanied by an image.
  private static let unreadEndings = [
    ".pvr", ".gz", ".ccz", ".ktx", ".ktx2", ".pkm", ".dds", ".astc", ".basis", ".atf",
  ]

  /// The path of the data; nil for data from a stream.
  let folder: FilePath?
  /// The file name of the data.
  let name: String
  let options: ReadingOptions
  /// Substitutes for images.
  private(set) var notes: [ConversionMessage] = []
  private let open: (ByteSource, ReadingOptions) throws -> any PictureRows
  private var sizes: [AtlasPage: PixelSize] = [:]

  /// For data from a stream that names images.
  static let noFolder = ReadingError.unsupported(
    detail: "the data comes from a stream, so there is no folder to find its picture in",
    remedy: "give the path of the data instead of a stream")

  init(
    folder: FilePath?, name: String, options: ReadingOptions,
    open: @escaping (ByteSource, ReadingOptions) throws -> any PictureRows
  ) {
    self.folder = folder
    self.name = name
    self.options = options
    self.open = open
  }

  /// - Throws: ``AtlasError`` and ``ReadingError``.
  func size(of page: AtlasPage) throws -> PixelSize {
    if let size = sizes[page] { return size }
    let size = try picture(of: page).rows.size
    sizes[page] = size
    return size
  }

  /// The rows of a page's image, with its name and file.
  ///
  /// - Throws: ``AtlasError`` and ``ReadingError``.
  func picture(
    of page: AtlasPage
  ) throws -> (name: String, rows: any PictureRows, file: FileStatus?) {
    let (name, source) = try file(of: page)
    return (name, try naming(name) { try open(source, options) }, source.fileStatus)
  }

  private func file(of page: AtlasPage) throws -> (String, ByteSource) {
    if let bytes = page.bytes { return (name, ByteSource(bytes: bytes)) }
    if let image = options.sheet.image {
      let path = FilePath(image)
      return (path.lastComponent?.string ?? image, try openFile(path, limits: options.limits))
    }
    guard let image = page.image else {
      guard let found = try fileOfData(page) else {
        throw AtlasError.imageNotFound(name: candidates(page)[0])
      }
      return found
    }
    do {
      if Self.unreadEndings.contains(where: image.lowercased().hasSuffix) {
        throw AtlasError.imageNotFound(name: image)
      }
      return (image, try named(image, page))
    } catch let error as AtlasError where error.isOfPlace {
      if let found = try standIn(for: image, page) { return found }
      throw error
    }
  }

  /// The substitute next to the data; nil if there is none.
  private func standIn(for image: String, _ page: AtlasPage) throws -> (String, ByteSource)? {
    let last = lastPart(image)
    var found: (String, ByteSource)?
    if last != image, !Self.unreadEndings.contains(where: last.lowercased().hasSuffix) {
      found = try optional { (last, try contained(last)) }
    }
    if found == nil { found = try fileOfData(page) }
    guard let found else { return nil }
    let note: ConversionMessage =
      "the data names the picture \(quoted(image)); \(quoted(found.0)) beside the data is used "
      + "instead"
    if page.projectFile == nil, !notes.contains(note) { notes.append(note) }
    return found
  }

  /// The image with the data's name.
  private func fileOfData(_ page: AtlasPage) throws -> (String, ByteSource)? {
    for name in candidates(page) {
      if let found = try optional({ (name, try contained(name)) }) { return found }
    }
    return nil
  }

  private func candidates(_ page: AtlasPage) -> [String] {
    let data = page.dataName ?? name
    let stem = FilePath(data).stem ?? data
    let isPicture = Self.endings.contains { stem.lowercased().hasSuffix("." + $0) }
    return (isPicture ? [stem] : []) + Self.endings.map { "\(stem).\($0)" }
  }

  private func named(_ image: String, _ page: AtlasPage) throws -> ByteSource {
    guard let mark = page.projectFile else { return try contained(image) }
    for level in levels where FileStatus(of: level.appending(mark), followingLinks: true) != nil {
      InputTrace.note(opened: level.appending(mark))
      return try contained(image, in: level)
    }
    if let (level, rest) = partAbove(of: image) {
      do { return try contained(rest, in: level) } catch AtlasError.imageNotFound {}
    }
    return try contained(image)
  }

  /// The folder that the first part of a path names, if it is the data's own folder or one of its
  /// parents, and the rest of the path, for a project without a marker file; nil for other paths.
  /// The folder above may be inaccessible.
  private func partAbove(of image: String) -> (folder: FilePath, rest: String)? {
    let parts = image.split(separator: "/")
    guard parts.count > 1 else { return nil }
    return levels.prefix(Self.maxLevelsOfParts)
      .first { $0.lastComponent?.string == String(parts[0]) }
      .map { ($0, parts.dropFirst().joined(separator: "/")) }
  }

  /// The folder of the data and its parents.
  private var levels: [FilePath] {
    guard var level = folder else { return [] }
    var levels = [level]
    while levels.count < Self.maxLevels {
      if level.components.isEmpty || level.components.last?.kind == .parentDirectory {
        if level.isAbsolute { break }
        level.append("..")
      } else {
        level.removeLastComponent()
      }
      levels.append(level)
    }
    return levels
  }

  /// Nil if it does not exist, and if such a name must not be opened.
  private func optional<Value>(_ body: () throws -> Value) throws -> Value? {
    do { return try body() } catch let error as AtlasError where error.isOfPlace { return nil }
  }

  /// Opens a file by a name in data.
  ///
  /// - Throws: ``AtlasError``.
  func contained(_ name: String, in folder: FilePath? = nil) throws -> ByteSource {
    guard let folder = folder ?? self.folder else { throw Self.noFolder }
    let file = try InputTrace.open(contained: name, in: folder)
    let size: Int64
    do { size = Int64(try Stat(file).size) } catch {
      try? file.close()
      throw AtlasError.system(operation: "opening", name: name, errno: error.rawValue)
    }
    return try ByteSource(owning: file, byteCount: size).within(options.limits)
  }
}

extension AtlasError {
  /// Whether a file does not exist, or its name is not allowed.
  fileprivate var isOfPlace: Bool {
    switch self {
    case .imageNotFound: true
    case .imageRefused(_, let reason):
      [.empty, .absolute, .outsideFolder, .address].contains(reason)
    default: false
    }
  }
}
