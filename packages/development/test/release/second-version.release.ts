import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { API_VERSION } from "@passwright/sdk";
import { edit, passwright, projectWith, run, setting, write } from "./project.ts";
import { rehearsalIn } from "./rehearsal.ts";
import { manifestIn } from "./packages.ts";

const repository = join(setting("FOLDER"), "repository");

describe("a second version", () => {
  const { version: first } = manifestIn(join(repository, "packages/core"));
  let second: string;
  // npm must ask the registry, because the cache of npm contains only the first version.
  const install = (...packages: readonly string[]): string => projectWith("--no-prefer-offline", ...packages);

  before("version and publish", () => {
    const { git, lerna, publish, folder } = rehearsalIn(repository);
    edit(join(folder, "packages/core/README.md"), (text) => `${text}\nMore.\n`);
    git("commit", "--all", "--quiet", "--message", "core: add a sentence to the page");
    edit(join(folder, "packages/ir/README.md"), (text) => `${text}\nMore.\n`);
    git("commit", "--all", "--quiet", "--message", "docs: mention the IR");
    lerna("version", "--yes", "--no-push", "--loglevel", "warn");
    second = manifestIn(join(folder, "packages/core")).version;
    // For other tests, the newest version must remain the first version.
    publish("--dist-tag", "next");
  });

  it("is a minor one, because a commit adds something", () => {
    const [major, minor] = first.split(".").map(Number);
    expect(second).to.equal(`${major}.${(minor as number) + 1}.0`);
    expect(rehearsalIn(repository).git("tag", "--points-at", "HEAD").trim()).to.equal(`v${second}`);
    expect(rehearsalIn(repository).git("log", "-1", "--format=%s").trim()).to.equal(`release: v${second}`);
  });

  it("has changelogs of packages from commits, and that of the repository as written", () => {
    const changes = (folder: string): string => readFileSync(join(repository, folder, "CHANGELOG.md"), "utf8");
    expect(changes("packages/core")).to.match(
      new RegExp(`## ${second} \\(.*\\)\n+\\* core: add a sentence to the page \\(\\w{7}\\)`),
    );
    expect(changes("packages/ir")).to.contain(`## ${second}`).and.not.to.contain("mention the IR");
    expect(changes(".")).to.match(new RegExp(`^# Changelog\n[^]*\n## Unreleased\n\n## ${second} \\(.*\\)\n`));
    expect(changes(".")).not.to.contain("add a sentence");
    expect(existsSync(join(repository, "packages/development/CHANGELOG.md"))).to.equal(true);
  });

  it("works with frameworks and plugins of the first", () => {
    const project = install(
      `@passwright/cli@${second}`,
      `passwright-example-kiln@${second}`,
      `passwright-plugin-strength@${first}`,
      `passwright-plugin-memory@${first}`,
    );
    expect(manifestIn(join(project, "node_modules/@passwright/sdk")).version).to.equal(second);
    expect(manifestIn(join(project, "node_modules/passwright-plugin-strength")).version).to.equal(first);
    write(project, {
      "passwright.config.yaml":
        "framework: passwright-example-kiln\nplugins: [passwright-plugin-strength, passwright-plugin-memory]\n",
    });
    expect(passwright(project, "plan")).to.contain("strength-reduce").and.to.contain("forward-stores");
    const input = join(project, "node_modules/passwright-example-kiln/kernel/input.mlir");
    const result = passwright(project, "run", input);
    expect(result).to.contain("arith.shrsi");
    expect(passwright(project, "check", "--permute")).to.contain("resolves");
    const mixed = install(
      `@passwright/cli@${second}`,
      `passwright-example-kiln@${first}`,
      `passwright-plugin-strength@${second}`,
      `passwright-plugin-memory@${second}`,
    );
    write(mixed, { "passwright.config.yaml": readFileSync(join(project, "passwright.config.yaml"), "utf8") });
    expect(passwright(mixed, "run", input)).to.equal(result);
  });

  it("names both sides where a plugin needs another version of the API", () => {
    const project = install(`@passwright/cli@${second}`, `passwright-example-kiln@${second}`);
    write(project, {
      "passwright.config.yaml": "framework: passwright-example-kiln\nplugins: [passwright-plugin-future]\n",
      "node_modules/passwright-plugin-future/package.json": JSON.stringify({
        name: "passwright-plugin-future",
        version: "7.0.0",
        type: "module",
        exports: "./index.js",
        passwright: { kind: "plugin", api: "^9.0.0" },
      }),
      "node_modules/passwright-plugin-future/index.js": 'throw new Error("is not run");\n',
    });
    const { code, out } = run(project, join(project, "node_modules/.bin/passwright"), "plan");
    expect(code).to.equal(1);
    expect(out).to.contain("passwright-plugin-future").and.to.contain("^9.0.0").and.to.contain(API_VERSION);
    expect(out).not.to.contain("is not run");
  });
});
