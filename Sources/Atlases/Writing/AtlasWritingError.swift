package import AnimTiming
package import Messages
package import Stages
internal import TextFormats

/// Why a format cannot describe a sheet.
package enum AtlasWritingError: Error, Sendable, Hashable {
  /// The format cannot express this feature.
  case cannotSay(Feature, format: AtlasDataFormat)
  /// A name that the format does not allow.
  case name(String, detail: String, format: AtlasDataFormat)
  /// Two frames have the same name in a format that finds frames by name.
  case repeatedName(String, format: AtlasDataFormat)
  /// The format stores durations, but this frame has none.
  case missingDuration(frame: Int, format: AtlasDataFormat)
  /// The durations are out of range.
  case times(TimingError, format: AtlasDataFormat)
  /// An animation would need too many entries.
  case tooLong(animation: String, entries: Int, allowed: Int, format: AtlasDataFormat)
  /// A page without size, or a frame that is empty or outside its page: an error of the caller.
  case incomplete(detail: String)

  /// Features that some formats lack.
  package enum Feature: Sendable, Hashable {
    case rotation, otherRotation, trimming, severalPages, mixedPages, differentSizes, sheet
    case severalAnimations, scattered, gaps
  }
}

extension AtlasWritingError: StageFailure {
  package var stage: ConversionStage { .writing }

  package var kind: FailureKind {
    if case .incomplete = self { .internalFault } else { .usage }
  }

  package var frame: Int? {
    if case .missingDuration(let frame, _) = self { frame } else { nil }
  }

  package var reason: ConversionMessage {
    switch self {
    case .cannotSay(let feature, let format): "\(format.title) cannot express \(feature.title)"
    case .name(let name, let detail, let format):
      "\(format.title) cannot hold the name \(quoted(name)): \(detail)"
    case .repeatedName(let name, let format):
      "\(format.title) finds frames by name, and two are named \(quoted(name))"
    case .missingDuration(_, let format):
      "\(format.title) needs the duration of every frame, which is not known"
    case .times(let error, let format): "\(format.title) cannot hold the times: \(error.message)"
    case .tooLong(let name, let entries, let allowed, let format):
      "animation \(quoted(name)) would take \(entries) entries in \(format.title), "
        + "over the limit of \(allowed)"
    case .incomplete(let detail): ConversionMessage(detail)
    }
  }

  package var remedy: ConversionMessage? {
    switch self {
    case .cannotSay(let feature, _): feature.remedy
    case .name, .repeatedName: "choose another name for the output"
    case .missingDuration: "give \(.fps)"
    case .times(.frameVanishes, let format):
      format.capabilities.tick.map { tick -> ConversionMessage in
        "use \(.schedule, "fps=\(tick.denominator)", swift: ".constant(\(tick.denominator))")"
      }
    case .times: nil
    case .tooLong:
      "use \(.schedule, "fps=R", swift: ".constant(R)"), or "
        + "\(.data, "aseprite-array", swift: "[.asepriteArray]"), which has durations"
    case .incomplete: nil
    }
  }
}

extension AtlasWritingError.Feature {
  fileprivate var title: String {
    switch self {
    case .rotation: "that frames are turned"
    case .otherRotation: "that frames are turned this way"
    case .trimming: "that frames are trimmed"
    case .severalPages: "that frames are on several pictures"
    case .mixedPages: "that frames are on several pictures, out of order"
    case .differentSizes: "that frames differ in size"
    case .sheet: "that frames are on a sheet; it needs a picture for each frame"
    case .severalAnimations: "several animations"
    case .scattered: "cells that are not in rows and columns"
    case .gaps: "space around cells"
    }
  }

  fileprivate var remedy: ConversionMessage {
    switch self {
    case .rotation: "leave out \(.rotate)"
    case .otherRotation: "leave out \(.rotate), or write this format alone"
    case .trimming: "give \(.trim, false)"
    case .severalPages:
      "raise \(.maxSize), scale down, or use "
        + "\(.data, "aseprite", swift: "[.aseprite]") or \(value: "pixi", swift: "[.pixi]")"
    case .mixedPages:
      "leave out \(.mergeDuplicates), use \(.layout, case: "grid"), or raise "
        + "\(.maxSize)"
    case .differentSizes: "give all frames one size"
    case .sheet: "write a folder of frames"
    case .severalAnimations:
      "use \(.data, "aseprite", swift: "[.aseprite]"), or give one input alone"
    case .scattered: "use \(.layout, case: "grid")"
    case .gaps:
      "leave out \(.padding), \(.border), \(.extrude) and \(.powerOfTwo)"
    }
  }
}
