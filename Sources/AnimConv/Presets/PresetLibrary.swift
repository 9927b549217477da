internal import CLibrary
internal import OutputFiles
internal import Reading
internal import Stages
public import SystemPackage

/// Where presets are found: in folders, and built in.
///
/// A preset in an earlier folder goes before one of the same name in a later one, and those in
/// folders before those that are built in. A preset may extend another of any place, but not one
/// of its own name.
public struct PresetLibrary: Sendable {
  /// Searched in this order, before what is built in.
  public let folders: [FilePath]

  /// - Parameter folders: searched in this order, before the user's own folder.
  public init(folders: [FilePath] = []) {
    self.folders = folders + [Self.userFolder].compactMap(\.self)
  }

  /// `$XDG_CONFIG_HOME/animconv/presets`, or the same in `~/.config`; nil without a home.
  public static var userFolder: FilePath? {
    func folder(_ variable: String) -> FilePath? {
      // The base directory specification ignores what is not absolute.
      guard let value = getenv(variable), value.pointee == CChar(bitPattern: 0x2F) else {
        return nil
      }
      return FilePath(platformString: value)
    }
    let base = folder("XDG_CONFIG_HOME") ?? folder("HOME")?.appending(".config")
    return base?.appending("animconv").appending("presets")
  }

  /// Every name, sorted; files that are no presets as well. A folder that is not there or cannot be
  /// read adds none; whoever asks for a preset by its name is told.
  public var names: [String] {
    let own = folders.flatMap { folder in
      ((try? DiskFolder(folder, limits: .init()))?.names ?? [])
        .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }
        .map { String($0.dropLast(5)) }
    }
    return Set(own + BuiltinPresets.texts.keys).sorted()
  }

  /// The preset of a name, or in a file: what has a slash in it or ends in `.json` is a path.
  ///
  /// - Throws: ``PresetError``.
  public func preset(named name: String) throws(PresetError) -> Preset {
    if Self.isPath(name) { return try preset(at: FilePath(name)) }
    return try read(try bytes(named: name), from: path(of: name))
  }

  /// Whether a text names a file and no preset: it has a slash in it or ends in `.json`.
  package static func isPath(_ text: String) -> Bool {
    text.contains("/") || text.hasSuffix(".json")
  }

  /// The preset in a file.
  ///
  /// - Throws: ``PresetError``.
  public func preset(at path: FilePath) throws(PresetError) -> Preset {
    try read(try Self.bytes(at: path), from: path)
  }

  private func read(_ bytes: [UInt8], from path: FilePath?) throws(PresetError) -> Preset {
    var files = [path].compactMap(\.self)
    let reader = PresetReader { parent throws(PresetError) in
      if let path = self.path(of: parent) { files.append(path) }
      return try self.bytes(named: parent)
    }
    var preset = try reader.read(bytes)
    preset.files = files
    return preset
  }

  /// The file in one of the ``folders`` that the name of a preset means; nil for what is built in
  /// or unknown.
  package func path(of name: String) -> FilePath? {
    guard let file = FilePath.Component("\(name).json"), file.string == "\(name).json" else {
      return nil
    }
    return folders.lazy.map { $0.appending(file) }
      .first { FileStatus(of: $0, followingLinks: true) != nil }
  }

  private func bytes(named name: String) throws(PresetError) -> [UInt8] {
    // A preset that cannot be seen must not give way to another of its name. A home that cannot be
    // seen is that of another user, as under sudo.
    for folder in folders where folder != Self.userFolder {
      do {
        _ = try FileStatus.seen(at: folder.appending("\(name).json"), followingLinks: true)
      } catch {
        throw .unreadable(errno: error.rawValue)
      }
    }
    if let path = path(of: name) { return try Self.bytes(at: path) }
    if let text = BuiltinPresets.texts[name] { return Array(text.utf8) }
    let known = names
    throw .unknown(
      name: name, nearest: NearestName.nearestOrBeginning(to: name, among: known), known: known)
  }

  private static func bytes(at path: FilePath) throws(PresetError) -> [UInt8] {
    do {
      let source = try openFile(path, limits: ReadingLimits())
      guard source.byteCount <= Int64(PresetReader.maxBytes) else {
        throw PresetError.tooLarge(allowed: PresetReader.maxBytes)
      }
      return try source.prefix(PresetReader.maxBytes)
    } catch let error as PresetError {
      throw error
    } catch ReadingError.notFound {
      throw .unreadable(errno: ENOENT)
    } catch ReadingError.system(_, let errno) {
      throw .unreadable(errno: errno)
    } catch ReadingError.notRegularFile(let nature) {
      throw .notAFile(nature)
    } catch {
      throw .unreadable(errno: EIO)
    }
  }
}
