import { type Diagnostic, isPassDefinition, suggest, UsageError } from "@passwright/core";
import { whereOf } from "./errors.ts";
import { type Origin } from "./contributions/origin.ts";

/* PWB0305: calls that TypeScript would not let pass. Builders are used from JavaScript, too. */

/** What may be said of a step or bundle, whoever adds it. */
const SETTINGS = ["options", "types", "anchor", "when", "reason", "removable", "which", "onMissing", "kind", "place"];

/** How a call is written: `builder.addBefore("target", pass, { reason: "…" })`. */
const FORMS: { readonly [call: string]: string } = {
  addPass: 'builder.addPass(pass, { reason: "…" })',
  addBefore: 'builder.addBefore("target", pass, { reason: "…" })',
  addAfter: 'builder.addAfter("target", pass, { reason: "…" })',
  addBeforeType: 'builder.addBeforeType(PassType.Lowering, pass, { reason: "…" })',
  addAfterType: 'builder.addAfterType(PassType.Lowering, pass, { reason: "…" })',
  addAt: 'builder.addAt("extension.point", pass, { reason: "…" })',
  replace: 'builder.replace("target", pass, { reason: "…" })',
  rule: 'builder.rule(pass).strong.after("target", { reason: "…" })',
};

function wrongCall(call: string, what: string, help: string, origin: Origin): UsageError {
  const diagnostic: Diagnostic = {
    code: "PWB0305",
    severity: "error",
    message: `\`${call}\`: ${what}`,
    ...whereOf(origin),
    help: [help],
  };
  return new UsageError(diagnostic);
}

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (isPassDefinition(value)) return `pass \`${String(value.declaration.name)}\``;
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

const isPass = (value: unknown): boolean => typeof value === "string" || isPassDefinition(value);

/** Whether a call names what it has to: a target, where it takes one, and a pass; and says what there is to say. */
export function checkInsertion(
  call: string,
  target: unknown,
  pass: unknown,
  settings: unknown,
  origin: () => Origin,
): void {
  const form = `write \`${FORMS[call] ?? call}\``;
  if (target !== undefined && typeof target !== "string") {
    const swapped = isPassDefinition(target) && typeof pass === "string";
    const what = `the first argument says where, as a text; it is ${shown(target)}`;
    throw wrongCall(call, what, swapped ? `the target comes first: ${form}` : form, origin());
  }
  if (!isPass(pass)) {
    const what = `a pass is what definePass answers, or the name of one; it is ${shown(pass)}`;
    throw wrongCall(call, what, form, origin());
  }
  checkSettings(call, settings, origin);
}

/** Settings are a table, and none of their keys is almost another. */
export function checkSettings(call: string, settings: unknown, origin: () => Origin): void {
  if (typeof settings !== "object" || settings === null || Array.isArray(settings)) {
    throw wrongCall(
      call,
      `the last argument is a table of settings; it is ${shown(settings)}`,
      `write \`${FORMS[call] ?? call}\``,
      origin(),
    );
  }
  for (const key of Object.keys(settings)) {
    const similar = SETTINGS.includes(key) ? undefined : suggest(key, SETTINGS);
    if (similar !== undefined)
      throw wrongCall(call, `there is no setting \`${key}\``, `did you mean \`${similar}\`?`, origin());
  }
}

/** A rule has a subject, a target and a reason. */
export function checkRuleCall(call: string, target: unknown, because: unknown, origin: () => Origin): void {
  const form = `write \`${FORMS["rule"]}\``;
  if (!isPass(target) && typeof (target as { type?: unknown } | null | undefined)?.type !== "string") {
    throw wrongCall(
      call,
      `what a rule names is a pass, its name, or \`ofType(type)\`; it is ${shown(target)}`,
      form,
      origin(),
    );
  }
  if (because === undefined) return;
  const { reason } = (because ?? {}) as { reason?: unknown };
  if (typeof reason !== "string") throw wrongCall(call, "a rule needs a reason, as a text", form, origin());
}
