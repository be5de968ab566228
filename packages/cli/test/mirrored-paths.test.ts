import { existsSync, linkSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, posix, win32 } from "node:path";
import type { PlatformPath } from "node:path";
import { expect } from "chai";
import { renderDiagnostic } from "@passwright/core";
import { withResultExtension } from "../dist/run/open-run.js";
import { mirroredPaths } from "../dist/output/mirrored-paths.js";
import { ResultFolder } from "../dist/output/result-files.js";
import { makeProject } from "./project.ts";

interface Mirrored {
  readonly paths: readonly string[];
  readonly errors: readonly string[];
}

/**
 * Returns the mirrored paths of files in `out`, relative to `cwd`. In an entry `[file, base]`, `base` is the folder of
 * the pattern that found the file.
 */
function mirror(cwd: string, paths: PlatformPath, files: readonly (string | readonly [string, string])[]): Mirrored {
  const inputs = files.map((one) => {
    const [file, base] = typeof one === "string" ? [one] : one;
    const path = paths.resolve(cwd, file);
    return base === undefined ? { file, path } : { file, path, base: paths.resolve(cwd, base) };
  });
  const mirrored = mirroredPaths("out", inputs, cwd, paths);
  return {
    paths: mirrored.paths.map((path) => paths.relative(cwd, path)),
    errors: mirrored.diagnostics.map((one) => renderDiagnostic(one)),
  };
}

const inLinux = (...files: readonly (string | readonly [string, string])[]): Mirrored =>
  mirror("/srv/project", posix, files);
const inWindows = (...files: readonly (string | readonly [string, string])[]): Mirrored =>
  mirror("C:\\work\\project", win32, files);

describe("paths of results in a folder", () => {
  it("are relative to the deepest common folder of files and patterns", () => {
    expect(inLinux("in/a.svg", "in/deep/b.svg").paths).to.deep.equal(["out/a.svg", "out/deep/b.svg"]);
    expect(inLinux("/a.svg", "/b/c.svg").paths).to.deep.equal(["out/a.svg", "out/b/c.svg"]);
    expect(inLinux(["in/deep/a.svg", "in"]).paths).to.deep.equal(["out/deep/a.svg"]);
    expect(inLinux("in/a.svg", "-").paths).to.deep.equal(["out/a.svg", "out/stdin"]);
    expect(inLinux("-").paths).to.deep.equal(["out/stdin"]);
    expect(inLinux("in/a\\b.svg").paths).to.deep.equal(["out/a\\b.svg"]);
  });

  it("keep folders that differ only in case apart on Linux", () => {
    expect(inLinux("in/A/x.svg", "in/a/y.svg")).to.deep.equal({ paths: ["out/A/x.svg", "out/a/y.svg"], errors: [] });
  });

  it("follow the same rule on Windows", () => {
    expect(inWindows("in\\a.svg", "in/deep/b.svg").paths).to.deep.equal(["out\\a.svg", "out\\deep\\b.svg"]);
    expect(inWindows(["in/deep/a.svg", "in"]).paths).to.deep.equal(["out\\deep\\a.svg"]);
    expect(inWindows("c:\\Work\\Project\\in\\a.svg", "in\\b\\c.svg").paths).to.deep.equal([
      "out\\a.svg",
      "out\\b\\c.svg",
    ]);
  });

  it("have the drive or the server of an input as a folder, if inputs are on several", () => {
    expect(inWindows("C:\\in\\a.svg", "D:\\in\\a.svg", "\\\\server\\share\\a.svg").paths).to.deep.equal([
      "out\\C\\in\\a.svg",
      "out\\D\\in\\a.svg",
      "out\\server\\share\\a.svg",
    ]);
    expect(inWindows("D:\\in\\a.svg", "D:\\in\\b\\c.svg").paths).to.deep.equal(["out\\a.svg", "out\\b\\c.svg"]);
  });
});

