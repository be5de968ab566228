import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { loadSession } from "@passwright/loader";
import type { Manifest } from "@passwright/sdk";
import { makeProject } from "../project.ts";

const packageOf = (name: string, passwright: Manifest, more: object = {}): string =>
  `${JSON.stringify({ name, version: "1.0.0", type: "module", ...more, passwright })}\n`;

const alone: Manifest = {
  kind: "plugin",
  api: "^1.0.0",
  setup: false,
  passes: [],
  insert: [{ pass: "boil", before: "pour", reason: "twice" }],
};

async function shown(files: { readonly [path: string]: string }, packages = ["kettle"]): Promise<string> {
  const project = makeProject(files, packages);
  const { diagnostics } = await loadSession({ cwd: project.folder });
  return project.show(diagnostics);
}

describe("a manifest without code", () => {
  const config = "framework: kettle\nplugins: [./again]\n";

  it("is a plugin: it plans and runs", async () => {
    const files = { "passwright.config.yaml": config, "again/package.json": packageOf("again", alone) };
    const project = makeProject(files, ["kettle"]);
    const { session, diagnostics } = await loadSession({ cwd: project.folder });
    expect(project.show(diagnostics)).to.equal("");
    expect(session?.plan?.steps.map(({ address }) => address)).to.deep.equal([
      "boil",
      "again::boil",
      "pour",
      "tea.end",
      "tidy",
    ]);
    const made = await session?.makeManager();
    const parsed = session?.framework.ir.parse?.("tea\n", { file: "menu.txt" });
    if (session === undefined || made?.ok !== true || parsed?.ok !== true) throw new Error("cannot run");
    expect((await session.run(made.manager, parsed.op)).succeeded).to.equal(true);
    expect(session.framework.ir.print?.(parsed.op, {})).to.equal("tea\n  water\n  water\n  poured\n");
  });

  it("may be in a file of its own", async () => {
    const { kind, api, ...data } = alone;
    const files = {
      "passwright.config.yaml": config,
      "again/package.json": packageOf("again", { kind, api, manifest: "./data.json" }),
      "again/data.json": JSON.stringify(data),
    };
    const project = makeProject(files, ["kettle"]);
    const { session } = await loadSession({ cwd: project.folder });
    expect((await session?.makeManager())?.ok).to.equal(true);
    const broken = { ...files, "again/data.json": '{ "setup": 1 }' };
    expect(await shown(broken)).to.equal(`error[PWL0013]: \`setup\` must be true or false, not 1
  --> plugin again 1.0.0, again/data.json:1:12
   | { "setup": 1 }
   |            ^
help: write true or false`);
    expect(await shown({ ...files, "again/data.json": "{" })).to.contain(
      "error[PWL0103]: the manifest of `again` cannot be read",
    );
  });

  it("does not run passes that it only declares", async () => {
    const declaring: Manifest = {
      ...alone,
      passes: [{ name: "sweeten", anchor: "tea" }],
      insert: [{ pass: "sweeten", before: "pour" }],
    };
    const files = { "passwright.config.yaml": config, "again/package.json": packageOf("again", declaring) };
    const project = makeProject(files, ["kettle"]);
    const { session } = await loadSession({ cwd: project.folder });
    const shown = `error[PWL0201]: the code of \`again\` was not found: \`index.js\` does not exist, and package.json has no \`exports\`
  --> plugin again 1.0.0, passwright.config.yaml:2:11
   | plugins: [./again]
   |           ^
help: build or reinstall \`again\``;
    const made = await session?.makeManager();
    expect(made?.ok === false && project.show(made.diagnostics)).to.equal(shown);
    expect(project.show((await session?.loadCode()) ?? [])).to.equal(shown);
  });

  it("is not a package whose code is missing", async () => {
    for (const [head, more] of [
      [{ ...alone, setup: true }, {}],
      [{ ...alone, taps: [{ hook: "word", name: "again" }] }, {}],
      [alone, { exports: "./dist/index.js" }],
      [alone, { main: "index.js" }],
    ] as const) {
      const project = makeProject(
        { "passwright.config.yaml": config, "again/package.json": packageOf("again", head, more) },
        ["kettle"],
      );
      const { session, diagnostics } = await loadSession({ cwd: project.folder });
      const made = await session?.makeManager();
      const all = [...diagnostics, ...(made?.ok === false ? made.diagnostics : [])];
      expect(all.map(({ code }) => code).join(), JSON.stringify(more)).to.match(/PWL0201|PWL0309/);
    }
  });
});

