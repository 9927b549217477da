// Runs the installed animconv from Node.js, without dependencies.
//
//     import { batch, convert } from "animconv";
//     await convert("walk.gif", "walk.mp4", { crf: 30 });
//     await convert({ idle: "idle.gif", run: "run.gif" }, "hero.png", { preset: "pixi" });
//     await batch("build.json");
//
// Settings are named like the long options: { maxBytes: "500k" } is --max-bytes 500k, true is an option without a
// value, false its opposite (--no-trim), and a list repeats the option. ANIMCONV is the program, by default the
// `animconv` on the PATH.
import { spawn } from "node:child_process";

/** A run that failed. `exitCode` is animconv's exit code, or null if it did not start or was killed. */
export class AnimConvError extends Error {
  constructor(message, exitCode) {
    super(message);
    this.name = "AnimConvError";
    this.exitCode = exitCode;
  }
}

/** Converts one file, or the animations of a sheet; replaces the output. Returns animconv's report. */
export async function convert(input, output, settings = {}) {
  const inputs = typeof input === "string" ? [input]
    : Object.entries(input).map(([name, file]) => `${name}=${file}`);
  return JSON.parse(await run([...inputs, output, "-y", "--json", ...options(settings)]));
}

/** Converts what has changed: a batch file, or inputs and patterns with settings that include `out`. */
export async function batch(input, settings = {}) {
  const text = await run(["batch", ...[input].flat(), "--json", ...options(settings)]);
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** Runs animconv with these arguments and returns its standard output. Its messages appear when it fails. */
export function run(parameters) {
  const program = process.env.ANIMCONV || "animconv";
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let messages = "";
    child.stdout.setEncoding("utf8").on("data", (text) => { output += text; });
    child.stderr.setEncoding("utf8").on("data", (text) => { messages += text; });
    child.on("error", (error) => reject(new AnimConvError(
      error.code === "ENOENT" ? `${program} is not on the PATH; install animconv, or set ANIMCONV` : error.message,
      null)));
    child.on("close", (code) => {
      if (code === 0) resolve(output);
      else reject(new AnimConvError(messages.trim() || `animconv ended with ${code}`, code));
    });
  });
}

/** Settings as options of the command line. */
function options(settings) {
  return Object.entries(settings).flatMap(([key, value]) => {
    const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (value === undefined) return [];
    if (value === true) return [`--${name}`];
    if (value === false) return [`--no-${name}`];
    return [value].flat().map((item) => `--${name}=${item}`);
  });
}
