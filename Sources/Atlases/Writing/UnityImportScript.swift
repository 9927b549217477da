/// A script for Unity's folder `Editor` that uses the sprite data of the package 2D Sprite to cut
/// pictures into the sprites of the `.tpsheet` files next to them.
enum UnityImportScript {
  /// C#. A picture without a `.tpsheet` is imported as usual.
  static let text = """
    using System;
    using System.Collections.Generic;
    using System.Globalization;
    using System.IO;
    using UnityEditor;
    using UnityEditor.U2D.Sprites;
    using UnityEngine;

    public class TpsheetSprites : AssetPostprocessor
    {
        void OnPreprocessTexture()
        {
            string data = Path.ChangeExtension(assetPath, "tpsheet");
            if (!File.Exists(data)) return;
            var importer = (TextureImporter)assetImporter;
            importer.textureType = TextureImporterType.Sprite;
            importer.spriteImportMode = SpriteImportMode.Multiple;
            var factories = new SpriteDataProviderFactories();
            factories.Init();
            var provider = factories.GetSpriteEditorDataProviderFromObject(importer);
            provider.InitSpriteEditorDataProvider();
            var known = new Dictionary<string, GUID>();
            foreach (var old in provider.GetSpriteRects()) known[old.name] = old.spriteID;
            var sprites = new List<SpriteRect>();
            foreach (string line in File.ReadAllLines(data))
            {
                if (line.Length == 0 || line[0] == '#' || line[0] == ':') continue;
                string[] parts = line.Split(';');
                Func<int, float> number = part => float.Parse(parts[part], CultureInfo.InvariantCulture);
                string name = Uri.UnescapeDataString(parts[0]);
                sprites.Add(new SpriteRect
                {
                    name = name,
                    spriteID = known.TryGetValue(name, out var id) ? id : GUID.Generate(),
                    rect = new Rect(number(1), number(2), number(3), number(4)),
                    alignment = SpriteAlignment.Custom,
                    pivot = new Vector2(number(5), number(6)),
                });
            }
            provider.SetSpriteRects(sprites.ToArray());
            provider.Apply();
        }
    }

    """
}
