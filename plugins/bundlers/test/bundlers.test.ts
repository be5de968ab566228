import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PluginObj } from "@babel/core";
import { expect } from "chai";
import nested from "postcss-nested";
import { rollup } from "rollup";
import type { RollupLog } from "rollup";
import { optimize } from "svgo";
import { build } from "vite";
import webpack from "webpack";
import { makeTemporaryFolder } from "@passwright/development";
import { babelFramework } from "@passwright/babel";
import { passwright } from "@passwright/bundlers/rollup";
import { messagesOf, postcssFramework } from "@passwright/postcss";
import { assemble, defineFramework, defineIr, definePass } from "@passwright/sdk";
import type { PassContext, UsageError } from "@passwright/sdk";
import svgo from "@passwright/svgo";

const ICON = '<svg xmlns="http://www.w3.org/2000/svg"><!-- a --><path d="M 0 0 L 8 0"/></svg>';

const pipeline = assemble(svgo) as never;

const scripts = assemble(
  babelFramework({
    filename: "a.js",
    plugins: [
      (): PluginObj => ({
        visitor: {
          Identifier(path) {
            if (path.node.name === "debug") path.node.name = "log";
          },
          DebuggerStatement(path) {
            throw path.buildCodeFrameError("no debugger here");
          },
        },
      }),
    ],
  }),
) as never;

const styles = assemble(
  postcssFramework({
    plugins: [
      nested(),
      {
        postcssPlugin: "depends",
        Once(_root, { result }) {
          result.messages.push({ type: "dependency", plugin: "depends", file: "/in/theme.css" });
        },
      },
    ],
  }),
) as never;

interface Note {
  readonly kind: string;
  readonly kids: readonly Note[];
}

/** Makes a pipeline for files of notes with a pass that runs `check`. `members` replaces members of the IR. */
function notes(members: object, check: (op: Note, pass: PassContext<Note>) => void = () => {}): never {
  const ir = defineIr<Note, "kids", Note>({
    name: "note",
    root: "note",
    extensions: [".note"],
    nameOf: ({ kind }) => kind,
    childrenOf: "kids",
    parse: () => ({ kind: "note", kids: [] }),
    print: ({ kind }) => kind,
    ...members,
  });
  const pass = definePass({ name: "check", ir, runOnOperation: check });
  return assemble(defineFramework({ name: "notes", ir, pipeline: (builder) => void builder.addPass(pass) })) as never;
}

/** Returns the error with which a build of `main.note` fails. */
async function failureOf(plugin: ReturnType<typeof passwright>): Promise<RollupLog> {
  const folder = folderWith({ "main.note": "" });
  return roll(join(folder, "main.note"), plugin).then(
    () => expect.fail("it failed"),
    (thrown: unknown) => thrown as RollupLog,
  );
}

/** Pass that reports two errors and succeeds. */
function complain(op: Note, pass: PassContext<Note>): void {
  pass.emitError("first", op);
  pass.emitError("second", op);
}

/** Writes files into a new folder. */
function folderWith(files: { readonly [path: string]: string }): string {
  const folder = makeTemporaryFolder();
  mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
}

async function roll(
  input: string,
  plugin: ReturnType<typeof passwright>,
): Promise<{
  readonly code: string;
  readonly map: { readonly sourcesContent?: readonly (string | null)[] | undefined } | null;
  readonly warnings: readonly RollupLog[];
  readonly watched: readonly string[];
}> {
  const warnings: RollupLog[] = [];
  const bundle = await rollup({ input, plugins: [plugin as never], onLog: (_level, log) => void warnings.push(log) });
  const { output } = await bundle.generate({ format: "es", sourcemap: true });
  return { code: output[0].code, map: output[0].map, warnings, watched: bundle.watchFiles };
}

