import { printPlan } from "@passwright/builder";
import type { Plan } from "@passwright/builder";
import * as core from "@passwright/core";
import {
  definePass,
  jsonText,
  parsePipelineText,
  parseOptions,
  PassRegistry,
  readPipelinesWith,
  takeOptions,
} from "@passwright/core";
import type { OptionSpecs } from "@passwright/core";
import { mlir } from "@passwright/ir";
import { loadSession } from "@passwright/loader";
import type { Session } from "@passwright/loader";
import { assemble, defineFramework, definePlugin, lockOf } from "@passwright/sdk";
import { lockText } from "@passwright/sdk/loading";
import type { LockData } from "@passwright/sdk/loading";
import { optionsCase, samples } from "@passwright/development";
import type { OptionKinds } from "@passwright/development";
import { expect } from "chai";
import * as fc from "fast-check";
import { stringify } from "yaml";
import { makeProject } from "../project.ts";

const kinds = core as unknown as OptionKinds;
const runOnOperation = (_op: object): void => {};
const cse = definePass({ name: "cse", runOnOperation });

type Values = { readonly [name: string]: unknown };

/** Parses options whose values are pipelines, in the same way as planning. The only known pass is `cse`. */
const read = readPipelinesWith(new PassRegistry<object>().registerPass(cse, { name: "test" }));

function taken(specs: OptionSpecs, values: Values): Values | undefined {
  const result = takeOptions(specs, values, read);
  return result.ok ? result.options.values : undefined;
}

/** Returns the options of the last pass in the text of a plan. */
function readBack(text: string, specs: OptionSpecs): Values | undefined {
  const parsed = parsePipelineText(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.diagnostic.message}`);
  const { options } = parsed.pipeline.elements.at(-1) ?? { options: "" };
  const found = parseOptions(specs, options, read);
  return found.ok ? found.options.values : undefined;
}

const optionsOf = (plan: Plan | undefined): Values => plan?.steps.find(({ pass }) => pass === "p")?.options ?? {};

/** Writes a lock to text and reads it again. */
function viaFile(lock: LockData | undefined): Plan {
  const text = lockText(lock as LockData);
  const back = JSON.parse(text) as LockData;
  expect(lockText(back)).to.equal(text);
  return (back as { readonly plan: Plan }).plan;
}

describe("options of every kind", () => {
  it("keep their values from programs through plans, texts and lock files", () => {
    let count = 0;
    fc.assert(
      fc.property(optionsCase(kinds), ({ specs, values }) => {
        const expected = taken(specs as OptionSpecs, values);
        if (expected === undefined) return;
        const p = definePass({ name: "p", options: specs as OptionSpecs, runOnOperation });
        const plugin = definePlugin({ name: "plugin", passes: [p, cse] as never });
        const framework = defineFramework({ name: "frame", ir: mlir as never, anchor: "any", pipeline: () => {} });
        const insert = [{ pass: "p", end: true, options: values }] as never;
        const assembly = assemble(framework, { plugins: [plugin] as never, insert });
        const { plan } = assembly;
        if (plan === undefined) {
          // Skips cases whose option values cannot be written in the text of a pipeline.
          const wrong = assembly.diagnostics.map(({ code, message }) => `${code} ${message}`).join("\n");
          return void expect(wrong).to.match(/^PWL0405 .*the text of a pipeline cannot hold/);
        }
        expect(readBack(assembly.text(), specs as OptionSpecs)).to.deep.equal(expected);
        expect(taken(specs as OptionSpecs, optionsOf(plan))).to.deep.equal(expected);
        const locked = viaFile(lockOf(assembly));
        expect(optionsOf(locked)).to.deep.equal(optionsOf(plan));
        expect(printPlan(locked, assembly.work.catalogue)).to.equal(assembly.text());
        const made: Values[] = [];
        assembly.passManager().forEachPass(({ options }) => void made.push(options.values));
        expect(made).to.deep.equal([expected]);
        count++;
      }),
      { numRuns: samples(1500) },
    );
    expect(count).to.be.at.least(0.4 * samples(1500) - 10);
  });

  it("keep them from config files and manifests, in JSON and YAML", async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(optionsCase(kinds), fc.boolean(), async ({ specs, values }, isYaml) => {
        const expected = taken(specs as OptionSpecs, values);
        if (expected === undefined) return;
        const config = {
          pipeline: [{ pass: "p", options: values }],
          anchor: "any",
          plugins: ["./plugin"],
        };
        const schemas = Object.fromEntries(
          Object.entries(specs as OptionSpecs).map(([name, spec]) => [name, spec.schema()]),
        );
        const passwright = {
          kind: "plugin",
          api: "^1.0.0",
          setup: false,
          passes: [{ name: "p", options: schemas }, { name: "cse" }],
        };
        const project = makeProject({
          [isYaml ? "passwright.config.yaml" : "passwright.config.json"]: isYaml
            ? stringify(config)
            : jsonText(config, undefined, 1),
          "plugin/package.json": jsonText({ name: "plugin", type: "module", exports: "./index.js", passwright }),
          "plugin/index.js": "export default undefined;\n",
        });
        const { session, diagnostics } = await loadSession({ cwd: project.folder, dataOnly: true });
        // A manifest cannot declare an enumeration with an empty word.
        if (session === undefined) return void expect(diagnostics[0]?.message).to.match(/enum\[\d\]` must be/);
        const { assembly, plan } = session as Session;
        expect(readBack(assembly.text(), specs as OptionSpecs), assembly.text()).to.deep.equal(expected);
        expect(taken(specs as OptionSpecs, optionsOf(plan))).to.deep.equal(expected);
        expect(optionsOf(viaFile(lockOf(assembly)))).to.deep.equal(optionsOf(plan));
        count++;
      }),
      { numRuns: samples(300) },
    );
    expect(count).to.be.at.least(0.3 * samples(300) - 6);
  });
});
