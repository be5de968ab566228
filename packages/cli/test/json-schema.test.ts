import { readdirSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect } from "chai";
import { commands, main } from "@passwright/cli";
import { runProgram } from "@passwright/development";
import { makeProject } from "./project.ts";

interface Schema {
  readonly definitions: { readonly [command: string]: { readonly then?: { readonly required?: readonly string[] } } };
}

const schema = JSON.parse(readFileSync(new URL("../schema/output.schema.json", import.meta.url), "utf8")) as Schema;
const ajv = new Ajv({ strict: true, strictRequired: false, strictTypes: false });
ajv.addSchema(schema, "output");

const withJson = commands.filter(({ flags }) => Object.hasOwn(flags, "json")).map(({ name }) => name);

function problemsOf(command: string, output: unknown): unknown {
  const validate = ajv.getSchema(`output#/definitions/${command}`);
  if (validate === undefined) throw new Error(`no schema of ${command}`);
  return validate(output) === true ? [] : validate.errors;
}

const folder = makeProject(
  {
    "passwright.config.yaml": "framework: kettle\nplugins: [plugin-mint, plugin-data]\ninputs: [tea.txt]\n",
    "press/passwright.config.yaml": "framework: press\n",
    "tea.txt": "tea\n",
  },
  ["kettle", "plugin-mint", "plugin-data", "press"],
);

async function outputOf(argv: readonly string[]): Promise<{ readonly [key: string]: unknown }> {
  const { out, err } = await runProgram(main, [...argv, "--json"], { cwd: folder });
  expect(err).to.equal("");
  return JSON.parse(out) as { readonly [key: string]: unknown };
}

describe("the schema of --json", () => {
  it("has a definition for each command", () => {
    expect(withJson.filter((name) => !Object.hasOwn(schema.definitions, name))).to.deep.equal([]);
  });

  const lines = [
    "plan",
    "plan nowhere",
    "plan --target cold",
    "explain",
    "explain boil",
    "explain --without plugin-mint",
    "explain --where mint",
    "explain PWB0101",
    "run --stats --idle",
    "run -o out.txt",
    "run nowhere.txt",
    "check --permute --dedup --properties",
    "check nowhere",
    "list",
    "list passes points",
    "doc",
    "lock",
    "lock --check",
    "diff",
    "diff nowhere.lock.json",
    "graph",
    "manifest node_modules/plugin-mint --check",
    "new plugin passwright-plugin-first",
    "new plugin passwright-plugin-first",
    "plan press",
    "reduce tea.txt --crash",
    "bisect tea.txt --crash",
    "xray",
    "view",
    "cache",
  ];
  for (const [index, line] of lines.entries())
    it(`describes the output of ${line}${index > 0 && lines[index - 1] === line ? " again" : ""}`, async () => {
      const argv = line.split(" ");
      const output = await outputOf(argv);
      expect(output["version"]).to.equal(1);
      expect(problemsOf(argv[0] as string, output)).to.deep.equal([]);
    });

  it("covers each command with these lines", () => {
    expect(withJson.filter((name) => !lines.some((line) => line.split(" ")[0] === name))).to.deep.equal([]);
  });

  it("refuses outputs without a promised key", async () => {
    for (const name of ["run", "list", "diff", "check"]) {
      const output = await outputOf([name]);
      const { then } = schema.definitions[name] ?? {};
      for (const key of ["version", "diagnostics", ...(then?.required ?? [])]) {
        const { [key]: _, ...rest } = output;
        expect(problemsOf(name, rest), `${name} without ${key}`).not.to.deep.equal([]);
      }
    }
  });

  it("describes the golden outputs", () => {
    const golden = new URL("../test/golden/", import.meta.url);
    const files = readdirSync(golden).filter((file) => file.endsWith(".json") && !file.endsWith(".lock.json"));
    expect(files).to.include.members(["plan.json", "graph-plan.json", "explain-without.json", "doc.json"]);
    for (const file of files) {
      const [, text = ""] =
        /^--- out\n([^]*?)(?:--- exit \d\n)?$/.exec(readFileSync(new URL(file, golden), "utf8")) ?? [];
      const command = withJson.find((name) => file.replace(/^graph-(?=\w+)/, "").startsWith(name));
      if (command !== undefined && text !== "") expect(problemsOf(command, JSON.parse(text)), file).to.deep.equal([]);
    }
  });
});
