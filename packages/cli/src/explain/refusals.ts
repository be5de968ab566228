import type { Diagnostic } from "@passwright/core";

/**
 * What the builder says of steps by these names: what was refused, too, a place that was asked for before the one that a step
 * has. Of a pass that stands nowhere its warning tells all of them.
 */
export function refusalsOf(diagnostics: readonly Diagnostic[], names: readonly string[]): Diagnostic[] {
  const isLost = (name: string): boolean => diagnostics.some((one) => one.code === "PWB0118" && isAbout(one, name));
  return diagnostics.filter((one) =>
    names.some((name) => isAbout(one, name) && (one.severity !== "remark" || !isLost(name))),
  );
}

/** Whether a diagnostic of the builder tells of a step, by its address or its pass. */
export function isAbout({ code, step = "", message, plugin, notes = [] }: Diagnostic, name: string): boolean {
  if (!code.startsWith("PWB0")) return false;
  if (step === name || step.split("::").at(-1) === name || message.startsWith(`\`${name}\``)) return true;
  // What was asked for has no address: it is no step yet.
  const [pass = name, party] = name.replace(/#\d+$/, "").split("::").reverse();
  const isTheirs = party === undefined || plugin === party;
  return isTheirs && notes.some((note) => note.message.startsWith(`asked for: \`${pass}\` `));
}
