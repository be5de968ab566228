import { join } from "node:path";
import { expect } from "chai";
import { loadSession, readConfigData } from "@passwright/loader";
import { makeProject } from "../project.ts";

const inWindows = (text: string): string => text.replaceAll("\n", "\r\n");

interface Case {
  /** Name of the config. */
  readonly config: string;
  readonly files: { readonly [path: string]: string };
  /** Positions that the errors contain. */
  readonly at: readonly string[];
}

const manifest = (rest: string): string =>
  `{\n  "name": "tea",\n  "version": "1.0.0",\n  "exports": "./index.js",\n  "passwright": {\n    "kind": "plugin",\n    "api": "^1.0.0",\n    ${rest}\n  }\n}\n`;

const cases: { readonly [title: string]: Case } = {
  "a YAML config": {
    config: "c.yaml",
    files: {
      "c.yaml": "# tea\nframework: kettle\nplugins:\n  - one\n  - [two, { size: 8, about: text }]\nlevle: O1\n",
    },
    at: ["c.yaml:6:1"],
  },
  "a YAML config that is not YAML": {
    config: "c.yaml",
    files: { "c.yaml": "framework: kettle\nplugins:\n  - [one\nrules: []\n" },
    at: ["c.yaml:"],
  },
  "a JSON config": {
    config: "c.json",
    files: { "c.json": '{\n  "framework": "kettle",\n  "levle": "O1",\n  "plugins": ["nothing"]\n}\n' },
    at: ["c.json:3:3"],
  },
  "a JSON config that is not JSON": {
    config: "c.json",
    files: { "c.json": '{\n  "framework": "kettle",\n  "plugins": [,]\n}\n' },
    at: ["c.json:3:15"],
  },
  "a config in package.json": {
    config: "package.json",
    files: {
      "package.json":
        '{\n  "name": "project",\n  "passwright": {\n    "framework": "kettle",\n    "plugin": []\n  }\n}\n',
    },
    at: ["package.json:5:5"],
  },
  "a pipeline in several lines of YAML": {
    config: "c.yaml",
    files: {
      "c.yaml":
        "name: mine\nanchor: builtin.module\npipeline: |\n  builtin.module(\n    cse,\n    func.func(nothing))\n",
    },
    at: ["c.yaml:"],
  },
  "a manifest in package.json": {
    config: "c.yaml",
    files: {
      "c.yaml": "framework: kettle\nplugins:\n  - ./tea\n",
      "tea/package.json": manifest('"pases": []'),
      "tea/index.js": "",
    },
    at: ["tea/package.json:8:5"],
  },
  "a manifest in a file": {
    config: "c.yaml",
    files: {
      "c.yaml": "framework: kettle\nplugins:\n  - ./tea\n",
      "tea/package.json": manifest('"manifest": "./manifest.json"'),
      "tea/manifest.json": '{\n  "passes": [\n    { "nam": "x" }\n  ]\n}\n',
      "tea/index.js": "",
    },
    at: ["tea/manifest.json:3:"],
  },
};

describe("files with line ends of Windows", () => {
  const text = "framework: kiln\nplugins:\n  - one\n  - [two, { size: 8, about: text }]\ntext: |\n  one\n  two\n";
  const { folder } = makeProject({
    "unix.yaml": text,
    "windows.yaml": inWindows(text),
    "unix.json": '{\n  "framework": "kiln"\n}\n',
    "windows.json": '{\r\n  "framework": "kiln"\r\n}\r\n',
  });
  const read = (file: string): Promise<unknown> => readConfigData(join(folder, file));

  for (const ending of ["yaml", "json"]) {
    it(`have the values of the same ${ending} with other line ends`, async () => {
      expect(await read(`windows.${ending}`)).to.deep.equal(await read(`unix.${ending}`));
    });
  }

  for (const [title, { config, files, at }] of Object.entries(cases)) {
    it(`have the same errors at the same positions: ${title}`, async () => {
      const unix = await errorsOf(config, files);
      for (const place of at) expect(unix).to.contain(place);
      const changed = Object.entries(files).map(([name, one]) => [name, inWindows(one)]);
      expect(await errorsOf(config, Object.fromEntries(changed) as typeof files)).to.equal(unix);
    });
  }
});

async function errorsOf(config: string, files: Case["files"]): Promise<string> {
  const { folder, show } = makeProject(files, ["kettle"]);
  const { diagnostics } = await loadSession({ config: join(folder, config), cwd: folder });
  return show(diagnostics);
}
