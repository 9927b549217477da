import Messages
import TestSupport
import Testing

@testable import AnimConv

/// The properties in messages for programs exist.
@Suite struct SettingPropertyTests {
  /// For each setting, at least one of these texts is valid and not its default.
  private static let texts = [
    "true", "2", "7", "0.5", "96x66", "320x200+16+8", "1.5", "10..<20", "20k", "walk", "hold",
    "off", "f7", "250ms",
  ]

  /// The value at the end of a path of stored properties; nil if there is no such path.
  private func value(at path: String, in conversion: Conversion) -> String? {
    var value: Any = conversion
    for name in path.split(separator: ".") {
      guard let next = Mirror(reflecting: value).children.first(where: { $0.label == String(name) })
      else { return nil }
      value = next.value
    }
    return String(reflecting: value)
  }

  @Test(arguments: ConversionSettings.Setting.all.map(\.name))
  func aSettingSetsTheProperty(name: String) throws {
    let setting = try ConversionSettings.Setting.named(name)
    let plain = Conversion(input: .standardInput, output: .standardOutput)
    let before = try #require(value(at: setting.property, in: plain), "\(setting.property)")
    let changes = (setting.values + Self.texts).contains { text in
      var conversion = plain
      return setting.apply(text, &conversion)
        && value(at: setting.property, in: conversion) != before
    }
    #expect(changes, "\(setting.property)")
  }

  /// Targets whose messages are for programs, too.
  private static let library = ImportDirectionTests.targets.map(\.name).filter {
    $0 != "AnimConvCLI"
  }

  @Test(arguments: library)
  func theLibraryNamesNoOptions(target: String) throws {
    // The help of settings is for the command line alone.
    for file in try SourceTree.files(of: target) where !file.path.contains("/Settings/") {
      for line in file.lines where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        // Not in code of other languages: `if (--plays > 0)`.
        #expect(line.firstMatch(of: /["' )]--[a-z]/) == nil, "\(file.path): \(line)")
      }
    }
  }
}
