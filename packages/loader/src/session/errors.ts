import { type Diagnostic } from "@passwright/core";

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

export function unknownPass(
  pass: string,
  where: Pick<Diagnostic, "at" | "plugin">,
  similar: string | undefined,
  owners: readonly string[],
): Diagnostic {
  return {
    code: "PWL0402",
    severity: "error",
    message: `nobody declares a pass \`${pass}\``,
    ...where,
    notes: [{ message: `looked in ${owners.join(", ")}` }],
    help: [similar === undefined ? "name the plugin that has it under `plugins`" : `did you mean \`${similar}\`?`],
  };
}
