// The part of Unity's interface that AnimConvSheets.cs uses, as its documentation describes it, so that the script
// can be compiled and run without Unity. Main imports one picture and prints its sprites and clips.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using UnityEditor;
using UnityEngine;

namespace UnityEngine
{
    public class Object { public string name; }
    public class Sprite : Object { }
    public class SpriteRenderer : Object { }
    public class AnimationClip : Object { public float frameRate = 60; }
    public struct Vector2 { public float x, y; public Vector2(float x, float y) { this.x = x; this.y = y; } }
    public struct Rect
    {
        public float x, y, width, height;
        public Rect(float x, float y, float width, float height) { this.x = x; this.y = y; this.width = width; this.height = height; }
    }
    public enum SpriteAlignment { Center, Custom = 9 }
    public static class Debug { public static void LogError(object message) { Console.WriteLine("error " + message); } }
    public static class Mathf
    {
        public static int NextPowerOfTwo(int value) { int power = 1; while (power < value) power *= 2; return power; }
    }
    // Fields by name, as Unity's serializer fills them; others are ignored.
    public static class JsonUtility
    {
        public static T FromJson<T>(string text)
        {
            return (T)Filled(new System.Web.Script.Serialization.JavaScriptSerializer().DeserializeObject(text), typeof(T));
        }
        static object Filled(object value, Type type)
        {
            if (type.IsArray)
            {
                var list = value as object[];
                if (list == null) return null;
                var array = Array.CreateInstance(type.GetElementType(), list.Length);
                for (int i = 0; i < list.Length; i++) array.SetValue(Filled(list[i], type.GetElementType()), i);
                return array;
            }
            if (type.IsPrimitive || type == typeof(string)) return Convert.ChangeType(value, type);
            var result = Activator.CreateInstance(type, true);
            foreach (var pair in (Dictionary<string, object>)value)
            {
                var field = type.GetField(pair.Key, BindingFlags.Instance | BindingFlags.Public);
                if (field != null) field.SetValue(result, Filled(pair.Value, field.FieldType));
            }
            return result;
        }
    }
}

namespace UnityEditor
{
    public struct GUID { public static GUID Generate() { return new GUID(); } }
    public enum TextureImporterType { Default, Sprite = 8 }
    public enum SpriteImportMode { None, Single, Multiple }
    public class AssetImporter : UnityEngine.Object { }
    public class TextureImporter : AssetImporter
    {
        public TextureImporterType textureType;
        public SpriteImportMode spriteImportMode;
        public int maxTextureSize = 2048;
    }
    public class AssetImportContext { public void DependsOnSourceAsset(string path) { } }
    public class AssetPostprocessor
    {
        public string assetPath;
        public AssetImporter assetImporter = new TextureImporter();
        public AssetImportContext context = new AssetImportContext();
    }
    public struct ObjectReferenceKeyframe { public float time; public UnityEngine.Object value; }
    public struct EditorCurveBinding
    {
        public static EditorCurveBinding PPtrCurve(string path, Type type, string property) { return new EditorCurveBinding(); }
    }
    public class AnimationClipSettings { public bool loopTime; }
    public static class AnimationUtility
    {
        public static ObjectReferenceKeyframe[] Keys;
        public static AnimationClipSettings Settings = new AnimationClipSettings();
        public static void SetObjectReferenceCurve(AnimationClip clip, EditorCurveBinding binding, ObjectReferenceKeyframe[] keys) { Keys = keys; }
        public static AnimationClipSettings GetAnimationClipSettings(AnimationClip clip) { return Settings; }
        public static void SetAnimationClipSettings(AnimationClip clip, AnimationClipSettings settings) { Settings = settings; }
    }
    public static class EditorUtility { public static void SetDirty(UnityEngine.Object asset) { } }
    public static class AssetDatabase
    {
        public static T LoadAssetAtPath<T>(string path) where T : UnityEngine.Object { return null; }
        public static UnityEngine.Object[] LoadAllAssetsAtPath(string path)
        {
            return U2D.Sprites.SpriteDataProvider.Rects.Select(rect => (UnityEngine.Object)new Sprite { name = rect.name }).ToArray();
        }
        public static void CreateAsset(UnityEngine.Object asset, string path)
        {
            Console.WriteLine("clip {0} {1} {2}", Path.GetFileName(path), ((AnimationClip)asset).frameRate, AnimationUtility.Settings.loopTime);
            foreach (var key in AnimationUtility.Keys) Console.WriteLine("key {0} {1}", Math.Round(key.time * 1000), key.value.name);
        }
    }
}

namespace UnityEditor.U2D.Sprites
{
    public class SpriteRect
    {
        public string name;
        public GUID spriteID;
        public Rect rect;
        public SpriteAlignment alignment;
        public Vector2 pivot;
    }
    public class SpriteDataProviderFactories
    {
        public void Init() { }
        public SpriteDataProvider GetSpriteEditorDataProviderFromObject(UnityEngine.Object from) { return new SpriteDataProvider(); }
    }
    public class SpriteDataProvider
    {
        public static SpriteRect[] Rects = new SpriteRect[0];
        public void InitSpriteEditorDataProvider() { }
        public SpriteRect[] GetSpriteRects() { return Rects; }
        public void SetSpriteRects(SpriteRect[] rects) { Rects = rects; }
        public void Apply()
        {
            foreach (var r in Rects)
                Console.WriteLine("sprite {0} {1} {2} {3} {4} {5:F4} {6:F4}", r.name, r.rect.x, r.rect.y, r.rect.width, r.rect.height, r.pivot.x, r.pivot.y);
        }
    }
}

public static class Program
{
    public static void Main(string[] arguments)
    {
        System.Threading.Thread.CurrentThread.CurrentCulture = System.Globalization.CultureInfo.InvariantCulture;
        var all = BindingFlags.Static | BindingFlags.Instance | BindingFlags.NonPublic;
        var script = new AnimConvSheets { assetPath = arguments[0] };
        typeof(AnimConvSheets).GetMethod("OnPreprocessTexture", all).Invoke(script, null);
        var none = new string[0];
        typeof(AnimConvSheets).GetMethod("OnPostprocessAllAssets", all).Invoke(null, new object[] { arguments, none, none, none });
    }
}
