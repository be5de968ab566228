import type { CataloguedPass } from "@passwright/builder";
import { ownerText, suggest } from "@passwright/core";
import type { Diagnostic, JsonSchema, Owner, PassDeclaration } from "@passwright/core";
import { surveySession } from "@passwright/loader";
import * as errors from "../errors/index.ts";
import { optionType, waysInto } from "../inventory/inventory.ts";
import type { WaysInto } from "../inventory/inventory.ts";
import { overwrittenBy } from "../output/output-check.ts";
import { writeOrReport } from "../output/output.ts";
import { outputJson } from "../render/diagnostics.ts";
import type { CommandBody } from "./command.ts";
import { loadOptionsOf, targetOf } from "./load.ts";
import { exitCodeOf } from "./outcome.ts";

/** `passwright doc`: describes passes, extension points and hooks from their definitions, as Markdown or JSON. */
export const doc: CommandBody = async (args, terminal) => {
  const target = targetOf(args, terminal);
  const output = args.value("output");
  const { survey, diagnostics: found } = await surveySession({
    ...loadOptionsOf(target, args, terminal),
    withCode: true,
  });
  const { work, config } = survey ?? {};
  const all = work?.catalogue.entries().map(passDocOf) ?? [];
  const { inputs: requested } = target;
  const isWhole = requested.length === 0;
  const outputs = [{ file: output, by: "-o" }];
  const overwritten = overwrittenBy(outputs, config === undefined ? {} : { config }, terminal.cwd);
  const unknown = work === undefined ? [] : unknownPasses(requested, all);
  const diagnostics = [...found, ...unknown, ...overwritten];
  const passes = isWhole ? all : all.filter((pass) => requested.includes(pass.name));
  const framework = work?.input.framework.framework;
  const ways = isWhole && framework !== undefined ? waysInto(framework) : undefined;
  const isComplete = work !== undefined && exitCodeOf(diagnostics) === 0;
  const json = (): object => ({ ...ways, passes });
  const pluginOptions = isWhole ? (survey?.pluginOptions ?? []) : [];
  const markdown = (): string =>
    passesMarkdown(`Passes of ${work?.owner.name ?? ""}`, passes, [...pluginOptions], ways);
  if (!isComplete) return { diagnostics, json };
  if (output === undefined) return { diagnostics, json, text: markdown };
  const text = args.flags.has("json") ? outputJson({ ...json(), diagnostics }) : markdown();
  const unwritten = writeOrReport(output, `${text}\n`, terminal);
  return { diagnostics: [...diagnostics, ...unwritten], json: () => ({ file: output }) };
};

function unknownPasses(names: readonly string[], all: readonly PassDoc[]): Diagnostic[] {
  const known = all.map(({ name }) => name);
  return names.filter((name) => !known.includes(name)).map((name) => errors.unknownPass(name, suggest(name, known)));
}

interface PassDoc extends PassDeclaration {
  readonly owner: string;
  readonly options: { readonly [name: string]: JsonSchema };
  readonly statistics: { readonly [name: string]: string };
}

/** Returns the documentation of a pass. Options and statistics are missing if the code is not loaded. */
function passDocOf({ declaration, definition, owner }: CataloguedPass<object>): PassDoc {
  const options = Object.entries(definition?.options ?? {}).map(([name, spec]) => [name, spec.schema()] as const);
  return {
    ...declaration,
    owner: ownerText(owner),
    options: Object.fromEntries(options),
    statistics: { ...definition?.statistics },
  };
}

function passesMarkdown(
  title: string,
  passes: readonly PassDoc[],
  pluginOptions: readonly (readonly [Owner, { readonly [option: string]: JsonSchema }])[],
  { points, hooks }: WaysInto = { points: [], hooks: [] },
): string {
  const plugins = pluginOptions
    .filter(([, options]) => Object.keys(options).length > 0)
    .map(([{ name }, options]) => [`## Options of ${code(name)} in a config`, ...optionTable(options)].join("\n\n"));
  const ways = [
    ...section(
      "Extension points",
      ["extension point", "since", "description"],
      points.map(({ name, since, doc }) => [code(name), since, doc]),
    ),
    ...section(
      "Hooks",
      ["hook", "tapable's class", "arguments", "description"],
      hooks.map(({ name, kind, args, doc = "" }) => [code(name), kind, args.map(code).join(", "), doc]),
    ),
  ];
  return [`# ${title}`, ...ways, ...plugins, ...passes.map(passMarkdown)].join("\n\n");
}

function section(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : [`## ${title}`, ...tableOf(head, rows)];
}

function optionTable(options: { readonly [name: string]: JsonSchema }): string[] {
  const rows = Object.entries(options).map(([name, schema]) => {
    const { description, default: value } = schema;
    const standard = value === undefined ? "" : code(JSON.stringify(value));
    return [code(name), optionType(schema, "`"), standard, typeof description === "string" ? description : ""];
  });
  return tableOf(["option", "type", "default", "description"], rows);
}

function passMarkdown(pass: PassDoc): string {
  const { name, summary, description, anchor, owner } = pass;
  const on = anchor === undefined ? "any operation" : code(anchor);
  const parts = [
    `## ${code(name)}`,
    ...(summary === undefined ? [] : [sentence(summary)]),
    ...(description === undefined ? [] : [description.trim()]),
    [`* from ${owner}, on ${on}`, ...factsOf(pass)].join("\n"),
    ...optionTable(pass.options),
    ...tableOf(
      ["statistic", "description"],
      Object.entries(pass.statistics).map(([statistic, text]) => [code(statistic), text]),
    ),
  ];
  return parts.join("\n\n");
}

function factsOf(pass: PassDoc): string[] {
  const lists: readonly [string, readonly string[] | undefined][] = [
    ["types", pass.types],
    ["works on", pass.worksOn === "predicate" ? undefined : pass.worksOn],
    ["requires", pass.requires],
    ["forbids", pass.forbids],
    ["provides", pass.provides],
    ["invalidates", pass.invalidates],
    ["preserves", pass.preserves],
    ["dialects of operations that it can create", pass.dependentDialects],
    ["reads files", pass.reads?.files],
    ["reads variables", pass.reads?.environment],
    ["runs programs", pass.reads?.programs],
  ];
  return [
    ...(pass.interface === undefined ? [] : [`* runs only on operations with the interface ${code(pass.interface)}`]),
    ...(pass.trait === undefined ? [] : [`* runs only on operations with the trait ${code(pass.trait)}`]),
    ...lists.flatMap(([what, names]) =>
      names === undefined || names.length === 0 ? [] : [`* ${what}: ${names.map(code).join(", ")}`],
    ),
    ...(pass.worksOn === "predicate" ? ["* works on: operations that the code of the pass selects by name"] : []),
    ...(pass.idle === "error" ? ["* causes an error if no operation to work on exists at its position"] : []),
    ...(pass.deterministic === false ? ["* not deterministic, so results are not cached"] : []),
    ...(pass.idempotent === true ? ["* idempotent: a second run right after the first has no effect"] : []),
  ];
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((text) => text.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ")).join(" | ")} |`;
  return [[line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)].join("\n")];
}

/** Formats text as inline code. The delimiters are longer than every sequence of backquotes in the text. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest > 0 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

/** Capitalizes the first letter, except in a formula such as `x + 0 is x`. */
function sentence(text: string): string {
  const start = text.replace(/^[a-z](?=[a-z]+\s)/, (letter) => letter.toUpperCase());
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