describe("results with the extension of the last IR", () => {
  const mirrorRenamed = (...files: readonly string[]): Mirrored => {
    const inputs = files.map((file) =>
      withResultExtension({ file, path: `/srv/project/${file}` }, [".md", ".markdown"], [".html", ".htm"]),
    );
    const mirrored = mirroredPaths("out", inputs, "/srv/project", posix);
    return {
      paths: mirrored.paths.map((path) => posix.relative("/srv/project", path)),
      errors: mirrored.diagnostics.map((one) => renderDiagnostic(one)),
    };
  };

  it("keep extensions that do not belong to the first IR", () => {
    expect(mirrorRenamed("in/a.md", "in/b/c.markdown", "in/d.txt", "in/e.htm", "in/f.md.html")).to.deep.equal({
      paths: ["out/a.html", "out/b/c.html", "out/d.txt", "out/e.htm", "out/f.md.html"],
      errors: [],
    });
  });

  it("are refused if two inputs have the same name without their extensions", () => {
    expect(mirrorRenamed("a.md", "a.markdown").errors).to.deep.equal([
      "error[PWR0106]: the results of `a.md` and `a.markdown` would be the same file, `out/a.html`\n" +
        "help: rename one of the two inputs, or run the inputs separately",
    ]);
    expect(mirrorRenamed("a.md", "a.html").errors).to.have.length(1);
  });

  it("stay the same in a pipeline with one IR", () => {
    const input = { file: "a.md", path: "/a.md" };
    expect(withResultExtension(input, [".md"], [".md"])).to.deep.equal(input);
    expect(withResultExtension(input, [".md"], [])).to.deep.equal(input);
    expect(withResultExtension(input, [".md"], [".html", ".md"])).to.deep.equal(input);
  });
});

const sameFile = (other: string): readonly string[] => [
  `   = \`${other}\` is the same file, because of a link, or on systems that ignore case and encoding of file names`,
];

describe("results that are one file where names do not depend on case", () => {
  const differ = (first: string, second: string, output: string, other: string): string =>
    [
      `error[PWR0106]: the results of \`${first}\` and \`${second}\` would be the same file, \`${output}\``,
      ...sameFile(other),
      "help: rename one of the two inputs, or run the inputs separately",
    ].join("\n");

  it("are refused with both inputs, on every system", () => {
    expect(inLinux("A.svg", "a.svg").errors).to.deep.equal([differ("A.svg", "a.svg", "out/A.svg", "out/a.svg")]);
    expect(inWindows("A.svg", "a.svg").errors).to.deep.equal([differ("A.svg", "a.svg", "out/A.svg", "out/a.svg")]);
    expect(inLinux("in/One/x.svg", "in/b.svg", "in/one/X.svg").errors).to.deep.equal([
      differ("in/One/x.svg", "in/one/X.svg", "out/One/x.svg", "out/one/X.svg"),
    ]);
    expect(inLinux("-", "Stdin").errors).to.deep.equal([differ("-", "Stdin", "out/stdin", "out/Stdin")]);
  });

  it("are found in names with accents, which macOS also compares without their encoding", () => {
    expect(inLinux("caf\u00e9.svg", "CAFE\u0301.svg").errors).to.have.length(1);
    expect(inLinux("stra\u00dfe.svg", "strasse.svg").errors).to.deep.equal([]);
  });

  it("include a result that is an input", () => {
    expect(inLinux("Out/a.svg").errors).to.deep.equal([
      [
        "error[PWR0106]: the result of `Out/a.svg` would overwrite the input `Out/a.svg`",
        ...sameFile("Out/a.svg"),
        "help: pass another folder with -o",
      ].join("\n"),
    ]);
  });
});

