import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { childEnvironment, makeTemporaryFolder } from "@passwright/development";

const program = fileURLToPath(new URL("../../../packages/cli/bin/passwright.js", import.meta.url));
const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/** Plugin that replaces all strings with the content of a file, and declares this file as a dependency. */
const WORDS = `const { readFileSync, statSync } = require("fs");
const { join } = require("path");
module.exports = (api) => {
  const file = join(__dirname, "word.txt");
  api.cache.invalidate(() => statSync(file).mtimeMs);
  api.addExternalDependency(file);
  const word = readFileSync(file, "utf8").trim();
  return { name: "words", visitor: { StringLiteral({ node }) { node.value = word; node.extra = undefined; } } };
};
`;

/** Plugin that replaces all strings with the list of browsers. */
const TARGETS = `module.exports = (api) => {
  const targets = JSON.stringify(api.targets());
  return { name: "targets", visitor: { StringLiteral({ node }) { node.value = targets; node.extra = undefined; } } };
};
`;

describe("the cache of results of Babel", function () {
  this.timeout(60_000);
  const folder = makeTemporaryFolder();
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  let variables: { readonly [name: string]: string } = {};
  const run = (...flags: readonly string[]): string =>
    execFileSync(process.execPath, [program, "run", "a.js", ...flags], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...childEnvironment(), ...variables },
    });
  const cached = (): string =>
    (JSON.parse(run("--cache", "--json-lines").split("\n")[1] ?? "") as { from: string }).from;
  const configured = (settings: object): string =>
    JSON.stringify({ presets: [["@babel/preset-env"]], plugins: ["./words.cjs"], ...settings });

  before(() => {
    symlinkSync(modules, join(folder, "node_modules"));
    write("package.json", JSON.stringify({ name: "scripts", version: "1.0.0", type: "module" }));
    write("passwright.config.yaml", "framework: ./framework.js\n");
    write(
      "framework.js",
      'import { babelFramework } from "@passwright/babel";\n' +
        'export default babelFramework({ filename: "a.js", configFile: "./babel.config.json" });\n',
    );
    write("babel.config.json", configured({}));
    write("words.cjs", WORDS);
    write("word.txt", "one\n");
    write(".browserslistrc", "chrome 120\n");
    write("a.js", 'const word = "none"; // a comment\n');
  });

  for (const [what, file, text] of [
    ["a file that a plugin declares", "word.txt", "two\n"],
    ["an option in the configuration file", "babel.config.json", configured({ comments: false })],
    ["the list of browsers", ".browserslistrc", "ie 11\n"],
  ] as const)
    it(`runs again after a change of ${what}`, () => {
      cached();
      expect(cached()).to.equal("cache");
      write(file, text);
      expect(run("--cache")).to.equal(run());
      write(file, `${text} `);
      expect(cached()).to.equal("run");
    });

  it("runs again after a change of the list of browsers that the configuration file names", () => {
    const named = { plugins: ["./targets.cjs"], presets: [], browserslistConfigFile: "lists/own" };
    write("babel.config.json", configured(named));
    write("targets.cjs", TARGETS);
    mkdirSync(join(folder, "lists"));
    for (const [list, browser] of [
      ["chrome 120\n", "chrome"],
      ["ie 11\n", "ie"],
    ] as const) {
      write("lists/own", list);
      expect(run("--cache")).to.contain(browser);
    }
  });

  it("runs again after a change of a file that a preset declares", () => {
    write(
      "strings.cjs",
      `const words = require("./words.cjs");\nmodule.exports = (api) => ({ plugins: [words(api)].map((one) => () => one) });\n`,
    );
    write("babel.config.json", JSON.stringify({ presets: ["./strings.cjs"] }));
    for (const word of ["three", "four"]) {
      write("word.txt", `${word}\n`);
      expect(run("--cache")).to.contain(word);
    }
  });

  const browsers = JSON.stringify({ chrome: { 120: 90 } });
  const inMyStats = { BROWSERSLIST: "> 50% in my stats" };
  for (const [what, first, second] of [
    ["`NODE_ENV`", {}, { NODE_ENV: "test" }],
    ["`BABEL_ENV`", {}, { BABEL_ENV: "test" }],
    ["`BROWSERSLIST`", {}, { BROWSERSLIST: "ie 10" }],
    ["the file in `BROWSERSLIST_CONFIG`", { BROWSERSLIST_CONFIG: "other" }, "other"],
    ["the file in `BROWSERSLIST_STATS`", { ...inMyStats, BROWSERSLIST_STATS: "stats.json" }, "stats.json"],
    ["the file with the statistics of browsers", inMyStats, "browserslist-stats.json"],
  ] as const)
    it(`runs again after a change of ${what}`, () => {
      write("babel.config.json", JSON.stringify({ plugins: ["./targets.cjs"], env: { test: { comments: false } } }));
      write("targets.cjs", TARGETS);
      write("other", "chrome 120\n");
      for (const name of ["stats.json", "browserslist-stats.json"]) write(name, browsers);
      variables = first;
      const before = run("--cache");
      if (typeof second === "object") variables = second;
      else write(second, second.endsWith("json") ? JSON.stringify({ ie: { 10: 90 } }) : "ie 10\n");
      const after = run("--cache");
      expect(after).to.equal(run());
      expect(after).to.not.equal(before);
    });
});
