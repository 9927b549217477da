package import SystemPackage

/// What a conversion writes: one of ``all``.
///
/// Two kinds are equal when they have the same name.
public struct OutputKind: Sendable {
  /// The definition of this kind.
  package let definition: any OutputDefinition

  package init(_ definition: any OutputDefinition) { self.definition = definition }

  /// The kind for a path's extension; nil if there is none.
  ///
  /// - Parameter fileExtension: in lower case, without the dot.
  public init?(fileExtension: String) {
    let kind = Self.all.first { $0.definition.fileExtensions.contains(fileExtension) }
    guard let kind else { return nil }
    self = kind
  }

  /// The kind for a path's last component; nil if there is none.
  ///
  /// - Parameter hasCells: whether settings specify cells, which makes a picture a sheet.
  package init?(of path: FilePath, hasCells: Bool = false) {
    let name = path.lastComponent?.string ?? ""
    if let kind = Self.all.first(where: { $0.definition.isMeant(by: name) }) {
      self = kind
    } else {
      self.init(fileExtension: path.extension?.lowercased() ?? "")
      if hasCells, let sheet { self = sheet }
    }
  }

  /// The kind with a name such as `mp4`, `frames` or `imageset`, as in ``description``.
  public init?(_ name: String) {
    guard let kind = Self.all.first(where: { $0.definition.name == name }) else { return nil }
    self = kind
  }

  /// The extension of new files, without the dot; empty for a folder.
  public var fileExtension: String { definition.newExtension }

  /// Whether it is a sheet, in any picture format.
  package var isSheet: Bool { definition.isSheet }

  /// The sheet whose pages have this kind of picture; nil if there is none.
  package var sheet: OutputKind? {
    Self.all.first {
      $0.isSheet && definition.fileExtensions.contains($0.definition.newExtension)
    }
  }

  /// This kind, or the sheet with such pictures if the name of a sheet is that of another picture.
  func named(by output: AnimationOutput) -> OutputKind {
    guard isSheet, case .file(let path) = output, let named = OutputKind(of: path) else {
      return self
    }
    return named.sheet ?? self
  }

  /// Its name in messages: `a sheet`.
  public var title: String { definition.title }

  /// Whether it is a folder, whatever its extension.
  package var isFolder: Bool { definition.isFolder }

  /// Whether a reader finds frames and durations in it without a data file.
  package var playsByItself: Bool { definition.playsByItself }

  /// Whether a group of settings affects it.
  func takes(_ feature: OutputFeature?) -> Bool {
    feature.map(definition.features.contains) ?? true
  }
}

extension OutputKind: Hashable {
  /// Whether both have the same name.
  public static func == (one: OutputKind, other: OutputKind) -> Bool {
    one.definition.name == other.definition.name
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(definition.name) }
}

extension OutputKind: LosslessStringConvertible {
  /// Its name, which ``init(_:)`` reads.
  public var description: String { definition.name }
}
