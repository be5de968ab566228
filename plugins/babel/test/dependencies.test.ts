import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
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

describe("the cache of results of Babel", function () {
  this.timeout(60_000);
  const folder = makeTemporaryFolder();
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const run = (...flags: readonly string[]): string =>
    execFileSync(process.execPath, [program, "run", "a.js", ...flags], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      env: childEnvironment(),
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
});
