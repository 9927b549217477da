internal import Atlases
internal import Stages

/// Finds the list that belongs to a folder's images.
package enum FolderLists {
  /// A list and the name of its file.
  package struct Found: Sendable {
    let name: String
    let list: FrameList
    /// Whether it contains more than durations.
    var isRecord = false

    fileprivate enum Kind: Equatable {
      case list(AtlasFormat)
      case record
    }

    fileprivate var kind: Kind { isRecord ? .record : .list(list.format) }

    /// Its name in messages.
    var title: String { isRecord ? "a record of frames" : list.format.title }
  }

  /// The largest number of examined files; a folder can have any number of texts.
  private static let maxCandidates = 100

  /// The precedence of kinds.
  private static let order: [Found.Kind] = [
    .list(.ugoira), .list(.timing), .record, .list(.ffconcat), .list(.apngasm), .list(.durations),
  ]

  /// The list with the highest precedence by kind, then by name in natural order.
  ///
  /// Other texts are ignored, unless their name promises a list.
  static func find(
    in files: any FrameFiles, limits: ReadingLimits
  ) throws -> Found? {
    let candidates = NaturalOrder.sortedIndices(files.names).filter { index in
      let name = lastPart(files.names[index]).lowercased()
      return name != "contents.json" && (hasListExtension(name) || promisesList(name))
    }
    var found: [Found] = []
    for index in candidates.prefix(maxCandidates) {
      let name = files.names[index]
      do {
        let bytes = try files.description(files.open(index), limits: limits)
        if let list = try FrameRecordReader.read(bytes, name: name, limits: limits) {
          found.append(Found(name: name, list: list, isRecord: true))
          continue
        }
        guard case .list(let list) = try AtlasReader.read(bytes, limits: limits) else { continue }
        found.append(Found(name: name, list: list))
      } catch let error as FrameFolderError {
        throw error
      } catch let error as any StageFailure {
        guard promisesList(lastPart(name).lowercased()) else { continue }
        throw FrameFolderError.list(name: name, reason: error.reason)
      }
    }
    return order.lazy.compactMap { kind in found.first { $0.kind == kind } }.first
  }

  private static func hasListExtension(_ name: String) -> Bool {
    [".json", ".jsonl", ".xml", ".csv", ".txt"].contains(where: name.hasSuffix)
  }

  private static func promisesList(_ name: String) -> Bool {
    name == "animation.json" || name == "timing.json" || name.hasSuffix(".ffconcat")
      || hasListExtension(name)
        && ["durations", "delays", "ffconcat"].contains(where: name.hasPrefix)
  }
}
