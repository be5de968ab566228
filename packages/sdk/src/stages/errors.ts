import { onPipelineIn, whereOf } from "@passwright/builder";
import type { Origin } from "@passwright/builder";
import { errorDiagnostic, suggest, ownerText } from "@passwright/core";
import type { Diagnostic, OptionProblem, OptionSpecs, Severity, SourceLocation } from "@passwright/core";
import type { Contributor } from "./input.ts";
import type { Manifest } from "../manifest.ts";

/* PWL0110 and PWL0402 to PWL0412: contributors that are not compatible. */

export function unknownChoice(
  what: "target" | "level",
  name: string,
  framework: string,
  known: readonly string[],
  at: Diagnostic["at"],
): Diagnostic {
  const help = known.length === 0 ? `leave \`${what}\` out` : `take one of ${known.join(", ")}`;
  return {
    code: "PWL0403",
    severity: "error",
    message: `framework \`${framework}\` has no ${what} \`${name}\``,
    ...(at === undefined ? {} : { at }),
    help: [help],
  };
}

/** Warns of a step for a target or level that does not exist. */
export function neverChosen(
  { what, name }: { readonly what: "target" | "level"; readonly name: string },
  framework: string,
  known: readonly string[],
  similar: string | undefined,
  origin: Origin,
): Diagnostic {
  const list = known.length === 0 ? `take \`${what}\` out of \`when\`` : `take one of ${known.join(", ")}`;
  return {
    code: "PWL0403",
    severity: "warning",
    message: `framework \`${framework}\` has no ${what} \`${name}\`, so the step is never in the plan`,
    ...whereOf(origin),
    help: [similar === undefined ? list : `did you mean \`${similar}\`?`],
  };
}

export function unknownOption(
  name: string,
  framework: string,
  asked: readonly string[],
  similar: string | undefined,
  at: Diagnostic["at"],
): Diagnostic {
  const list = asked.map((one) => `\`${one}\``).join(", ") || "none";
  return {
    code: "PWL0410",
    severity: "error",
    message: `option \`${name}\` is set, but no \`when\` tests it`,
    ...(at === undefined ? {} : { at }),
    notes: [{ message: `options that \`${framework}\` and the plugins test: ${list}` }],
    help: [similar === undefined ? "leave it out" : `did you mean \`${similar}\`?`],
  };
}