describe("results that would overwrite inputs through symbolic links", () => {
  const errorsIn = (cwd: string, ...files: readonly string[]): readonly string[] =>
    mirroredPaths(
      "out",
      files.map((file) => ({ file, path: join(cwd, file) })),
      cwd,
    ).diagnostics.map((one) => renderDiagnostic(one));
  const refusal = [
    [
      "error[PWR0106]: the result of `in/a.svg` would overwrite the input `in/a.svg`",
      ...sameFile("in/a.svg"),
      "help: pass another folder with -o",
    ].join("\n"),
  ];

  it("are refused if the folder is a link to the folder of the inputs", () => {
    const cwd = makeProject({ "in/a.svg": "one\n", "in/deep/b.svg": "two\n" });
    symlinkSync("in", join(cwd, "out"));
    expect(errorsIn(cwd, "in/a.svg")).to.deep.equal(refusal);
    expect(errorsIn(cwd, "in/a.svg", "in/deep/b.svg")).to.have.length(2);
    // The result is `in/b.svg`, which is not an input.
    expect(errorsIn(cwd, "in/deep/b.svg")).to.deep.equal([]);
  });

  it("are refused if a file or a folder in the folder is a link", () => {
    const cwd = makeProject({ "in/a.svg": "one\n", "in/deep/b.svg": "two\n", "out/c.svg": "" });
    symlinkSync("../in/a.svg", join(cwd, "out/a.svg"));
    expect(errorsIn(cwd, "in/a.svg")).to.deep.equal(refusal);
    symlinkSync("../in/deep", join(cwd, "out/deep"));
    expect(errorsIn(cwd, "in/a.svg", "in/deep/b.svg")).to.have.length(2);
  });

  it("are refused if an input is a link to a file in the folder", () => {
    const cwd = makeProject({ "in/b.svg": "one\n", "out/a.svg": "" });
    symlinkSync("../out/a.svg", join(cwd, "in/a.svg"));
    expect(errorsIn(cwd, "in/a.svg", "in/b.svg")).to.deep.equal(refusal);
  });
});

describe("results that symbolic links lead to the same file", () => {
  it("are refused", () => {
    const cwd = makeProject({ "in/a.svg": "one\n", "in/b.svg": "two\n", "out/b.svg": "" });
    symlinkSync("b.svg", join(cwd, "out/a.svg"));
    const inputs = ["in/a.svg", "in/b.svg"].map((file) => ({ file, path: join(cwd, file) }));
    expect(mirroredPaths("out", inputs, cwd).diagnostics.map((one) => renderDiagnostic(one))).to.deep.equal([
      [
        "error[PWR0106]: the results of `in/a.svg` and `in/b.svg` would be the same file, `out/a.svg`",
        ...sameFile("out/b.svg"),
        "help: rename one of the two inputs, or run the inputs separately",
      ].join("\n"),
    ]);
  });
});

describe("a result that an earlier run wrote with another case", () => {
  const listed = '{ "version": 2, "results": { "A.svg": "../in/A.svg", "Old.svg": "../in/Old.svg" } }\n';
  const files = { "out/A.svg": "one\n", "out/Old.svg": "old\n", "out/.passwright-results.json": listed };

  it("is not removed if it is the same file, as on macOS and Windows", () => {
    const cwd = makeProject(files);
    // Creates a link, so that one file has two names.
    linkSync(join(cwd, "out/A.svg"), join(cwd, "out/a.svg"));
    expect(rerun(cwd)).to.deep.equal([".passwright-results.json", "A.svg", "a.svg"]);
  });

  it("is removed if it is another file", () => {
    const cwd = makeProject({ ...files, "out/a.svg": "two\n" });
    expect(rerun(cwd)).to.deep.equal([".passwright-results.json", "a.svg"]);
  });

  function rerun(cwd: string): readonly string[] {
    mkdirSync(join(cwd, "in"));
    writeFileSync(join(cwd, "in/a.svg"), "one\n");
    expect(existsSync(join(cwd, "out/A.svg"))).to.equal(true);
    const folder = new ResultFolder("out", { cwd, isSynced: false, removesStale: true });
    expect(folder.open([{ file: "in/a.svg", path: join(cwd, "in/a.svg") }], [])).to.deep.equal([]);
    folder.write("in/a.svg", "one\n");
    expect(folder.close(true)).to.deep.equal([]);
    return readdirSync(join(cwd, "out")).sort();
  }
});
