import SourceFuzzing

// Files of every depth, kind of layer, blend mode and link, with tiles and changing palettes.
try await fuzzSource { (0..<96).map { AsepriteBuilder.random(seed: UInt64($0)) } }
