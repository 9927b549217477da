internal import CLibrary
internal import OutputFiles
internal import Reading
internal import Stages
public import SystemPackage

extension Preset {
  /// Finds presets in folders and among the built-in ones.
  ///
  /// A preset in an earlier folder takes precedence over one of the same name in a later folder,
  /// and folders take precedence over built-in presets. A preset may extend any other, but not one
  /// of its own name.
  public struct Library: Sendable {
    /// Searched in this order, before the built-in presets.
    public let folders: [FilePath]

    /// - Parameter folders: searched in this order, before the user's own folder.
    public init(folders: [FilePath] = []) {
      self.folders = folders + [Self.userFolder].compactMap(\.self)
    }

    /// `$XDG_CONFIG_HOME/animconv/presets`, or the same folder in `~/.config`; nil without a home
    /// folder.
    public static var userFolder: FilePath? {
      func folder(_ variable: String) -> FilePath? {
        // The base directory specification ignores relative paths.
        guard let value = getenv(variable), value.pointee == CChar(bitPattern: 0x2F) else {
          return nil
        }
        return FilePath(platformString: value)
      }
      let base = folder("XDG_CONFIG_HOME") ?? folder("HOME")?.appending(".config")
      return base?.appending("animconv").appending("presets")
    }

    /// All names, sorted, including files that are not valid presets. Missing or unreadable folders
    /// add none; loading a preset by name reports the error.
    public var names: [String] {
      let own = folders.flatMap { folder in
        ((try? DiskFolder(folder, limits: .init()))?.names ?? [])
          .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }
          .map { String($0.dropLast(5)) }
      }
      return Set(own + BuiltinPresets.texts.keys).sorted()
    }

    /// The preset with a name, or in a file: text with a slash or the ending `.json` is a path.
    ///
    /// - Throws: ``PresetError``.
    public func preset(named name: String) throws(PresetError) -> Preset {
      if Self.isPath(name) { return try preset(at: FilePath(name)) }
      return try read(try bytes(named: name), from: path(of: name))
    }

    /// Whether a text names a file rather than a preset: it has a slash or ends in `.json`.
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

    /// The file in one of the ``folders`` for a preset's name; nil for built-in and unknown
    /// presets.
    package func path(of name: String) -> FilePath? {
      guard let file = FilePath.Component("\(name).json"), file.string == "\(name).json" else {
        return nil
      }
      return folders.lazy.map { $0.appending(file) }
        .first { FileStatus(of: $0, followingLinks: true) != nil }
    }

    private func bytes(named name: String) throws(PresetError) -> [UInt8] {
      // A preset in an unreadable folder must not be replaced silently by another of its name. An
      // unreadable home folder belongs to another user, as under sudo.
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
}
