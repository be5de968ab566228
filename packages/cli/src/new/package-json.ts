import { API_VERSION } from "@passwright/sdk";
import type { Manifest } from "@passwright/sdk";
import type { Language, TemplateWords } from "./templates.ts";

/** Versions of the packages of others that generated packages are built and tested with. */
const TOOLS: { readonly [name: string]: string } = {
  mocha: "^12.0.3",
  typescript: "^7.0.2",
  "@types/node": "^20.19.25",
};

/** The file that `passwright manifest` writes when npm packs the package. */
const MANIFEST = "passwright.manifest.json";

/** Removes that file: while the author works on the code, planning uses the code. */
const AFTER_PACKING = `node -e "fs.rmSync('${MANIFEST}')"`;

/** The kinds of packages that are generated. */
export type PackageKind = Manifest["kind"];

/** The package.json of a generated package. `version` is that of this package, which all of ours share. */
export function packageJson(kind: PackageKind, language: Language, words: TemplateWords, version: string): string {
  const isTypeScript = language === "ts";
  const entry = isTypeScript ? "./dist/index.js" : "./src/index.js";
  const peers = `>=${version} <2.0.0-0`;
  const own = `^${version}`;
  const run =
    kind === "plugin"
      ? { peerDependencies: { "@passwright/ir": peers, "@passwright/sdk": peers } }
      : { dependencies: { "@passwright/ir": own, "@passwright/plugin-transforms": own, "@passwright/sdk": own } };
  const tools = kind === "plugin" ? ["@passwright/ir", "@passwright/sdk", "passwright-example-kiln"] : [];
  const ours = ["@passwright/cli", "@passwright/testing", ...tools].map((name): [string, string] => [name, own]);
  const others = Object.entries(TOOLS).filter(([name]) => isTypeScript || name === "mocha");
  const json = {
    name: words.package,
    version: "0.1.0",
    description: kind === "plugin" ? "passes for Passwright pipelines" : "a Passwright framework",
    keywords: [`passwright-${kind}`],
    license: "Apache-2.0",
    type: "module",
    engines: { node: "^20.19.0 || >=22.12.0" },
    exports: {
      ".": isTypeScript ? { types: "./dist/index.d.ts", default: entry } : entry,
      "./package.json": "./package.json",
    },
    files: [...(isTypeScript ? ["dist"] : []), "src", MANIFEST],
    scripts: isTypeScript
      ? {
          build: `node -e "fs.rmSync('dist', { recursive: true, force: true })" && tsc -p .`,
          prepack: "npm run build && passwright manifest",
          postpack: AFTER_PACKING,
          test: "npm run build && mocha --config .mocharc.json",
        }
      : { prepack: "passwright manifest", postpack: AFTER_PACKING, test: "mocha --config .mocharc.json" },
    passwright: { kind, api: `^${API_VERSION}`, manifest: `./${MANIFEST}` },
    ...run,
    devDependencies: Object.fromEntries([...ours, ...others].sort(([left], [right]) => (left < right ? -1 : 1))),
  };
  return `${JSON.stringify(json, undefined, 2)}\n`;
}
