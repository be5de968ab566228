import { escapeControlCharacters, suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { surveySession } from "@passwright/loader";
import { passesOfPackage } from "../doc/package-passes.ts";
import type { PackagePasses } from "../doc/package-passes.ts";
import { passDocOf, passesMarkdown } from "../doc/pass-markdown.ts";
import type { PassDoc } from "../doc/pass-markdown.ts";
import * as errors from "../errors/index.ts";
import { waysInto } from "../inventory/inventory.ts";
import { startOutputCheck } from "../output/output-check.ts";
import { writeOrReport } from "../output/output.ts";
import { outputJson } from "../render/diagnostics.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { CommandBody } from "./command.ts";
import type { Arguments } from "./flags.ts";
import { loadOptionsOf, targetOf } from "./load.ts";
import type { Target } from "./load.ts";
import { exitCodeOf, report } from "./outcome.ts";

/** `passwright doc`: describes passes, extension points and hooks from their definitions, as Markdown or JSON. */
export const doc: CommandBody = async (args, terminal) => {
  const name = args.value("package");
  const target: Target = name === undefined ? targetOf(args, terminal) : { config: undefined, inputs: args.operands };
  const output = args.value("output");
  const outputs = output === undefined ? [] : [{ file: output, by: "-o", kind: "documentation" as const }];
  const check = await startOutputCheck(outputs, terminal);
  const found =
    name === undefined ? await passesOfConfig(target, args, terminal) : await passesOfPackage(name, terminal.cwd);
  const { owner, framework, pluginOptions, config } = found;
  const all = found.passes.map(passDocOf);
  const { inputs: requested } = target;
  const isWhole = requested.length === 0;
  const overwritten = await check(outputs, { config });
  const diagnostics = [
    ...found.diagnostics,
    ...(owner === undefined ? [] : unknownPasses(requested, all)),
    ...overwritten,
  ];
  const passes = isWhole ? all : all.filter((pass) => requested.includes(pass.name));
  const ways = isWhole && framework !== undefined ? waysInto(framework) : undefined;
  const isComplete = owner !== undefined && exitCodeOf(diagnostics) === 0;
  const json = (): object => ({ ...ways, passes });
  const markdown = (): string =>
    passesMarkdown(`Passes of ${owner?.name ?? ""}`, passes, isWhole ? pluginOptions : {}, ways);
  if (output === undefined) {
    // Does not escape line breaks, because descriptions can have several lines.
    const shown = (): string => markdown().split("\n").map(escapeControlCharacters).join("\n");
    return { diagnostics, json, text: () => (isComplete ? shown() : undefined) };
  }
  if (!isComplete || !args.flags.has("json")) report(diagnostics, args, terminal);
  if (!isComplete) return exitCodeOf(diagnostics);
  const text = args.flags.has("json") ? outputJson({ ...json(), diagnostics }) : markdown();
  const unwritten = writeOrReport(output, `${text}\n`, terminal);
  report(unwritten, args, terminal);
  return exitCodeOf(unwritten);
};

/** Returns all passes of a config. Includes the definition of each pass whose code exists. */
async function passesOfConfig(target: Target, args: Arguments, terminal: Terminal): Promise<PackagePasses> {
  const { survey, diagnostics } = await surveySession({ ...loadOptionsOf(target, args, terminal), withCode: true });
  if (survey === undefined) return { passes: [], diagnostics };
  const pluginOptions = Object.fromEntries([...survey.pluginOptions].map(([{ name }, options]) => [name, options]));
  const { owner, catalogue, input } = survey.work;
  const { framework } = input.framework;
  return { owner, framework, passes: catalogue.entries(), pluginOptions, diagnostics, config: survey.config };
}

function unknownPasses(names: readonly string[], all: readonly PassDoc[]): Diagnostic[] {
  const known = all.map(({ name }) => name);
  return names.filter((name) => !known.includes(name)).map((name) => errors.unknownPass(name, suggest(name, known)));
}
