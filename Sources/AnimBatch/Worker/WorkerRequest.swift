package import AnimConv
internal import Messages
internal import Stages
package import SystemPackage
internal import TextFormats

/// The request of one input line.
///
/// Two forms are supported, and responses have the same form: the worker's own, and Bazel's
/// persistent worker protocol with JSON (`WorkRequest`), which has `arguments`.
package struct WorkerRequest: Sendable {
  /// The sender's id of a request; a number or a text, which is returned unchanged.
  package struct ID: Sendable, Hashable {
    let text: String
    let isNumber: Bool

    static let none = ID(text: "0", isNumber: true)

    var json: JSONOutput {
      // A number that was read is an id.
      isNumber ? .number(ExactDecimal(text)!) : .text(text)
    }
  }

  package enum Form: Sendable { case own, bazel }

  package enum Work: Sendable {
    /// A conversion, or one for each output of a preset.
    case conversions([Conversion])
    /// Words of a command line, without the command's name; paths are relative to the folder, if
    /// there is one.
    case arguments([String], folder: FilePath?)
    /// Cancels the request with the same id.
    case cancellation
  }

  package let id: ID
  package let form: Form
  package let work: Work

  /// The members besides those of a ``ConversionRequest``.
  private static let keys = ["id", "cancel"]

  /// Why a line is invalid, with the id for the response if it is known.
  package struct Refusal: Error {
    let id: ID?
    let form: Form
    let error: ConversionError
  }

  /// - Parameter presets: the library of presets.
  /// - Throws: ``Refusal``.
  package init(_ line: UnsafeRawBufferPointer, presets: Preset.Library) throws(Refusal) {
    let json: JSONValue
    do { json = try JSONReader.read(Array(line)) } catch {
      throw Self.refusal(nil, .own, "\(error)")
    }
    guard json.isObject else { throw Self.refusal(nil, .own, "expected an object") }
    let isBazel =
      json["arguments"] != nil || json["requestId"] != nil
      || json["id"] == nil && json["input"] == nil
    form = isBazel ? .bazel : .own
    guard let id = try Self.id(json[isBazel ? "requestId" : "id"], form) else {
      throw Self.refusal(nil, form, "expected a number or a text for 'id'")
    }
    self.id = id
    if json["cancel"]?.bool == true {
      work = .cancellation
    } else if isBazel {
      // Unknown members are reserved for later versions of the protocol.
      let words = json["arguments"]?.elements.map(\.string) ?? []
      guard !words.contains(nil) else {
        throw Self.refusal(id, form, "expected texts for 'arguments'")
      }
      let folder = json["sandboxDir"]?.string.flatMap { PathText.path($0) }
      work = .arguments(words.compactMap(\.self), folder: folder)
    } else {
      do {
        work = .conversions(
          try ConversionRequest.conversions(json, besides: Self.keys, presets: presets))
      } catch {
        throw Refusal(
          id: id, form: form, error: ConversionError.wrapping(error, file: nil, stage: .planning))
      }
    }
  }

  /// Bazel leaves a 0 out.
  private static func id(_ json: JSONValue?, _ form: Form) throws(Refusal) -> ID? {
    guard let json else { return form == .bazel ? ID.none : nil }
    if let text = json.string { return ID(text: text, isNumber: false) }
    guard let text = json.number?.description else { return nil }
    // A number whose shorter spelling differs may exceed the readable range.
    guard ExactDecimal(text) != nil else {
      throw refusal(nil, form, "the number of the request is too large")
    }
    return ID(text: text, isNumber: true)
  }

  private static func refusal(_ id: ID?, _ form: Form, _ reason: ConversionMessage) -> Refusal {
    Refusal(
      id: id, form: form,
      error: ConversionError(stage: .planning, kind: .usage, file: nil, reason: reason))
  }
}
