// Imports sheets of animconv into Unity (2021.3 or newer, with the package 2D Sprite). Copy this file into a folder
// `Editor`, and write sheets into the project:
//
//     animconv walk.gif Assets/walk.png --layout packed --padding 2 --extrude 1 --data aseprite-array
//
// Each cell of the picture becomes a sprite, and each animation a clip next to the picture (walk.anim, or hero-run.anim) with the
// exact times of its frames. Both are updated when the picture or the data changes. Clips keep their identity.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using UnityEditor;
using UnityEditor.U2D.Sprites;
using UnityEngine;

public class AnimConvSheets : AssetPostprocessor
{
    [Serializable] class Size { public int x = 0, y = 0, w = 0, h = 0; }
    [Serializable] class Frame
    {
        public string filename = "";
        public Size frame = null, spriteSourceSize = null, sourceSize = null;
        public bool rotated = false;
        public int duration = 0;
    }
    [Serializable] class Tag { public string name = "", direction = "", repeat = ""; public int from = 0, to = 0; }
    [Serializable] class Meta { public string app = "", image = ""; public Size size = null; public Tag[] frameTags = null; }
    [Serializable] class Sheet { public Frame[] frames = null; public Meta meta = null; }

    // The data of a picture; null for pictures that are not a sheet of animconv.
    static Sheet SheetOf(string picture)
    {
        string data = Path.ChangeExtension(picture, "json");
        if (!picture.EndsWith(".png") || !File.Exists(data)) return null;
        string text = File.ReadAllText(data);
        if (!text.Contains("\"app\": \"animconv\"")) return null;
        var sheet = JsonUtility.FromJson<Sheet>(text);
        if (sheet.frames == null || sheet.frames.Length == 0)
            Debug.LogError(data + ": the frames have to be a list; write the sheet with --data aseprite-array");
        else if (sheet.frames.Any(frame => frame.rotated))
            Debug.LogError(data + ": Unity cannot turn sprites; write the sheet without --rotate");
        else
            return sheet;
        return null;
    }

    void OnPreprocessTexture()
    {
        context.DependsOnSourceAsset(Path.ChangeExtension(assetPath, "json"));
        var sheet = SheetOf(assetPath);
        if (sheet == null) return;
        var importer = (TextureImporter)assetImporter;
        importer.textureType = TextureImporterType.Sprite;
        importer.spriteImportMode = SpriteImportMode.Multiple;
        int side = Mathf.NextPowerOfTwo(Math.Max(sheet.meta.size.w, sheet.meta.size.h));
        importer.maxTextureSize = Math.Max(importer.maxTextureSize, Math.Min(side, 16384));

        var factories = new SpriteDataProviderFactories();
        factories.Init();
        var provider = factories.GetSpriteEditorDataProviderFromObject(importer);
        provider.InitSpriteEditorDataProvider();
        // Sprites of the same name keep their identity, and with it all references to them.
        var known = new Dictionary<string, GUID>();
        foreach (var old in provider.GetSpriteRects()) known[old.name] = old.spriteID;
        provider.SetSpriteRects(sheet.frames.Select(frame => new SpriteRect
        {
            name = frame.filename,
            spriteID = known.TryGetValue(frame.filename, out var id) ? id : GUID.Generate(),
            // Unity counts rows from below.
            rect = new Rect(frame.frame.x, sheet.meta.size.h - frame.frame.y - frame.frame.h, frame.frame.w, frame.frame.h),
            alignment = SpriteAlignment.Custom,
            pivot = Pivot(frame),
        }).ToArray());
        provider.Apply();
    }

    // The centre of the whole frame, in parts of the trimmed cell.
    static Vector2 Pivot(Frame frame)
    {
        float x = frame.sourceSize.w / 2f - frame.spriteSourceSize.x;
        float y = frame.sourceSize.h / 2f - frame.spriteSourceSize.y;
        return new Vector2(x / frame.frame.w, 1 - y / frame.frame.h);
    }

    static void OnPostprocessAllAssets(string[] imported, string[] deleted, string[] moved, string[] movedFrom)
    {
        foreach (string picture in imported)
        {
            var sheet = SheetOf(picture);
            if (sheet == null) continue;
            var sprites = new Dictionary<string, Sprite>();
            foreach (var sprite in AssetDatabase.LoadAllAssetsAtPath(picture).OfType<Sprite>()) sprites[sprite.name] = sprite;
            foreach (var tag in sheet.meta.frameTags) WriteClip(picture, sheet, tag, sprites);
        }
    }

    static void WriteClip(string picture, Sheet sheet, Tag tag, Dictionary<string, Sprite> sprites)
    {
        string name = string.Concat(tag.name.Select(c => Path.GetInvalidFileNameChars().Contains(c) || c == '/' ? '_' : c));
        string whole = Path.ChangeExtension(picture, null);
        string path = whole + (tag.name == Path.GetFileName(whole) ? "" : "-" + name) + ".anim";
        var clip = AssetDatabase.LoadAssetAtPath<AnimationClip>(path);
        bool isNew = clip == null;
        if (isNew) clip = new AnimationClip();

        // One sample is a millisecond, the unit of the data.
        clip.frameRate = 1000;
        var keys = new List<ObjectReferenceKeyframe>();
        int start = 0;
        foreach (int index in Order(tag))
        {
            keys.Add(new ObjectReferenceKeyframe { time = start / 1000f, value = sprites[sheet.frames[index].filename] });
            start += sheet.frames[index].duration;
        }
        // A clip ends one sample after its last key, so the last frame gets a second key.
        var last = new ObjectReferenceKeyframe { time = (start - 1) / 1000f, value = keys.Last().value };
        if (last.time > keys.Last().time) keys.Add(last);
        var binding = EditorCurveBinding.PPtrCurve("", typeof(SpriteRenderer), "m_Sprite");
        AnimationUtility.SetObjectReferenceCurve(clip, binding, keys.ToArray());
        var settings = AnimationUtility.GetAnimationClipSettings(clip);
        settings.loopTime = string.IsNullOrEmpty(tag.repeat);
        AnimationUtility.SetAnimationClipSettings(clip, settings);
        if (isNew) AssetDatabase.CreateAsset(clip, path);
        else EditorUtility.SetDirty(clip);
    }

    // The frames of all plays, or of one play that repeats for ever. A ping-pong counts each sweep as a play, and
    // sweeps share the frame at which they turn.
    static List<int> Order(Tag tag)
    {
        var sweep = Enumerable.Range(tag.from, tag.to - tag.from + 1).ToList();
        if (tag.direction == "reverse" || tag.direction == "pingpong_reverse") sweep.Reverse();
        bool turns = tag.direction.StartsWith("pingpong") && sweep.Count > 1;
        bool counts = int.TryParse(tag.repeat, out int plays);
        if (!counts) plays = turns ? 2 : 1;
        var order = sweep.ToList();
        for (int play = 1; play < plays; play++)
        {
            if (turns) sweep.Reverse();
            order.AddRange(turns ? sweep.Skip(1) : sweep);
        }
        if (turns && !counts) order.RemoveAt(order.Count - 1);
        return order;
    }
}
