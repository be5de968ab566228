import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, posix, win32 } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { checkGolden } from "@passwright/development";
import { placeOfThrown } from "../../dist/code/thrown-place.js";
import { pathInside } from "../../dist/config/paths.js";
import { displayPath, isPath, loadSession, pathInConfig, resolvePath } from "@passwright/loader";
import { makeProject } from "../project.ts";

describe("paths of other operating systems", () => {
  it("are shown with slashes, relative to the current folder where they are in it", () => {
    const onWindows = (path: string): string => displayPath(path, "C:\\work\\project", win32);
    expect(onWindows("C:\\work\\project\\configs\\all.yaml")).to.equal("configs/all.yaml");
    expect(onWindows("c:\\Work\\Project\\all.yaml")).to.equal("all.yaml");
    expect(onWindows("C:\\work\\project")).to.equal(".");
    expect(onWindows("C:\\work\\other\\all.yaml")).to.equal("C:/work/other/all.yaml");
    expect(onWindows("D:\\all.yaml")).to.equal("D:/all.yaml");
    expect(onWindows("\\\\server\\share\\all.yaml")).to.equal("//server/share/all.yaml");
    expect(displayPath("/srv/project/a\\b.yaml", "/srv/project", posix)).to.equal("a\\b.yaml");
  });

  it("are not taken for names of packages", () => {
    for (const path of [
      "C:\\work\\plugin",
      "c:/work/plugin",
      "file:///C:/work/plugin/index.js",
      "/srv",
      "./plugin",
      "..",
    ])
      expect(isPath(path), path).to.equal(true);
    for (const name of ["plugin", "@scope/plugin", "c:plugin", ".\\plugin"]) expect(isPath(name), name).to.equal(false);
  });

  it("are inside a folder if they are on its drive, in any case, and not beside it", () => {
    const inside = (path: string): string | undefined => pathInside("C:\\work\\tea", path, win32);
    expect(inside("C:\\work\\tea\\a\\b.yaml")).to.equal("a/b.yaml");
    expect(inside("c:\\WORK\\Tea\\a.yaml")).to.equal("a.yaml");
    expect(inside("C:\\work\\tea")).to.equal(".");
    expect(inside("C:\\work\\tea\\..mint\\a.yaml")).to.equal("..mint/a.yaml");
    for (const path of [
      "C:\\work\\tea-2\\a.yaml",
      "C:\\work",
      "D:\\work\\tea\\a.yaml",
      "\\\\server\\work\\tea\\a.yaml",
    ])
      expect(inside(path), path).to.equal(undefined);
    expect(pathInside("/srv/tea", "/srv/Tea/a.yaml", posix)).to.equal(undefined);
    expect(pathInside("/srv/tea", "/srv/tea/..mint", posix)).to.equal("..mint");
    expect(pathInside("/", "/a", posix)).to.equal("a");
  });

  it("are resolved relative to a folder, or are URLs", () => {
    const onWindows = (named: string): string => resolvePath(named, "C:\\work\\project", win32);
    expect(onWindows("./configs/a.yaml")).to.equal("C:\\work\\project\\configs\\a.yaml");
    expect(onWindows("..\\a.yaml")).to.equal("C:\\work\\a.yaml");
    expect(onWindows("D:/a.yaml")).to.equal("D:\\a.yaml");
    expect(onWindows("file:///D:/a%20b/c.yaml")).to.equal("D:\\a b\\c.yaml");
    expect(onWindows("file://server/share/c.yaml")).to.equal("\\\\server\\share\\c.yaml");
    expect(resolvePath("file:///a%20b/c.yaml", "/srv", posix)).to.equal("/a b/c.yaml");
  });

  it("are written into a config with slashes, and as they are on another drive", () => {
    const onWindows = (path: string): string => pathInConfig("C:\\work\\project", path, win32);
    expect(onWindows("C:\\work\\project\\plugins\\a.js")).to.equal("./plugins/a.js");
    expect(onWindows("C:\\work\\a.js")).to.equal("../a.js");
    expect(onWindows("D:\\a.js")).to.equal("D:/a.js");
    expect(isPath(onWindows("D:\\a.js"))).to.equal(true);
    expect(pathInConfig("/srv", "/srv/..a.js", posix)).to.equal("./..a.js");
  });

  it("with backslashes are refused, with the same path with slashes in the help", async () => {
    const shown = async (path: string): Promise<string> => {
      const { folder, show } = makeProject({ "c.yaml": `framework: kettle\nplugins: ['${path}']\n` }, ["kettle"]);
      return show((await loadSession({ config: join(folder, "c.yaml"), cwd: folder })).diagnostics);
    };
    expect(await shown(".\\plugin")).to.equal(
      [
        "error[PWL0102]: plugin `.\\plugin` is neither a package name nor a path",
        "  --> c.yaml:2:11",
        "   | plugins: ['.\\plugin']",
        "   |           ^",
        "help: separate folders with `/`: `./plugin`",
      ].join("\n"),
    );
    expect(await shown("plugins\\tiling.js")).to.contain("help: separate folders with `/`: `./plugins/tiling.js`");
    expect(await shown("./plugins\\tiling.js")).to.contain("help: separate folders with `/`: `./plugins/tiling.js`");
  });

  it("with backslashes have the same help in `extends`, and as the path of the config", async () => {
    const shown = async (config: string, text = ""): Promise<string> => {
      const { folder, show } = makeProject({ "c.yaml": text, "base/c.yaml": "framework: kettle\n" }, ["kettle"]);
      return show((await loadSession({ config, cwd: folder })).diagnostics);
    };
    for (const path of ["base\\c.yaml", ".\\base\\c.yaml", "./base\\c.yaml"])
      expect(await shown("c.yaml", `extends: '${path}'\n`)).to.match(
        /\nhelp: separate folders with `\/`: `\.\/base\/c\.yaml`$/,
      );
    expect(await shown("base\\c.yaml")).to.equal(
      "error[PWL0001]: config `base\\c.yaml` does not exist\nhelp: separate folders with `/`: `base/c.yaml`",
    );
  });
});

