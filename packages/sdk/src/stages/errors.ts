import { helpOnOption, whereOf } from "@passwright/builder";
import type { Origin } from "@passwright/builder";
import { didYouMean, errorDiagnostic as error, ownerText, quoted, suggest } from "@passwright/core";
import type { Diagnostic, Note, OptionProblem, OptionSpecs, Severity, SourceLocation } from "@passwright/core";
import type { Contributor } from "./input.ts";
import type { Manifest } from "../manifest.ts";

type Where = Pick<Diagnostic, "at" | "plugin" | "pluginKind">;

/* Diagnostics PWL0110, PWL0402 to PWL0414, PWL0508 and PWL0509, about contributors that do not fit together. */

export function unknownChoice(
  what: "target" | "level",
  name: string,
  framework: string,
  known: readonly string[],
  at: Diagnostic["at"],
): Diagnostic {
  const none = `remove the ${what}, because the framework does not declare ${what}s`;
  const help = known.length === 0 ? none : `use one of ${known.join(", ")}`;
  return error("PWL0403", `framework \`${framework}\` has no ${what} \`${name}\``, help, { at });
}

export function neverChosen(
  { what, name }: { readonly what: "target" | "level"; readonly name: string },
  framework: string,
  known: readonly string[],
  similar: string | undefined,
  origin: Origin,
): Diagnostic {
  const unknown = unknownChoice(what, name, framework, known, undefined);
  return {
    ...unknown,
    severity: "warning",
    message: `${unknown.message}, so a condition on this ${what} never holds`,
    ...(similar !== undefined && { help: [didYouMean(similar)] }),
    ...whereOf(origin),
  };
}

export function unknownOption(
  name: string,
  framework: string,
  requested: readonly string[],
  similar: string | undefined,
  at: Diagnostic["at"],
): Diagnostic {
  const help = didYouMean(similar, "remove the option");
  const notes = [`options that \`${framework}\` and the plugins use: ${quoted(requested)}`];
  return error("PWL0410", `option \`${name}\` is set, but no condition (\`when\`) uses this option`, help, {
    at,
    notes,
  });
}

export function cleanupNotIdempotent(pass: string, where: Where): Diagnostic {
  const message = `\`${pass}\` cannot be a cleanup, because the pass declares \`idempotent: false\``;
  return error("PWL0418", message, `remove \`${pass}\` from \`cleanups\``, where);
}

