import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { childEnvironment, makeTemporaryFolder } from "@passwright/development";
import { assemble } from "@passwright/sdk";
import { postcssFramework } from "@passwright/postcss";

const program = fileURLToPath(new URL("../../../packages/cli/bin/passwright.js", import.meta.url));
const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/** Plugin that replaces `@parts` with all files `parts/*.css`, and `@part` with one file, as postcss-import does. */
const FRAMEWORK = `import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import autoprefixer from "autoprefixer";
import { postcssFramework } from "@passwright/postcss";

const parts = { postcssPlugin: "parts", AtRule(rule, { result }) {
  const folder = dirname(rule.source.input.file);
  const message = (fields) => void result.messages.push({ plugin: "parts", parent: rule.source.input.file, ...fields });
  const read = (file) => readFileSync(file, "utf8").trim();
  if (rule.name === "part") {
    const file = join(folder, rule.params);
    message({ type: "dependency", file });
    rule.replaceWith(read(file));
  } else if (rule.name === "parts") {
    const dir = join(folder, "parts");
    message({ type: "dir-dependency", dir, glob: "*.css" });
    const names = readdirSync(dir).filter((name) => name.endsWith(".css"));
    rule.replaceWith(...names.map((name) => read(join(dir, name))));
  }
} };
export default postcssFramework({ plugins: [parts, autoprefixer()] });
`;

describe("the cache of results of PostCSS", function () {
  this.timeout(60_000);
  const folder = makeTemporaryFolder();
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  let variables: { readonly [name: string]: string } = {};
  const run = (input: string, ...flags: readonly string[]): string =>
    execFileSync(process.execPath, [program, "run", input, ...flags], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...childEnvironment(), ...variables },
    });

  before(() => {
    symlinkSync(modules, join(folder, "node_modules"));
    write("package.json", JSON.stringify({ name: "sheets", version: "1.0.0", type: "module" }));
    write("passwright.config.yaml", "framework: ./framework.js\n");
    write("framework.js", FRAMEWORK);
    write("css/one.css", "@part part.css;\n");
    write("css/all.css", "@parts;\n");
    write("css/select.css", "a { user-select: none }\n");
    write("css/part.css", "a { color: red }\n");
    write("css/parts/a.css", "b { color: red }\n");
    write("css/parts/other.txt", "none\n");
    write(".browserslistrc", "chrome 120\n");
  });

  for (const [what, input, file, text, isRead] of [
    ["a file of a message `dependency`", "css/one.css", "css/part.css", "a { color: blue }\n", true],
    ["a changed file of a message `dir-dependency`", "css/all.css", "css/parts/a.css", "b { color: blue }\n", true],
    ["a new file of a message `dir-dependency`", "css/all.css", "css/parts/b.css", "c { color: red }\n", true],
    ["a file that does not match the pattern of the message", "css/all.css", "css/parts/other.txt", "some\n", false],
    ["the list of browsers", "css/select.css", ".browserslistrc", "safari 12\n", true],
    ["a new list of browsers beside the input", "css/select.css", "css/.browserslistrc", "chrome 119\n", true],
  ] as const)
    it(`${isRead ? "runs again after a change of" : "ignores"} ${what}`, () => {
      const cached = (): string => {
        const shown = JSON.parse(run(input, "--cache", "--json-lines").split("\n")[1] ?? "") as { from: string };
        return shown.from;
      };
      cached();
      expect(cached()).to.equal("cache");
      write(file, text);
      expect(run(input, "--cache")).to.equal(run(input));
      write(file, `${text} `);
      expect(cached()).to.equal(isRead ? "run" : "cache");
    });

  const inMyStats = { BROWSERSLIST: "> 50% in my stats" };
  for (const [what, first, second] of [
    ["`NODE_ENV`", {}, { NODE_ENV: "development" }],
    ["`BROWSERSLIST_ENV`", {}, { BROWSERSLIST_ENV: "development" }],
    ["`BROWSERSLIST`", {}, { BROWSERSLIST: "ie 10" }],
    ["`BROWSERSLIST_CONFIG`", {}, { BROWSERSLIST_CONFIG: "lists/other" }],
    ["the file in `BROWSERSLIST_CONFIG`", { BROWSERSLIST_CONFIG: "lists/other" }, "lists/other"],
    ["the file in `BROWSERSLIST_STATS`", { ...inMyStats, BROWSERSLIST_STATS: "lists/stats.json" }, "lists/stats.json"],
    ["the file with the statistics of browsers", inMyStats, "browserslist-stats.json"],
    ["`AUTOPREFIXER_GRID`", { BROWSERSLIST: "ie 10" }, { BROWSERSLIST: "ie 10", AUTOPREFIXER_GRID: "autoplace" }],
  ] as const)
    it(`runs again after a change of ${what}`, () => {
      write(".browserslistrc", "[production]\nsafari 6\n[development]\nchrome 120\n");
      write("grid.css", "a { user-select: none; display: grid; grid-template: 'a' 1fr / 1fr }\n");
      write("lists/other", "chrome 120\n");
      for (const name of ["lists/stats.json", "browserslist-stats.json"])
        write(name, JSON.stringify({ chrome: { 120: 90 } }));
      variables = first;
      const before = run("grid.css", "--cache");
      if (typeof second === "object") variables = second;
      else write(second, second.endsWith("json") ? JSON.stringify({ ie: { 10: 90 } }) : "ie 10\n");
      const after = run("grid.css", "--cache");
      expect(after).to.equal(run("grid.css"));
      expect(after).to.not.equal(before);
    });
});

describe("the dependencies of a style sheet", () => {
  it("are known if a plugin fails after it read a file", () => {
    const failing = {
      postcssPlugin: "failing",
      Once(_: unknown, { result }: { readonly result: { readonly messages: object[] } }) {
        result.messages.push({ type: "dependency", plugin: "failing", file: "/styles/part.css" });
        throw new Error("the part is invalid");
      },
    };
    const assembly = assemble(postcssFramework({ plugins: [failing as never] }));
    const parsed = assembly.parse("a {}", { file: "/styles/a.css" });
    if (!parsed.ok) throw new Error("the sheet is valid");
    expect(assembly.run(parsed.root).ok).to.equal(false);
    expect(assembly.irs[0]?.dependenciesOf?.(parsed.root)).to.include("/styles/part.css");
  });
});