export function unknownPass(
  pass: string,
  where: Pick<Diagnostic, "at" | "plugin" | "pluginKind">,
  similar: string | undefined,
  owners: readonly string[],
  { lacks, holder }: { readonly lacks: readonly string[]; readonly holder: string | undefined },
): Diagnostic {
  const name = "add the plugin that provides it to `plugins`";
  const first = lacks.length > 0 ? `install what is missing, or ${name}` : name;
  const [, bare] = /^([^{]+)\{.*\}$/.exec(pass) ?? [];
  const other = similar === undefined ? first : `did you mean \`${similar}\`?`;
  const help =
    bare === undefined ? other : `write the options separately from the name: { pass: ${bare}, options: { … } }`;
  return {
    code: "PWL0402",
    severity: "error",
    message: `no framework or plugin provides a pass named \`${pass}\``,
    ...where,
    notes: [`looked in ${owners.join(", ")}`, ...lacks].map((text) => ({ message: text })),
    help: [holder === undefined ? help : `add \`${holder}\` to \`plugins\`: it is installed and provides \`${pass}\``],
  };
}

export function unknownBundle(
  bundle: string,
  known: readonly string[],
  similar: string | undefined,
  at: Diagnostic["at"],
): Diagnostic {
  const list = known.map((name) => `\`${name}\``).join(", ") || "none";
  return {
    code: "PWL0404",
    severity: "error",
    message: `there is no bundle \`${bundle}\``,
    ...(at === undefined ? {} : { at }),
    notes: [{ message: `bundles of the config and of plugins: ${list}` }],
    help: [similar === undefined ? "write it under `bundles`" : `did you mean \`${similar}\`?`],
  };
}

/** Reports invalid options of a pass. `specs` are its options, if they are known. */
export function badPassOptions(
  pass: string,
  problem: OptionProblem,
  where: Pick<Diagnostic, "at" | "plugin" | "pluginKind">,
  specs: OptionSpecs | undefined,
): Diagnostic {
  const { message, option, isUnknown } = problem;
  const { notes, help } = onPipelineIn(problem);
  const known = Object.keys(specs ?? {}).sort();
  const similar = isUnknown ? suggest(option, known) : undefined;
  return {
    code: "PWL0405",
    severity: "error",
    message: `options of pass \`${pass}\`: ${message}`,
    ...where,
    ...(notes.length === 0 ? {} : { notes }),
    help: [
      ...(similar === undefined ? [] : [`did you mean \`${similar}\`?`]),
      ...help,
      specs === undefined
        ? `write another value for \`${option}\``
        : known.length === 0
          ? "leave the options out"
          : `options of \`${pass}\`: ${known.join(", ")}`,
    ],
  };
}

export function needsMissing(
  who: { readonly name: string; readonly at: SourceLocation | undefined; readonly hasRun: boolean },
  what: "extension point" | "pass type",
  missing: readonly string[],
  framework: string,
  known: readonly string[],
): Diagnostic {
  const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ") || "none";
  return errorDiagnostic(
    "PWL0110",
    `\`${who.name}\` needs ${what} ${list(missing)}, which framework \`${framework}\` does not have`,
    { plugin: who.name, ...(who.at === undefined ? {} : { at: who.at }) },
    [`${what}s of \`${framework}\`: ${list(known)}`, ...(who.hasRun ? [] : ["its code was not run"])],
    [`leave \`${who.name}\` out, or install versions of the two that fit together`],
  );
}

/** Reports an invalid `IrAdapter.load`. `what` continues the sentence: "threw …" or "did not return …". */
export function irLoadIsWrong(ir: string, framework: string, what: string): Diagnostic {
  const debug = what.startsWith("threw") ? "; `--debug` shows the stack" : "";
  return {
    code: "PWL0411",
    severity: "error",
    message: `\`load\` of IR \`${ir}\` ${what}`,
    plugin: framework,
    pluginKind: "framework",
    help: [`fix \`load\` in the adapter, or report this to the author of the framework${debug}`],
  };
}

/** Reports steps that only names order. `steps` are addresses, in the order of the plan; `passes` contains their passes. */
export function orderByName(
  steps: readonly string[],
  passes: ReadonlyMap<string, string>,
  pipeline: string | undefined,
  severity: Severity,
): Diagnostic {
  const [first = "", second = ""] = steps.map((address) => passes.get(address) ?? address);
  const where = pipeline === undefined ? "" : ` of pipeline \`${pipeline}\``;
  const many = steps.length > 2;
  return {
    code: "PWL0412",
    severity,
    message: `the order of ${many ? `${steps.length} steps` : "two steps"}${where} depends only on the names of their contributors: ${steps.map((step) => `\`${step}\``).join(", ")}`,
    notes: [{ message: "no rule, position or order of calls decides it; renaming a package changes it" }],
    help: [
      `if the order matters, add a rule: \`{ pass: ${first}, before: ${second}, strong: true, reason: … }\`, or \`{ pass: ${second}, before: ${first}, strong: true, reason: … }\``,
      `if it does not, declare it: \`independent: [{ steps: [${steps.join(", ")}], reason: … }]\``,
    ],
  };
}

/** PWL0508: a plugin adds a dialect, but the IR of the framework does not accept dialects. */
export function noDialects(dialect: string, ir: string, plugin: Contributor): Diagnostic {
  return errorDiagnostic(
    "PWL0508",
    `plugin \`${plugin.name}\` adds dialect \`${dialect}\`, but IR \`${ir}\` does not accept dialects`,
    blamed(plugin),
    [],
    [`leave \`${plugin.name}\` out, or add \`addDialects\` to the adapter of \`${ir}\``],
  );
}

/** PWL0509: two plugins add different dialects with the same name. */
export function dialectOfTwo(dialect: string, first: Contributor, second: Contributor): Diagnostic {
  return errorDiagnostic(
    "PWL0509",
    `plugins \`${first.name}\` and \`${second.name}\` add different dialects named \`${dialect}\``,
    blamed(second),
    [],
    ["leave one of the two out, or import the dialect from the same package in both"],
  );
}

/** Returns a contributor as diagnostics name it: with its version, if that is known. */
export function blamed({
  kind = "plugin",
  ...owner
}: {
  readonly kind?: Manifest["kind"];
  readonly name: string;
  readonly version?: string;
}): Pick<Diagnostic, "plugin" | "pluginKind"> {
  return { plugin: ownerText(owner), ...(kind === "plugin" ? {} : { pluginKind: kind }) };
}