export function unknownPass(
  pass: string,
  where: Where,
  similar: string | undefined,
  owners: readonly string[],
  { lacks, holder }: { readonly lacks: readonly string[]; readonly holder: string | undefined },
): Diagnostic {
  const name =
    pass === ""
      ? "write the missing name, or remove the comma or the parentheses"
      : where.pluginKind === "framework"
        ? "add the pass to `passes` of the framework"
        : "add the plugin that provides the pass to `plugins`";
  const first = lacks.length > 0 ? `install the missing packages, or ${name}` : name;
  const [, bare] = /^([^{]+)\{.*\}$/.exec(pass) ?? [];
  const other = didYouMean(similar, first);
  const help =
    bare === undefined ? other : `write the options separately from the name: { pass: ${bare}, options: { … } }`;
  return error(
    "PWL0402",
    `no framework or plugin provides a pass named \`${pass}\``,
    holder === undefined ? help : `add \`${holder}\`, which provides \`${pass}\`, to \`plugins\``,
    { ...where, unknown: pass, similar, notes: [`searched: ${owners.join(", ")}`, ...lacks] },
  );
}

export function unknownBundle(bundle: string, bundles: ReadonlyMap<string, unknown>, where: Where): Diagnostic {
  const similar = suggest(bundle, bundles.keys());
  // Lists one name of each bundle.
  const names = [...new Map([...bundles].reverse().map(([name, one]) => [one, name])).values()].sort();
  const ofPlugins = names.filter((name) => name.endsWith(`::${bundle}`));
  const [message, help] =
    ofPlugins.length > 0
      ? [`several plugins declare bundle \`${bundle}\``, `use one of ${quoted(ofPlugins)}`]
      : [
          `unknown bundle \`${bundle}\``,
          didYouMean(similar, "add the bundle to `bundles`, or add the plugin that contains the bundle to `plugins`"),
        ];
  const notes = [`bundles of the config and of plugins: ${quoted(names)}`];
  return error("PWL0404", message, help, { ...where, unknown: bundle, similar, notes });
}

/** Reports invalid options of a pass. `specs` are the options that the pass declares, if these options are known. */
export function badPassOptions(
  pass: string,
  problem: OptionProblem,
  where: Where,
  specs: OptionSpecs | undefined,
): Diagnostic {
  const { notes, help } = helpOnOption(pass, problem, specs);
  return error("PWL0405", `options of pass \`${pass}\`: ${problem.message}`, help, {
    ...where,
    pass,
    option: problem.option,
    ...(notes.length === 0 ? {} : { notes }),
  });
}

export function needsMissing(
  who: { readonly name: string; readonly at: SourceLocation | undefined; readonly hasRun: boolean },
  what: "extension point" | "pass type",
  missing: readonly string[],
  framework: string,
  known: readonly string[],
): Diagnostic {
  const message = `\`${who.name}\` needs ${what} ${quoted(missing)}, which framework \`${framework}\` does not have`;
  return error(
    "PWL0110",
    message,
    `remove the plugin, or install compatible versions of the plugin and \`${framework}\``,
    {
      plugin: who.name,
      at: who.at,
      notes: [
        `${what}s of \`${framework}\`: ${quoted(known)}`,
        ...(who.hasRun ? [] : ["the code of the plugin was not run"]),
      ],
    },
  );
}

/** Reports that `IrAdapter.load` threw `thrown` or, without `thrown`, that it did not return a diagnostic. */
export function irLoadIsWrong(ir: string, framework: string, thrown?: string): Diagnostic {
  const debug = thrown === undefined ? "" : ", with the stack from `--debug`";
  const what = thrown === undefined ? "did not return a diagnostic" : `threw an exception: ${thrown}`;
  const help = `correct \`load\` in the adapter, or report the problem to the author of the framework${debug}`;
  return error("PWL0411", `\`load\` of IR \`${ir}\` ${what}`, help, { plugin: framework, pluginKind: "framework" });
}

/** Reports steps whose order depends only on names, by address in plan order. `passes` contains names of passes. */
export function orderByName(
  steps: readonly string[],
  passes: ReadonlyMap<string, string>,
  pipeline: string | undefined,
  severity: Severity,
): Diagnostic {
  const names = [...passes.values()];
  // In YAML, text that starts with `@` needs quotes.
  const written = (address: string): string => (address.startsWith("@") ? `"${address}"` : address);
  // A rule about the name of a pass applies to all steps with this pass.
  const [first = "", second = ""] = steps.map((address) => {
    const pass = passes.get(address);
    return pass === undefined || names.indexOf(pass) !== names.lastIndexOf(pass) ? written(address) : pass;
  });
  const where = pipeline === undefined ? "" : ` of pipeline \`${pipeline}\``;
  const many = steps.length > 2;
  const message = `the order of ${many ? `${steps.length} steps` : "two steps"}${where} depends only on the names of their contributors: ${quoted(steps)}`;
  // A config cannot add rules to the pipelines of a graph.
  const [what, key, strong] =
    pipeline === undefined ? ["a rule", "pass", " strong: true,"] : ["an override", "order", ""];
  const rule = (pass: string, before: string): string =>
    `\`{ ${key}: ${pass}, before: ${before},${strong} reason: … }\``;
  const help = [
    `add ${what}: ${rule(first, second)}, or ${rule(second, first)}`,
    `or declare that the order does not matter: \`independent: [{ steps: [${steps.map(written).join(", ")}], reason: … }]\``,
  ];
  const notes = ["renaming a package changes this order"];
  return error("PWL0412", message, help, { severity, notes });
}

export function unknownIndependent(name: string, similar: string | undefined, origin: Origin): Diagnostic {
  const message = `\`independent\` contains \`${name}\`, but no step, pass or pipeline of a graph has this name`;
  const isNamedPipeline = similar === name;
  const help = isNamedPipeline
    ? `write the names of the passes of \`${name}\``
    : didYouMean(similar, "correct the name, or remove the entry");
  return error("PWL0415", message, help, { severity: "warning", ...whereOf(origin), unknown: name });
}

/** Lists ignored entries of a config that need the plugins in `plugins`, which the user left out. */
export function entriesLeftOut(owner: string, plugins: readonly string[], entries: readonly Note[]): Diagnostic {
  const excluded = plugins.length === 1 ? `plugin ${quoted(plugins)} is` : `plugins ${quoted(plugins)} are`;
  const message = `${excluded} excluded by \`--without\`, so these entries of \`${owner}\` are ignored`;
  return error("PWL0414", message, [], { severity: "remark", notes: entries });
}

export function noDialects(dialect: string, ir: string, plugin: Contributor): Diagnostic {
  const message = `plugin \`${plugin.name}\` adds dialect \`${dialect}\`, but IR \`${ir}\` does not accept dialects`;
  const help = `remove \`${plugin.name}\`, or add \`addDialects\` to the adapter of \`${ir}\``;
  return error("PWL0508", message, help, blamed(plugin));
}

export function dialectOfTwo(dialect: string, first: Contributor, second: Contributor): Diagnostic {
  const message = `plugins \`${first.name}\` and \`${second.name}\` add different dialects named \`${dialect}\``;
  const help = "remove one of the two plugins, or import the dialect from the same package in both plugins";
  return error("PWL0509", message, help, blamed(second));
}

/** Formats the name of a contributor for diagnostics. Adds the version if the version is known. */
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
