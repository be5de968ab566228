import { readFileSync } from "node:fs";

/** Files that the loader must refuse, with the reason. */
export interface Case {
  readonly title: string;
  readonly files: { readonly [path: string]: string };
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const read = (name: string): string => readFileSync(new URL(`../../test/hostile/${name}`, import.meta.url), "utf8");

/** Parses the cases of a table: `# title`, then files, each after a line `@ path`. */
export function casesIn(name: string): Case[] {
  return read(name)
    .split(/^# (?=.*\n@ )/m)
    .slice(1)
    .map((part) => {
      const [title = "", ...files] = part.split(/^@ /m);
      return {
        title: title.trim(),
        files: Object.fromEntries(
          files.map((file) => {
            const end = file.indexOf("\n");
            return [file.slice(0, end), file.slice(end + 1)];
          }),
        ),
      };
    });
}

/** Config with all existing keys. */
export const full = JSON.parse(read("full.json")) as { readonly [key: string]: Json };

type Path = readonly (string | number)[];

/** Returns all paths in a value. */
export function pathsIn(value: Json, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, inner]) =>
      pathsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

export function valueAt(value: Json, path: Path): Json {
  return path.reduce<Json>((at, key) => (at as { readonly [key: string]: Json })[key] ?? null, value);
}

/** Returns a copy of a value in which the part at a path is replaced. */
export function withValue(value: Json, [first, ...rest]: Path, replacement: Json): Json {
  if (first === undefined) return replacement;
  const inner = withValue(valueAt(value, [first]), rest, replacement);
  if (Array.isArray(value)) return (value as readonly Json[]).map((one, index) => (index === first ? inner : one));
  return Object.fromEntries(
    Object.entries(value as object).map(([key, one]) => [key, key === first ? inner : (one as Json)]),
  );
}

const wrong: readonly Json[] = [null, 7, "", [], {}, true, [[{}]], { "odd key": 1 }, -0.5, "\u0007"];

/** Returns variants of the full config: one with a wrong value for each path, and one with a wrong key for each map. */
export function variations(): { readonly title: string; readonly value: Json }[] {
  const paths = pathsIn(full).slice(1);
  const replaced = paths.map((path, index) => {
    const value = wrong[index % wrong.length] as Json;
    return { title: `${path.join(".")} is ${JSON.stringify(value)}`, value: withValue(full, path, value) };
  });
  const maps = pathsIn(full).filter((path) => {
    const value = valueAt(full, path);
    return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
  });
  const misspelt = maps.map((path, index) => {
    const entries = Object.entries(valueAt(full, path) as object) as [string, Json][];
    const at = index % entries.length;
    const [key] = entries[at] as [string, Json];
    const bent = Object.fromEntries(entries.map(([name, inner], each) => [each === at ? `${name}x` : name, inner]));
    return { title: `${[...path, key].join(".")} is misspelt`, value: withValue(full, path, bent) };
  });
  return [...replaced, ...misspelt];
}

/** Returns extreme texts that no person would write: long, deep, and with many items. */
export function largeCases(): Case[] {
  const yaml = (title: string, text: string): Case => ({ title, files: { "passwright.config.yaml": text } });
  const json = (title: string, text: string): Case => ({ title, files: { "passwright.config.json": text } });
  const many = (count: number, text: string): string => Array.from({ length: count }, () => text).join("");
  return [
    ...[100, 20_000].flatMap((depth) => [
      yaml(
        `${depth} lists in each other, YAML`,
        `framework: ./bomb.js\ninsert: ${many(depth, "[")}${many(depth, "]")}\n`,
      ),
      json(`${depth} lists in each other, JSON`, `{ "insert": ${many(depth, "[")}${many(depth, "]")} }`),
      json(`${depth} maps in each other, JSON`, `${many(depth, '{"a":')}1${many(depth, "}")}`),
      json(`${depth} lists that stay open`, many(depth, "[")),
    ]),
    yaml("500 maps in each other, YAML", Array.from({ length: 500 }, (_, depth) => `${many(depth, " ")}a:`).join("\n")),
    yaml("1000 parentheses", `pipeline: "any(${many(1000, "a(")}b${many(1000, ")")})"\n`),
    yaml("900000 characters for a framework", `framework: ${many(900_000, "x")}\n`),
    json("900000 characters for a key", `{ "${many(900_000, "k")}": 1 }`),
    yaml("a path of 5000 characters", `framework: ./${many(5000, "x")}\n`),
    yaml("a name of 5000 characters", `framework: ${many(5000, "x")}\n`),
    yaml("a line of 900000 characters", `framework: ./bomb.js # ${many(900_000, "x")}\nlevle: O1\n`),
    yaml("60000 keys", Array.from({ length: 60_000 }, (_, index) => `k${index}: 1\n`).join("")),
    json("200000 values", `{ "framework": "./bomb.js", "plugins": [${many(200_000, '"a",')}"b"] }`),
    json("30000 steps", `{ "pipeline": [${many(30_000, '"a",')}"b"] }`),
    json("1000 plugins", `{ "framework": "./bomb.js", "plugins": [${many(1000, '"./none",')}"b"] }`),
    json(
      "10 plugins that are not there",
      `{ "framework": "./bomb.js", "plugins": [${Array.from({ length: 10 }, (_, index) => `"./none${index}"`).join()}] }`,
    ),
    yaml("20000 anchors", `${Array.from({ length: 20_000 }, (_, index) => `- &a${index} x\n`).join("")}`),
    yaml("a file of 5 MiB", `framework: ./bomb.js\n${many(5 * 2 ** 20, "#")}\n`),
    {
      title: "a range of 100000 parts",
      files: manifestWith({ api: many(100_000, "1.0.0 || ") }),
    },
    { title: "a range of 100000 spaces", files: manifestWith({ api: `^1.0.0${many(60_000, " ")}x` }) },
    { title: "a manifest of 2000 passes in each other", files: manifestWith({ api: "^1.0.0", passes: nested(2000) }) },
  ];
}

function nested(depth: number): Json {
  let value: Json = [];
  for (let count = 0; count < depth; count++) value = [value];
  return value;
}

/** Returns a plugin with this manifest. */
export function manifestWith(field: { readonly [key: string]: Json }): { readonly [path: string]: string } {
  return { "odd/package.json": JSON.stringify({ name: "odd", passwright: { kind: "plugin", ...field } }) };
}

/** Bytes that are not valid text. */
export const bytes: readonly (readonly [title: string, content: Uint8Array])[] = [
  ["a zero byte", Uint8Array.from([...Buffer.from("framework: ./bo"), 0, ...Buffer.from("mb.js\n")])],
  ["UTF-16", Uint8Array.from([0xff, 0xfe, ...Buffer.from("framework: ./bomb.js\n", "utf16le")])],
  ["Latin-1", Uint8Array.from([...Buffer.from("framework: ./bomb.js\nlevel: h"), 0xf6, ...Buffer.from("chst\n")])],
  ["half a character", Uint8Array.from([...Buffer.from("framework: ./bomb.js\nlevel: "), 0xe2, 0x82])],
  ["an overlong slash", Uint8Array.from([...Buffer.from("framework: ."), 0xc0, 0xaf, ...Buffer.from("bomb.js\n")])],
  ["a surrogate", Uint8Array.from([...Buffer.from("framework: ./bomb.js\nlevel: "), 0xed, 0xa0, 0x80, 0x0a])],
  ["two byte order marks", Buffer.from("\uFEFF\uFEFFframework: 3\n")],
  ["a byte order mark before an error", Buffer.from("\uFEFFframework: 3\n")],
  ["a program", Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0])],
];
