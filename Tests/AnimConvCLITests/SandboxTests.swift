#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The sandbox changes only which files and services can be reached.
  @Suite struct SandboxTests {
    /// A script of a shell, in a folder with `in.gif`, a sheet in `sheet/`, frames in `frames/`, and
    /// files in `elsewhere/`, which is outside the folder that it runs in.
    private struct Job {
      let name: String
      let script: String

      init(_ name: String, _ script: String) {
        self.name = name
        self.script = script
      }
    }

    private static let jobs = [
      Job("video", "$A in.gif out.mp4; $A in.gif out.webm --crf 40"),
      Job("limit", "$A in.gif out.gif --max-bytes 3000; $A in.gif s.webp --ssim 0.9 --measure"),
      Job("images", "for e in gif apng webp avif tiff jpg; do $A in.gif out.$e; done"),
      Job("zopfli", "$A in.gif out.apng --effort 10; $A in.gif out.jxl"),
      Job(
        "streams",
        """
        $A - - --container gif <../elsewhere/in.gif >out.gif
        cat in.gif | $A - o.webp
        """),
      Job("mp4 to a pipe", "$A in.gif - --container mp4 | cat >out.mp4"),
      Job("process substitution", "$A <(cat in.gif) out.gif; $A /dev/fd/7 two.gif 7<in.gif"),
      Job("descriptor", "$A /proc/self/fd/7 out.gif 7<../elsewhere/in.gif"),
      Job("named pipe", "mkfifo pipe; cat in.gif >pipe & $A pipe out.gif; wait"),
      Job("link", "ln -s ../elsewhere/in.gif link.gif; $A link.gif out.gif"),
      Job("link as output", "ln -s ../elsewhere/none out.gif; $A in.gif out.gif -y"),
      Job(
        "folder",
        """
        $A frames/ out.gif
        $A 'frames/*.png' two.gif
        $A 'frames/%04d.png' three.gif
        """),
      Job("folder elsewhere", "$A ../elsewhere/frames out.gif"),
      Job(
        "frames",
        """
        $A in.gif new/ && $A in.gif new/ -y
        $A in.gif 'deep/er/f_%02d.png' --data jsonl
        """),
      Job("new folders", "$A in.gif --sheet a/b/c; $A in.gif d/e/ --container webp"),
      Job(
        "missing folder",
        """
        $A in.gif none/out.gif
        $A none.gif out.gif
        $A none/none.gif out.gif
        """),
      Job(
        "existing output",
        """
        $A in.gif out.gif
        $A in.gif out.gif
        $A in.gif out.gif -n
        $A in.gif out.gif -y
        """),
      Job(
        "atlas",
        """
        $A ../elsewhere/sheet/walk.json out.gif
        cd ../elsewhere/sheet
        $A walk.json ../../here/two.gif
        """),
      Job(
        "picture by name",
        """
        $A ../elsewhere/data/walk.json out.gif --image ../elsewhere/sheet/walk.png
        """),
      Job("scale twins", "$A twin.png out.gif --cell 24x16; $A twin@2x.png two.gif --cell 24x16"),
      Job("texture", "$A ../elsewhere/lava.png out.gif"),
      Job("archive", "$A ../elsewhere/ugo.zip out.gif"),
      Job("project", "$A ../elsewhere/game/scenes/a/hero.tres out.gif"),
      Job(
        "tags",
        """
        $A in.gif run=../elsewhere/in.gif both.png && $A both.json 'out-{tag}.gif' &&
          $A both.json t/ --container gif --each-tag
        """),
      Job(
        "preset",
        """
        $A in.gif dist/ --preset web-picture
        $A in.gif p.gif --preset ../elsewhere/mine.json
        $A in.gif q.gif --preset mine --preset-dir ../elsewhere
        """),
      Job(
        "own preset",
        """
        XDG_CONFIG_HOME=$PWD/../elsewhere/config $A in.gif out.gif --preset own
        """),
      Job("times", "$A in.gif out/ --at @../elsewhere/times.txt"),
      Job(
        "labels",
        """
        $A in.gif out.png --labels --cell 128x96 --label-font ../elsewhere/font.ttf
        $A in.gif l.png --labels --scale 4x
        """),
      Job("plan", "$A in.gif out.mp4 --dry-run --json"),
      Job(
        "inspect",
        """
        $A inspect in.gif
        $A inspect ../elsewhere/sheet/walk.json --json
        $A inspect in.gif --html page.html
        """),
      Job(
        "compare",
        """
        $A in.gif out.webp
        $A compare ../elsewhere/in.gif out.webp
        $A report in.gif out.webp -o pages/p/
        $A report in.gif out.webp -o page.html --no-media
        """),
      Job("sweep", "$A sweep in.gif --codec h264 --crf 40 -o sweep.html --no-media --json"),
      Job(
        "check",
        """
        $A check in.gif --preset telegram-sticker
        $A check in.gif
        $A presets ../elsewhere/mine.json
        $A presets own --preset-dir ../elsewhere/config/animconv/presets
        """),
      Job(
        "batch",
        """
        $A batch '../elsewhere/**/*.gif' frames/ --out new/deep --container webp --report r/../report \\
          --junit junit.xml
        $A batch in.gif --out new/deep --container webp
        """),
      Job(
        "batch of links",
        """
        mkdir l; ln -s ../../elsewhere/in.gif l/a.gif
        $A batch 'l/*.gif' --out o --container gif
        """),
      Job(
        "batch file",
        """
        $A batch ../elsewhere/build.json
        $A batch ../elsewhere/build.json --dry-run
        """),
      Job("batch of atlases", "$A batch '../elsewhere/sheet/*.json' --out o --container gif"),
      Job(
        "batch with a cache",
        """
        $A batch in.gif --out a --container gif --cache cache/x
        $A batch in.gif --out b --container gif --cache cache/x
        """),
      Job(
        "manifest",
        """
        printf '{"input":"../elsewhere/in.gif","output":"y.webp"}\\nin.gif\\n' >list
        $A batch --files-from list --out o --container webp
        printf '{"input":"in.gif","output":"x.webp"}' |
          $A batch --files-from - --out p --container webp --frame-record none
        """),
      Job(
        "frame record",
        """
        $A batch in.gif --out o --container frames --data jsonl --frame-record all/rec.jsonl
        mkdir all
        $A batch in.gif --out p --container frames --data jsonl --frame-record all/rec.jsonl
        """),
      Job("pages", "$A batch in.gif --out o --container webp --pages pages; ls pages"),
      Job(
        "merge",
        """
        $A batch ../elsewhere/build.json --report one
        $A batch merge one --expect ../elsewhere/build.json --report two --missing three
        """),
      Job(
        "worker",
        """
        printf '{"id":1,"input":"../elsewhere/in.gif","output":"out.webp"}\\n' | $A worker |
          grep -o '"exit": [0-9]*'
        """),
    ]

    /// Makes `ROOT/here`, where jobs run, and `ROOT/elsewhere`.
    private static let preparation = """
      set -e
      mkdir -p here/frames elsewhere/sheet elsewhere/data elsewhere/game/scenes/a elsewhere/game/art
      mkdir -p elsewhere/config/animconv/presets elsewhere/frames
      export ANIMCONV_SANDBOX=off
      $A "$ORBIT" here/in.gif --scale 48x33 --range "0..<6" -q
      cp here/in.gif elsewhere/in.gif
      $A here/in.gif elsewhere/sheet/walk.png --layout packed -q
      cp elsewhere/sheet/walk.json elsewhere/data/
      $A here/in.gif 'here/frames/%04d.png' -q
      cp here/frames/*.png elsewhere/frames/
      $A here/in.gif here/twin.png --layout row --scale 24x16 --fit exact -q
      cp here/twin.png 'here/twin@2x.png'
      $A here/in.gif elsewhere/lava.png --layout column --scale 16x16 --fit exact -q
      rm -f elsewhere/lava.json
      echo '{"animation": {"frametime": 3}}' > elsewhere/lava.png.mcmeta
      $A here/in.gif elsewhere/ugo.zip -q
      touch elsewhere/game/project.godot
      cp elsewhere/lava.png elsewhere/game/art/hero.png
      cat > elsewhere/game/scenes/a/hero.tres <<'END'
      [gd_resource type="SpriteFrames" load_steps=3 format=3]

      [ext_resource type="Texture2D" path="res://art/hero.png" id="1"]

      [sub_resource type="AtlasTexture" id="AtlasTexture_1"]
      atlas = ExtResource("1")
      region = Rect2(0, 0, 16, 16)

      [resource]
      animations = [{
      "frames": [{
      "duration": 1.0,
      "texture": SubResource("AtlasTexture_1")
      }],
      "loop": true,
      "name": &"walk",
      "speed": 5.0
      }]
      END
      $A presets web-picture --template |
        sed 's/my-web-picture/mine/; s/"effort": 6/"effort": 2/' > elsewhere/mine.json
      sed 's/"mine"/"own"/' elsewhere/mine.json > elsewhere/config/animconv/presets/own.json
      printf '0s\\n0.2s\\n' > elsewhere/times.txt
      cp /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf elsewhere/font.ttf || touch elsewhere/font.ttf
      cat > elsewhere/build.json <<'END'
      {"jobs": [{"inputs": ["*.gif"], "out": "built", "settings": {"container": "webp"}}]}
      END
      """

    private static func shell(
      _ script: String, in folder: URL, mode: String, user: [String] = []
    ) throws -> Animconv.Outcome {
      try Animconv.run(
        user + ["bash", "-c", script], with: URL(fileURLWithPath: "/usr/bin/env"), in: folder,
        environment: [
          "A": Animconv.executable.path, "ORBIT": Package.orbit, "ANIMCONV_SANDBOX": mode,
          "LC_ALL": "C", "XDG_CONFIG_HOME": "", "HOME": "/nonexistent",
        ])
    }

    /// Everything that a job prints and writes.
    private struct Result {
      var text: String
      var files: [String: Data] = [:]
    }

    /// Runs a job in a copy of the prepared folder.
    private static func result(
      _ job: Job, _ prepared: URL, mode: String, user: [String]
    ) throws -> Result {
      let root = prepared.deletingLastPathComponent().appendingPathComponent("copy")
      defer { try? FileManager.default.removeItem(at: root) }
      let owner = user.isEmpty ? "" : " && chown -R 65534:65534 copy"
      let copied = try shell(
        "cp -a prepared copy" + owner, in: root.deletingLastPathComponent(), mode: "off")
      try #require(copied.status == 0, "\(copied.errors)")
      let here = root.appendingPathComponent("here")
      let outcome = try shell(job.script + "\necho \"exit $?\"", in: here, mode: mode, user: user)
      var result = Result(
        text: (outcome.text + outcome.errors).replacing(root.path, with: "ROOT")
          .replacing(/[0-9.]+ (s|ms)\b/, with: "TIME"))
      let names = FileManager.default.enumerator(atPath: root.path)
      while let name = names?.nextObject() as? String {
        let file = root.appendingPathComponent(name)
        let type = try FileManager.default.attributesOfItem(atPath: file.path)[.type]
        if type as? FileAttributeType == .typeDirectory { continue }
        // These values state how long units took.
        let isTimed = ["report", "junit", "/one", "/two", ".animconv-batch", "cache/", "pages"]
          .contains { name.contains($0) }
        let isRead = !isTimed && type as? FileAttributeType == .typeRegular
        result.files[name] = isRead ? try Data(contentsOf: file) : Data()
      }
      return result
    }

    /// Runs every job without the sandbox and with it.
    private static func expectSame(mode: String, user: [String] = []) throws {
      // The folder is not inside the folder for temporary files, which stays writable.
      let root = URL(fileURLWithPath: "/var/tmp/animconv-box-\(UUID().uuidString)")
      let prepared = root.appendingPathComponent("prepared")
      try FileManager.default.createDirectory(at: prepared, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: root) }
      let made = try shell(preparation, in: prepared, mode: "off")
      try #require(made.status == 0, "\(made.text) \(made.errors)")
      for job in jobs {
        let free = try result(job, prepared, mode: "off", user: user)
        #expect(free.files.count > 20)
        let confined = try result(job, prepared, mode: mode, user: user)
        #expect(confined.text == free.text, "\(job.name)")
        #expect(confined.files.keys.sorted() == free.files.keys.sorted(), "\(job.name)")
        for (name, bytes) in free.files {
          #expect(confined.files[name] == bytes, "\(job.name): \(name)")
        }
      }
    }

    @Test(arguments: ["on", "abi1", "abi0"])
    func everyJobGivesTheSameBytesInTheSandbox(mode: String) throws {
      try Self.expectSame(mode: mode)
    }

    @Test(.enabled(if: geteuid() == 0))
    func jobsOfAnOrdinaryUserGiveTheSameBytes() throws {
      let user = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
      let trial = try Self.shell(
        "$A --version", in: URL(fileURLWithPath: "/"), mode: "on", user: user)
      // The command may be in a folder that only root reads.
      if trial.status == 0 { try Self.expectSame(mode: "on", user: user) }
    }

    /// Files outside are refused, with the reason and a remedy.
    @Test func aWorkerWithARootReachesNothingElse() throws {
      let root = URL(fileURLWithPath: "/var/tmp/animconv-box-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: root) }
      for name in ["in", "out", "secret"] {
        try FileManager.default.createDirectory(
          at: root.appendingPathComponent(name), withIntermediateDirectories: true)
      }
      for name in ["in/a.gif", "secret/a.gif"] {
        try FileManager.default.copyItem(
          atPath: Package.orbit, toPath: root.appendingPathComponent(name).path)
      }
      let requests = [
        ("in/a.gif", "out/a.gif"), ("secret/a.gif", "out/b.gif"), ("in/a.gif", "secret/c.gif"),
      ].enumerated().map { #"{"id":\#($0),"input":"\#($1.0)","output":"\#($1.1)"}"# }
      func exits(_ options: [String]) throws -> [Int: (exit: Int, text: String)] {
        let outcome = try Animconv.run(
          ["worker"] + options, in: root,
          input: Data((requests.joined(separator: "\n") + "\n").utf8))
        return Dictionary(
          try outcome.text.split(separator: "\n").map { line in
            let object = try #require(
              try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            return (
              try #require(object["id"] as? Int),
              (try #require(object["exit"] as? Int), String(line))
            )
          }
        ) { $1 }
      }
      let boxed = try exits(["--root", "in", "--root", "out"])
      #expect(boxed[0]?.exit == 0)
      let hasLandlock = try Animconv.run(["doctor"]).text.contains("sandbox: Landlock")
      guard hasLandlock else { return }
      #expect(boxed[1]?.exit == 74)
      #expect(boxed[2]?.exit == 73)
      for number in [1, 2] {
        #expect(boxed[number]?.text.contains("sandbox") == true, "\(boxed[number]?.text ?? "")")
        #expect(boxed[number]?.text.contains("--no-sandbox") == true)
      }
      try FileManager.default.removeItem(at: root.appendingPathComponent("out/a.gif"))
      let free = try exits(["--root", "in", "--root", "out", "--no-sandbox"])
      #expect(free.values.map(\.exit) == [0, 0, 0])
    }

    @Test func theSandboxIsEnteredBeforeTheFirstThread() throws {
      for (mode, line) in [
        ("on", "sandbox: (Landlock ABI|no Landlock).*system calls"), ("off", "sandbox: off"),
        ("abi0", "sandbox: no Landlock.*system calls"),
      ] {
        let outcome = try Animconv.run(["doctor"], environment: ["ANIMCONV_SANDBOX": mode])
        #expect(outcome.status == 0)
        #expect(try outcome.text.contains(Regex(line)), "\(outcome.text)")
        #expect(!outcome.errors.contains("no sandbox"))
      }
      #expect(try Animconv.run(["doctor", "--no-sandbox"]).text.contains("sandbox: off\n"))
    }

    @Test func anUnknownValueOfTheVariableIsRefused() throws {
      let outcome = try Animconv.run(
        ["inspect", Package.orbit], environment: ["ANIMCONV_SANDBOX": "none"])
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("expected on, off or abi0"))
    }

    @Test func theJSONOfTheDoctorNamesWhatIsRefused() throws {
      let outcome = try Animconv.run(["doctor", "--json"])
      let object = try JSONSerialization.jsonObject(with: outcome.output)
      let sandbox = try #require((object as? [String: Any])?["sandbox"] as? [String: Any])
      let refused = try #require(sandbox["refuses"] as? [String])
      #expect(refused.contains("systemCalls"))
      #expect(refused.contains("files") == ((sandbox["landlockABI"] as? Int ?? 0) > 0))
    }
  }
#endif
