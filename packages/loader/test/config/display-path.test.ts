import { join, posix, win32 } from "node:path";
import { expect } from "chai";
import { displayPath, isPath, loadSession, readConfigData } from "@passwright/loader";
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
    expect(displayPath("/work/project/a\\b.yaml", "/work/project", posix)).to.equal("a\\b.yaml");
  });

  it("are not taken for names of packages", () => {
    for (const path of [
      "C:\\work\\plugin",
      "c:/work/plugin",
      "file:///C:/work/plugin/index.js",
      "/work",
      "./plugin",
      "..",
    ])
      expect(isPath(path), path).to.equal(true);
    for (const name of ["plugin", "@scope/plugin", "c:plugin"]) expect(isPath(name), name).to.equal(false);
  });
});

describe("a config with line ends of Windows", () => {
  const text = "framework: kiln\nplugins:\n  - one\n  - [two, { size: 8, about: text }]\nlevle: O1\n";
  const { folder, show } = makeProject({ "unix/c.yaml": text, "windows/c.yaml": text.replaceAll("\n", "\r\n") });

  it("has the values of the same config with other line ends", async () => {
    const read = (file: string): Promise<unknown> => readConfigData(join(folder, file));
    expect(await read("windows/c.yaml")).to.deep.equal(await read("unix/c.yaml"));
  });

  it("has the same errors at the same positions", async () => {
    const shown = async (name: string): Promise<string> => {
      const { diagnostics } = await loadSession({ config: join(folder, name, "c.yaml") });
      return show(diagnostics).replaceAll(name, "…");
    };
    expect(await shown("unix")).to.contain("c.yaml:5:1");
    expect(await shown("windows")).to.equal(await shown("unix"));
  });
});