describe("a path in a config that does not exist", () => {
  it("is reported with the path that was tried", async () => {
    const { folder, show } = makeProject({ "c.yaml": "framework: kettle\nplugins: [./plugins/tiling]\n" }, ["kettle"]);
    const { diagnostics } = await loadSession({ config: join(folder, "c.yaml"), cwd: folder });
    checkGolden(`${show(diagnostics)}\n`, "errors/PWL0101.txt", import.meta.url);
  });
});

describe("a URL in a config", () => {
  it("names a plugin, or a file to extend", async () => {
    const { folder, show } = makeProject({ "other/base.yaml": "instrument: { verifyEach: false }\n" }, [
      "kettle",
      "plugin-mint",
    ]);
    const other = pathToFileURL(join(folder, "other/base.yaml")).href;
    const plugin = pathToFileURL(join(folder, "node_modules/plugin-mint")).href;
    writeFileSync(join(folder, "c.yaml"), `framework: kettle\nplugins: ["${plugin}"]\nextends: "${other}"\n`);
    const { session, diagnostics } = await loadSession({ config: join(folder, "c.yaml"), cwd: folder });
    expect(show(diagnostics)).to.equal("");
    expect(session?.plugins.map(({ name }) => name)).to.deep.equal(["plugin-mint"]);
    expect(session?.config.instrument).to.deep.equal({ verifyEach: false });
  });
});

describe("positions in stack traces", () => {
  it("are those of a package, not of packages in it, with both separators", () => {
    const { folder } = makeProject({ "a.js": "", "node_modules/x/b.js": "" });
    const thrown = (...places: readonly string[]): Error =>
      Object.assign(new Error("no"), {
        stack: ["Error: no", ...places.map((place) => `    at f (${place})`)].join("\n"),
      });
    const own = `${pathToFileURL(join(folder, "a.js")).href}:3:4`;
    const others = [join(folder, "node_modules/x/b.js:1:2"), "C:\\x\\node_modules\\y\\c.js:5:6", "C:\\x\\c.js:5:6"];
    expect(placeOfThrown(thrown(...others, own), folder)).to.deep.equal({ file: "a.js", line: 3, column: 1 });
    expect(placeOfThrown(thrown(...others), folder)).to.equal(undefined);
    const installed = join(folder, "node_modules/x");
    expect(placeOfThrown(thrown(...others), installed)).to.deep.equal({ file: "b.js", line: 1, column: 1 });
  });
});

describe("the config of an installed package", () => {
  const { folder, show } = makeProject(
    {
      "node_modules/base/package.json": '{ "name": "base", "version": "1.0.0" }\n',
      "outside/a.js": "",
      "outside/c.yaml": "",
    },
    ["kettle"],
  );
  const base = join(folder, "node_modules/base");
  const load = async (text: string): Promise<string> => {
    writeFileSync(join(base, "passwright.config.yaml"), text);
    writeFileSync(join(folder, "c.yaml"), "extends: base\nframework: kettle\n");
    const { diagnostics } = await loadSession({ config: join(folder, "c.yaml"), cwd: folder });
    return show(diagnostics);
  };
  const outside = pathToFileURL(join(folder, "outside")).href;
  const leaves = (named: string): string => `error[PWL0022]: \`${named}\` is outside package \`base\`
`;

  it("does not reach outside of the package by a URL", async () => {
    expect(await load(`plugins: ["${outside}/a.js"]\n`)).to.contain(leaves("file://<project>/outside/a.js"));
    expect(await load(`extends: "${outside}/c.yaml"\n`)).to.contain(leaves("file://<project>/outside/c.yaml"));
  });

  it("does not reach outside of the package by a link", async () => {
    mkdirSync(join(base, "inner"), { recursive: true });
    symlinkSync(join(folder, "outside"), join(base, "inner/link"));
    expect(await load("plugins: [./inner/link/a.js]\n")).to.contain(leaves("./inner/link/a.js"));
    expect(await load("extends: ./inner/link/c.yaml\n")).to.contain(leaves("./inner/link/c.yaml"));
  });

  it("can name a folder that begins with two dots", async () => {
    mkdirSync(join(base, "..inner"));
    writeFileSync(join(base, "..inner/c.yaml"), "instrument: { verifyEach: false }\n");
    expect(await load("extends: ./..inner/c.yaml\n")).to.equal("");
  });
});
