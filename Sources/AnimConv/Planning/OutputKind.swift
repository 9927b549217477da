package import SystemPackage

/// What a conversion writes: one of ``all``.
///
/// Two kinds are equal when they have the same name.
public struct OutputKind: Sendable {
  /// All that there is to know of it.
  package let definition: any OutputDefinition

  package init(_ definition: any OutputDefinition) { self.definition = definition }

  /// The kind that a path's extension asks for; nil when it asks for none.
  ///
  /// - Parameter fileExtension: in lower case, without the dot.
  public init?(fileExtension: String) {
    let kind = Self.all.first { $0.definition.fileExtensions.contains(fileExtension) }
    guard let kind else { return nil }
    self = kind
  }

  /// The kind that a path's last name asks for; nil when it asks for none.
  package init?(of path: FilePath) {
    let name = path.lastComponent?.string ?? ""
    if let kind = Self.all.first(where: { $0.definition.isMeant(by: name) }) {
      self = kind
    } else {
      self.init(fileExtension: path.extension?.lowercased() ?? "")
    }
  }

  /// The kind by its name, such as `mp4`, `frames` or `imageset`: what ``description`` says.
  public init?(parsing name: String) {
    guard let kind = Self.all.first(where: { $0.definition.name == name }) else { return nil }
    self = kind
  }

  /// What a file of this kind ends with, without the dot; empty for a folder.
  public var fileExtension: String { definition.fileExtensions.first ?? "" }

  /// What people call it: `a sheet`.
  public var title: String { definition.title }

  /// Whether it is a folder, whatever its name ends with.
  package var isFolder: Bool { definition.isFolder }

  /// Whether a reader finds frames and times in it, without a description beside it.
  package var playsByItself: Bool { definition.playsByItself }

  /// Whether settings of a group change anything in it.
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

extension OutputKind: CustomStringConvertible {
  /// Its name, which ``init(parsing:)`` reads.
  public var description: String { definition.name }
}
