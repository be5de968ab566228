import { escapeSourceLine, suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { surveySession } from "@passwright/loader";
import { passesOfPackage } from "../doc/package-passes.ts";
import type { PackagePasses } from "../doc/package-passes.ts";
import { passDocOf, passesMarkdown } from "../doc/pass-markdown.ts";
import type { PassDoc } from "../doc/pass-markdown.ts";
import * as errors from "../errors.ts";
import { waysInto } from "../inventory/inventory.ts";
import { writeOutput } from "../output/output.ts";
import { terminalJson } from "../render/diagnostics.ts";
import { exitCodeOf, loadOptionsOf, report, targetOf } from "../session/session.ts";
import type { Target } from "../session/session.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { CommandBody } from "./command.ts";
import type { Arguments } from "./flags.ts";

/** `passwright doc`: what passes do and where plugins come in, from their definitions, as Markdown or JSON. */
export const doc: CommandBody = async (args, terminal) => {
  const name = args.values.get("package")?.at(-1);
  const target: Target = name === undefined ? targetOf(args, terminal) : { config: undefined, inputs: args.operands };
  const found =
    name === undefined ? await passesOfConfig(target, args, terminal) : await passesOfPackage(name, terminal.cwd);
  const all = found.passes.map(passDocOf);
  const diagnostics = [...found.diagnostics];
  if (found.owner !== undefined) diagnostics.push(...unknownPasses(target.inputs, all));
  const passes = target.inputs.length === 0 ? all : all.filter((pass) => target.inputs.includes(pass.name));
  const isComplete = found.owner !== undefined && exitCodeOf(diagnostics) === 0;
  const isWhole = target.inputs.length === 0;
  const ways = isWhole && found.framework !== undefined ? waysInto(found.framework) : undefined;
  const text = args.flags.has("json")
    ? terminalJson({ ...ways, passes, diagnostics })
    : passesMarkdown(`Passes of ${found.owner?.name ?? ""}`, passes, isWhole ? found.pluginOptions : {}, ways);
  if (!args.flags.has("json")) report(diagnostics, args, terminal);
  const output = args.values.get("output")?.at(-1);
  if (output === undefined) {
    // Descriptions have several lines.
    if (isComplete || args.flags.has("json")) terminal.out(`${text.split("\n").map(escapeSourceLine).join("\n")}\n`);
    return exitCodeOf(diagnostics);
  }
  if (!isComplete) {
    if (args.flags.has("json")) report(diagnostics, args, terminal);
    return exitCodeOf(diagnostics);
  }
  const written = writeOutput(output, `${text}\n`, terminal.cwd);
  if (written.ok) return 0;
  report([errors.unwritableOutput(output, written.reason)], args, terminal);
  return 1;
};

/** All passes of a config, with the code of everybody who has one. */
async function passesOfConfig(target: Target, args: Arguments, terminal: Terminal): Promise<PackagePasses> {
  const { survey, diagnostics } = await surveySession({ ...loadOptionsOf(target, args, terminal), withCode: true });
  if (survey === undefined) return { passes: [], diagnostics };
  const pluginOptions = Object.fromEntries([...survey.pluginOptions].map(([{ name }, options]) => [name, options]));
  const { owner, catalogue, input } = survey.work;
  const { framework } = input.framework;
  return { owner, framework, passes: catalogue.entries(), pluginOptions, diagnostics };
}

function unknownPasses(names: readonly string[], all: readonly PassDoc[]): Diagnostic[] {
  const known = all.map(({ name }) => name);
  return names.filter((name) => !known.includes(name)).map((name) => errors.unknownPass(name, suggest(name, known)));
}
