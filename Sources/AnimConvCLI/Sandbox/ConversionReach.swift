internal import AnimConv
internal import Confining
internal import SystemPackage

extension Reach {
  /// What a conversion reads.
  static func reading(_ conversion: Conversion, isWatched: Bool = false) -> Reach {
    var reach = namedFiles(of: conversion)
    for part in conversion.input.parts {
      if case .path(let path) = part { reach.formUnion(.reading(path, isWatched: isWatched)) }
    }
    return reach
  }

  /// Files that its settings name.
  static func namedFiles(of conversion: Conversion) -> Reach {
    var reach = Reach()
    if let image = conversion.reading.sheet.image { reach.formUnion(.reading(FilePath(image))) }
    if case .file(let font)? = conversion.sheet.labelFont { reach.reading.insert(font) }
    return reach
  }
}
