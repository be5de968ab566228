import { type Origin, whereOf } from "@passwright/builder";
import { type Diagnostic, suggest } from "@passwright/core";

/* PWL0401 to PWL0499: what the parts of a session do not fit together in. */

export function nobodyToLeaveOut(name: string, plugins: readonly string[], similar: string | undefined): Diagnostic {
  return {
    code: "PWL0401",
    severity: "error",
    message: `there is no plugin \`${name}\` to leave out`,
    notes: [{ message: `plugins of the config: ${plugins.map((plugin) => `\`${plugin}\``).join(", ") || "none"}` }],
    help: [similar === undefined ? "name a plugin as the config names it" : `did you mean \`${similar}\`?`],
  };
}

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

/** A step for what cannot be chosen. */
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
    message: `framework \`${framework}\` has no ${what} \`${name}\`, so a step for it is never there`,
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
    message: `nobody asks for option \`${name}\``,
    ...(at === undefined ? {} : { at }),
    notes: [{ message: `options that \`${framework}\` and the plugins ask for: ${list}` }],
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
  const name = "name the plugin that has it under `plugins`";
  const first = lacks.length > 0 ? `see to what is missing, or ${name}` : name;
  const [, bare] = /^([^{]+)\{.*\}$/.exec(pass) ?? [];
  const other = similar === undefined ? first : `did you mean \`${similar}\`?`;
  const help = bare === undefined ? other : `write options apart from the name: { pass: ${bare}, options: { … } }`;
  return {
    code: "PWL0402",
    severity: "error",
    message: `nobody declares a pass \`${pass}\``,
    ...where,
    notes: [`looked in ${owners.join(", ")}`, ...lacks].map((text) => ({ message: text })),
    help: [
      holder === undefined ? help : `\`${pass}\` is in \`${holder}\`, which is installed: name it under \`plugins\``,
    ],
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
    notes: [{ message: `bundles of the config: ${list}` }],
    help: [similar === undefined ? "write it under `bundles`" : `did you mean \`${similar}\`?`],
  };
}

export function badPassOptions(
  pass: string,
  message: string,
  where: Pick<Diagnostic, "at" | "plugin" | "pluginKind">,
  known: readonly string[],
  unknown: string | undefined,
): Diagnostic {
  const similar = unknown === undefined ? undefined : suggest(unknown, known);
  return {
    code: "PWL0405",
    severity: "error",
    message: `options of pass \`${pass}\`: ${message}`,
    ...where,
    help: [
      ...(similar === undefined ? [] : [`did you mean \`${similar}\`?`]),
      known.length === 0 ? "leave the options out" : `options of \`${pass}\`: ${known.join(", ")}`,
    ],
  };
}

export function pluginNeedsCode(name: string, reason: string, at: Diagnostic["at"]): Diagnostic {
  return {
    code: "PWL0406",
    severity: "error",
    message: `data-only mode runs no code, and \`${name}\` cannot be planned with without its code: ${reason}`,
    plugin: name,
    ...(at === undefined ? {} : { at }),
    help: [`leave it out: --without ${name}; or do without data-only mode`],
  };
}

export function frameworkNeedsCode(name: string, at: Diagnostic["at"]): Diagnostic {
  return {
    code: "PWL0407",
    severity: "error",
    message: `data-only mode runs no code, and framework \`${name}\` builds its pipeline with code`,
    plugin: name,
    pluginKind: "framework",
    ...(at === undefined ? {} : { at }),
    help: ["write the pipeline in the config, as `pipeline`; or do without data-only mode"],
  };
}

export function dataOnlyCannotRun(): Diagnostic {
  return {
    code: "PWL0408",
    severity: "error",
    message: "the session was loaded in data-only mode, and a run needs the code of passes",
    help: ["load it without data-only mode; its plan can be printed for mlir-opt: `passwright plan --format mlir`"],
  };
}

export function irNotLoaded(): Diagnostic {
  return {
    code: "PWL0409",
    severity: "error",
    message: "the IR of a pipeline in a config is loaded when a manager is made, and none was made so far",
    help: ["call `await session.makeManager()` first"],
  };
}

/** `what`: how `IrAdapter.load` broke its contract. */
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
