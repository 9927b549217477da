internal import AnimConv

/// What `animconv doctor` tells machines.
struct CapabilitiesJSON: Encodable {
  let version: String
  let ffmpeg: String
  let libraries: [Library]
  let encoders: [Encoder]
  let containers: [String]
  let missingForDefaults: [String]

  struct Library: Encodable {
    let name: String
    let built: String
    let loaded: String
  }

  struct Encoder: Encodable {
    let name: String
    let codec: String
    let present: Bool
  }

  init(_ capabilities: FFmpegCapabilities) {
    version = AnimConvVersion.current
    ffmpeg = capabilities.release
    libraries = capabilities.libraries.map {
      Library(name: $0.name, built: $0.builtVersion, loaded: $0.loadedVersion)
    }
    encoders = capabilities.encoders.map {
      Encoder(name: $0.name, codec: $0.codec.rawValue, present: $0.isPresent)
    }
    containers = capabilities.containers.map(\.rawValue)
    missingForDefaults = HealthText.missingDefaults(capabilities)
  }
}