describe("peer ranges", () => {
  const config = "framework: kettle\nplugins: [./again]\n";
  const withPeers = (peerDependencies: object): { readonly [path: string]: string } => ({
    "passwright.config.yaml": config,
    "again/package.json": packageOf("again", alone, { peerDependencies }),
  });

  it("are checked for Passwright's packages and for the framework, with both versions named", async () => {
    expect(await shown(withPeers({ "@passwright/sdk": ">=1.0.0", kettle: "^1.0.0", other: "9" })))
      .to.match(/^error\[PWL0113\]: `again` requires `@passwright\/sdk` >=1\.0\.0, but version 0\.1\.0 is installed\n/)
      .and.contain("   = the code of the package was not run\n")
      .and.contain(
        "help: install a version of `@passwright/sdk` that satisfies >=1.0.0, or a version of `again` that supports 0.1.0",
      );
    expect(await shown(withPeers({ kettle: "^2.0.0" }))).to.contain(
      "error[PWL0113]: `again` requires `kettle` ^2.0.0, but version 1.2.0 is installed\n",
    );
  });

  it("are checked for other plugins of the config", async () => {
    const files = (range: string): { readonly [path: string]: string } => ({
      ...withPeers({ other: range }),
      "passwright.config.yaml": "framework: kettle\nplugins: [./again, ./other]\n",
      "other/package.json": packageOf("other", { ...alone, insert: [] }),
    });
    const text = await shown(files("^2.0.0"));
    expect(text.replace(/ {3}\| .*\n/g, "")).to
      .equal(`error[PWL0113]: \`again\` requires \`other\` ^2.0.0, but version 1.0.0 is installed
  --> plugin again 1.0.0, again/package.json:1:71
   = the code of the package was not run
help: install a version of \`other\` that satisfies ^2.0.0, or a version of \`again\` that supports 1.0.0`);
    expect(await shown(files("^1.0.0"))).to.equal("");
  });

  it("may have any version that fits, and ranges of package managers", async () => {
    for (const peers of [{ kettle: "1.x", "@passwright/sdk": "*" }, { kettle: "workspace:*" }, { cup: "9" }, {}])
      expect(await shown(withPeers(peers)), JSON.stringify(peers)).to.equal("");
  });
});

describe("requirements of plugins on a pipeline in a config", () => {
  const needy = (needs: NonNullable<Manifest["needs"]>): { readonly [path: string]: string } => ({
    "passwright.config.yaml": "pipeline: [sip, sip]\nplugins: [./needy]\n",
    "needy/package.json": packageOf("needy", { kind: "plugin", api: "^1.0.0", needs }, { exports: "./index.js" }),
    "needy/index.js": `globalThis.needyRan = true;
import { definePass, definePlugin } from "@passwright/sdk";
const sip = definePass({ name: "sip", types: ["Lowering"], runOnOperation() {} });
export default definePlugin({ passes: [sip], needs: ${JSON.stringify(needs)} });
`,
  });
  const ran = globalThis as { needyRan?: boolean };

  it("is checked before their code runs", async () => {
    expect(await shown(needy({ extensionPoints: ["nowhere"] }), [])).to.contain("error[PWL0110]");
    expect(ran.needyRan).to.equal(undefined);
  });

  it("may be a type that its own passes have", async () => {
    expect(await shown(needy({ passTypes: ["Lowering"] }), [])).to.equal("");
    delete ran.needyRan;
  });
});

describe("a config in a package", () => {
  it("does not lead out of the package through symbolic links", async () => {
    const strict = (text: string): { readonly [path: string]: string } => ({
      "passwright.config.yaml": "extends: strict\nframework: kettle\n",
      "node_modules/strict/package.json": '{ "name": "strict", "version": "1.0.0" }',
      "node_modules/strict/passwright.config.yaml": text,
    });
    for (const [text, link, target] of [
      ["plugins: [./link]\n", "link", "../../outside"],
      ["plugins: [./a/link/p.js]\n", "a/link", "../../../outside"],
      ["inputs: [link/in.txt]\n", "link", "../../outside"],
      ["instrument: { trace: out.txt }\n", "out.txt", "../../outside/new.txt"],
    ] as const) {
      const project = makeProject({ ...strict(text), "outside/p.js": "throw 1;\n", "outside/in.txt": "tea\n" }, [
        "kettle",
      ]);
      const folder = join(project.folder, "node_modules/strict");
      mkdirSync(join(folder, "a"));
      symlinkSync(target, join(folder, link));
      const { diagnostics } = await loadSession({ cwd: project.folder });
      expect(project.show(diagnostics), text).to.contain("is outside package `strict`");
      writeFileSync(join(folder, "passwright.config.yaml"), "inputs: [a/in.txt]\n");
      expect(project.show((await loadSession({ cwd: project.folder })).diagnostics), "inside").to.equal("");
    }
  });
});
