import { chmodSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { expect } from "chai";
import { findNamedConfig, readConfig, searchConfig } from "@passwright/loader";
import { checkGolden } from "@passwright/development";
import { makeProject } from "../project.ts";

const yaml = "framework: kettle\n";

describe("searchConfig", () => {
  async function search(files: { readonly [path: string]: string }, from = "."): Promise<string> {
    const project = makeProject(files);
    const result = await searchConfig(from === "." ? project.folder : `${project.folder}/${from}`);
    return result.ok ? relative(project.folder, result.path) : project.show([result.diagnostic]);
  }

  it("finds a config in the folder, or in one around it", async () => {
    expect(await search({ "passwright.config.yaml": yaml })).to.equal("passwright.config.yaml");
    expect(await search({ "passwright.config.yaml": yaml, "a/b/c.txt": "" }, "a/b")).to.equal("passwright.config.yaml");
  });

  it("reports the searched files, and the next step", async () => {
    checkGolden(`${await search({})}\n`, "errors/PWL0002.txt", import.meta.url);
  });

  it("takes the first of several kinds", async () => {
    const found = await search({
      ".passwrightrc": yaml,
      "passwright.config.yaml": yaml,
      "passwright.config.json": "{}",
    });
    expect(found).to.equal("passwright.config.json");
  });

  it("stops at the project, whose folder has the package.json", async () => {
    const found = await search({ "passwright.config.yaml": yaml, "inner/package.json": "{}" }, "inner");
    expect(found).to.match(/^error\[PWL0002\]: the current folder has no config/);
    expect(found).to.match(/^help: pass the config outside this package with `-c \.\.`$/m);
  });

  it("takes the field of package.json for a config unless it is a manifest", async () => {
    expect(await search({ "package.json": '{ "passwright": { "framework": "kettle" } }' })).to.equal("package.json");
    const manifest = '{ "passwright": { "kind": "plugin", "api": "^1.0.0" } }';
    expect(await search({ "package.json": manifest, "passwright.config.yaml": yaml })).to.equal(
      "passwright.config.yaml",
    );
    expect(await search({ "package.json": manifest })).to.match(/^error\[PWL0002\]/);
    const broken = "   = package.json is ignored, because it is not JSON\n";
    expect(await search({ "package.json": "{ broken" }))
      .to.match(/^error\[PWL0002\]/)
      .and.contain(broken);
    expect(await search({ "package.json": "{}" }))
      .to.match(/^error\[PWL0002\]/)
      .and.not.contain(broken);
    const named = makeProject({ "shop/package.json": "{ broken" });
    const found = findNamedConfig("shop", named.folder);
    expect(found.ok ? [] : found.diagnostic.help).to.deep.equal([
      "create `passwright.config.yaml` in the folder, or pass its files to `passwright run`: `'shop/**/*'`",
    ]);
    expect(found.ok ? "" : named.show([found.diagnostic]))
      .to.contain("folder `shop` has no config")
      .and.contain(broken);
  });

  for (const isDataOnly of [false, true])
    it(`reports a broken link instead of using the config of a parent folder, dataOnly: ${isDataOnly}`, async () => {
      const { folder, show } = makeProject({ "passwright.config.yaml": yaml, "inner/tea.txt": "" });
      symlinkSync("missing.yaml", join(folder, "inner/passwright.config.yaml"));
      const found = await readConfig(undefined, join(folder, "inner"), { dataOnly: isDataOnly });
      expect(found.ok ? "" : show(found.diagnostics)).to.equal(
        "error[PWL0001]: config `passwright.config.yaml` does not exist\nhelp: correct the path of the config",
      );
    });

  it("finds a config that cannot be read instead of the config of a parent folder", async function () {
    // Permissions do not apply to the superuser.
    if (process.getuid?.() === 0) this.skip();
    const { folder } = makeProject({ "passwright.config.yaml": yaml, "inner/passwright.config.yaml": yaml });
    const path = join(folder, "inner/passwright.config.yaml");
    chmodSync(path, 0o000);
    expect(await searchConfig(join(folder, "inner"))).to.deep.equal({ ok: true, path });
  });

  it("finds an empty config rather than the next one", async () => {
    expect(await search({ "passwright.config.yaml": "", ".passwrightrc": yaml })).to.equal("passwright.config.yaml");
  });
});

describe("searchConfig, in a folder with a config of cosmiconfig's own", () => {
  it("does not start: the search would run it", async () => {
    const { folder, show } = makeProject({
      ".config/config.js": "throw new Error('run');\n",
      "passwright.config.yaml": yaml,
    });
    const cwd = process.cwd();
    process.chdir(folder);
    try {
      const result = await searchConfig(folder);
      expect(result.ok ? "" : show([result.diagnostic])).to.equal(
        "error[PWL0008]: the search for a config would run `.config/config.js`, but Passwright runs only code that a config names\nhelp: pass the path of the config with `-c`",
      );
      expect(findNamedConfig(".", folder).ok).to.equal(true);
    } finally {
      process.chdir(cwd);
    }
  });
});

describe("searchConfig, started where package.json is broken", () => {
  it("finds the config, although the package has errors", async () => {
    const { folder } = makeProject({ "package.json": '{ "name": "tea",, }\n', "passwright.config.yaml": yaml });
    const cwd = process.cwd();
    process.chdir(folder);
    try {
      const found = await searchConfig(folder);
      expect(found.ok && relative(folder, found.path)).to.equal("passwright.config.yaml");
    } finally {
      process.chdir(cwd);
    }
  });
});

describe("findNamedConfig", () => {
  it("looks into the folder that is named, and into no other", () => {
    const { folder, show } = makeProject({ "passwright.config.yaml": yaml, "inner/note.txt": "" });
    const here = findNamedConfig(".", folder);
    expect(here.ok && relative(folder, here.path)).to.equal("passwright.config.yaml");
    const inner = findNamedConfig("inner", folder);
    expect(inner.ok ? "" : show([inner.diagnostic])).to.match(/^error\[PWL0002\]: folder `inner` has no config/);
  });

  it("takes any file that is named", () => {
    const { folder } = makeProject({ "tea.yaml": yaml });
    const found = findNamedConfig("tea.yaml", folder);
    expect(found.ok && relative(folder, found.path)).to.equal("tea.yaml");
  });
});