function pack(
  folder: string,
  rules: readonly object[],
): Promise<{ readonly code: string; readonly errors: readonly string[] }> {
  const output = { path: join(folder, "out"), filename: "out.js" };
  const config = { mode: "none", context: folder, entry: "./main.js", output, module: { rules: [...rules] } } as const;
  return new Promise((resolve, reject) => {
    webpack(config as never, (error, stats) => {
      if (error != null) return reject(error);
      const errors = (stats?.toJson({ errors: true }).errors ?? []).map(({ message }) => message);
      resolve({ code: errors.length > 0 ? "" : readFileSync(join(output.path, "out.js"), "utf8"), errors });
    });
  });
}

describe("bundlers", () => {
  const files = { "main.js": 'import icon from "./icon.svg";\nconsole.log(icon);\n', "icon.svg": ICON };
  const optimized = JSON.stringify(optimize(ICON).data);

  it("Rollup gets the text of an image as a module", async () => {
    const folder = folderWith(files);
    const { code } = await roll(join(folder, "main.js"), passwright({ pipeline }));
    expect(code).to.contain(`var icon = ${optimized};`.replaceAll('\\"', '\\"'));
  });

  it("Rollup gets code with its map, and the files that it depends on", async () => {
    const folder = folderWith({ "main.js": "export const f = () => debug(1);\n", "a.css": "a { &:hover { b: c } }\n" });
    const { code, map } = await roll(join(folder, "main.js"), passwright({ pipeline: scripts }));
    expect(code).to.contain("log(1)");
    expect(map?.sourcesContent).to.deep.equal(["export const f = () => debug(1);\n"]);
    const dependenciesOf = (root: object): readonly string[] =>
      (messagesOf.get(root) ?? []).flatMap(({ type, file }) => (type === "dependency" ? [String(file)] : []));
    const css = passwright({ pipeline: styles, as: "text", dependenciesOf });
    const { code: text, watched } = await roll(join(folder, "a.css"), css);
    expect(text).to.contain('"a:hover { b: c }\\n"');
    expect(watched).to.contain("/in/theme.css");
  });

  it("Rollup shows errors with their place", async () => {
    const folder = folderWith({ "main.js": "f();\n  debugger;\n", "icon.svg": "<svg>\n<g></svg>" });
    const failure = async (file: string, plugin: ReturnType<typeof passwright>): Promise<RollupLog> =>
      roll(join(folder, file), plugin).then(
        () => expect.fail("it failed"),
        (thrown: unknown) => thrown as RollupLog,
      );
    const script = await failure("main.js", passwright({ pipeline: scripts }));
    expect(script.message).to.contain("no debugger here");
    expect(script.loc).to.deep.include({ line: 2, column: 2 });
    const image = await failure("icon.svg", passwright({ pipeline }));
    expect(image.message).to.contain("the svg parser refused the input");
    expect(image.loc).to.deep.include({ line: 2 });
  });

  it("Rollup fails after errors, even if all passes succeeded", async () => {
    const { message } = await failureOf(passwright({ pipeline: notes({}, complain) }));
    expect(message).to.match(/first[^]*second/);
  });

  it("Rollup fails if the IR does not print text", async () => {
    for (const text of [undefined, 3, Promise.resolve("x")])
      // Fails one build at a time.
      // oxlint-disable-next-line no-await-in-loop
      expect((await failureOf(passwright({ pipeline: notes({ print: () => text }) }))).message).to.match(
        /`print` of IR `note` returned .* instead of a string\nhelp: /,
      );
    expect((await failureOf(passwright({ pipeline: notes({ printWithMap: () => ({}) }) }))).message).to.match(
      /the IR of `pipeline` did not print text\nhelp: return a string from `print` of the IR/,
    );
  });

  it("Rollup watches a list of files, or the list that a promise resolves to", async () => {
    const folder = folderWith({ "main.note": "" });
    const dependenciesOf = (): Promise<readonly string[]> => Promise.resolve(["/in/a.txt"]);
    const { watched } = await roll(join(folder, "main.note"), passwright({ pipeline: notes({}), dependenciesOf }));
    expect(watched).to.contain("/in/a.txt");
    const { message } = await failureOf(passwright({ pipeline: notes({}), dependenciesOf: () => ["a", 3] as never }));
    expect(message)
      .to.contain("`dependenciesOf` did not return a list of strings")
      .and.to.contain("return a list of paths");
  });

  it("shows an error of another copy of the SDK", async () => {
    const diagnostic = { code: "PWS0103", severity: "error", message: "`print` cannot continue", help: ["continue"] };
    const print = (): never => {
      throw Object.assign(new Error(diagnostic.message), { diagnostic });
    };
    const { message } = await failureOf(passwright({ pipeline: notes({ print }) }));
    expect(message).to.contain("`print` cannot continue").and.to.contain("help: continue");
  });

  it("Vite builds with the same plugin", async () => {
    const folder = folderWith(files);
    const result = await build({
      root: folder,
      configFile: false,
      logLevel: "silent",
      build: { write: false, minify: false, rollupOptions: { input: join(folder, "main.js") } },
      plugins: [passwright({ pipeline }) as never],
    });
    const { output } = [result].flat()[0] as { readonly output: readonly { readonly code?: string }[] };
    expect(output[0]?.code).to.contain(optimize(ICON).data);
  });

  it("Vite imports the unchanged text of a file, or its address, with a query", async () => {
    const folder = folderWith({
      "main.js": 'import text from "./a.css?raw";\nimport icon from "./icon.svg?raw";\nconsole.log(text, icon);\n',
      "a.css": "a { &:hover { b: c } }\n",
      "icon.svg": ICON,
    });
    const result = await build({
      root: folder,
      configFile: false,
      logLevel: "silent",
      build: { write: false, minify: false, rollupOptions: { input: join(folder, "main.js") } },
      plugins: [passwright({ pipeline }) as never, passwright({ pipeline: styles }) as never],
    });
    const { output } = [result].flat()[0] as { readonly output: readonly { readonly code?: string }[] };
    expect(output[0]?.code).to.contain("a { &:hover { b: c } }").and.to.contain(ICON.trim());
  });

  for (const [settings, message] of [
    [{}, "the settings of `passwright`: `pipeline` must be the result of `assemble`, not null"],
    [{ pipeline: svgo }, "the settings of `passwright`: `pipeline` must be the result of `assemble`, not an object"],
    [{ pipeline, include: ".svg" }, 'the settings of `passwright`: `include` must be a regular expression, not ".svg"'],
    [{ pipeline, as: "texts" }, 'the settings of `passwright`: `as` must be "code" or "text", not "texts"'],
    [
      { pipeline: notes({ extensions: [] }) },
      "the settings of `passwright` must contain `include`, because the IR of `pipeline` has no extensions",
    ],
    [{ pipeline, exclude: /a/ }, "the settings of `passwright`: unknown key `exclude`; did you mean `include`?"],
  ] as const)
    it(`refuses settings: ${message}`, () => {
      try {
        passwright(settings as never);
        expect.fail("it was taken");
      } catch (thrown) {
        expect((thrown as UsageError).diagnostic).to.include({ code: "PWL0606", message });
      }
    });

  it("runs on all files that a pattern with the flag `g` matches", () => {
    const plugin = passwright({ pipeline: scripts, include: /\.es$/g });
    const context = { addWatchFile() {}, warn() {}, error: () => expect.fail("the module is valid") };
    const run = (): Promise<unknown> => plugin.transform.call(context as never, "debug();", "a.es");
    return Promise.all([run(), run()]).then(([first, second]) => expect(second).to.deep.equal(first));
  });

  it("webpack loads images as modules, and shows errors", async () => {
    const loader = fileURLToPath(new URL("../dist/webpack.js", import.meta.url));
    const rules = [{ test: /\.svg$/, loader, options: { pipeline } }];
    expect((await pack(folderWith(files), rules)).code).to.contain(optimized);
    const { errors } = await pack(folderWith({ ...files, "icon.svg": "<svg>\n<g></svg>" }), rules);
    expect(errors.join("\n")).to.match(/the svg parser refused the input: [^]*icon\.svg:2:/);
    const complaining = [{ test: /\.svg$/, loader, options: { pipeline: notes({}, complain) } }];
    expect((await pack(folderWith(files), complaining)).errors.join("\n"))
      .to.contain("first")
      .and.to.contain("second");
  });
});
