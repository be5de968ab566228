import type { Diagnostic } from "./diagnostic.ts";
import type { PassDeclaration } from "./pass-declaration.ts";

/** What `addPass` does with a pass that runs on another operation: refuse it, or nest a manager for it (MLIR's `Nesting`). */
export type Nesting = "explicit" | "implicit";

function anchorMismatch(pass: string, restrictedTo: string, anchor: string): Diagnostic {
  return {
    code: "PWC0204",
    severity: "error",
    message: `Can't add pass '${pass}' restricted to '${restrictedTo}' on a PassManager intended to run on '${anchor}', did you intend to nest?`,
    help: [`nest it: \`${restrictedTo}(…)\` in text, \`manager.nest("${restrictedTo}").addPass(…)\` in TypeScript`],
  };
}

/** Why a pass cannot be added to a manager, if it cannot. */
export function findMismatch(
  pass: PassDeclaration,
  manager: { readonly anchor: string | undefined; readonly nesting: Nesting },
): Diagnostic | undefined {
  const { anchor, displayName, name } = pass;
  if (manager.nesting === "implicit" || anchor === undefined || manager.anchor === undefined) return undefined;
  return anchor === manager.anchor ? undefined : anchorMismatch(displayName ?? name, anchor, manager.anchor);
}

/** What stands before the anchor of a manager that reaches every depth: `**path(…)`, as MLIR writes it after release 22. */
const EVERYWHERE = "**";

/** The anchor as text of a manager for every operation of that name, however deep: `**path`. */
export function everywhere(anchor: string): string {
  return `${EVERYWHERE}${anchor}`;
}

/** Takes the text of an anchor apart: `**path` is `path` at every depth. */
export function parseAnchor(text: string): { readonly anchor: string; readonly isEverywhere: boolean } {
  const isEverywhere = text.startsWith(EVERYWHERE);
  return { anchor: isEverywhere ? text.slice(EVERYWHERE.length) : text, isEverywhere };
}

/** The diagnostic for a manager that reaches every depth where one operation is to be run on. */
export function everywhereAtTop(anchor: string): Diagnostic {
  return {
    code: "PWC0214",
    severity: "error",
    message: `\`${anchor}\` is the anchor of an outermost pass manager, which runs on the operation that it is given`,
    help: [`name that operation, and nest: \`builtin.module(${anchor}(…))\`, for example`],
  };
}

/** An anchor that the text of a pipeline cannot hold. */
export function badAnchor(anchor: string): Diagnostic {
  return {
    code: "PWC0206",
    severity: "error",
    message: `\`${anchor}\` cannot be the anchor of a pass manager`,
    notes: [
      { message: "the text of a pipeline ends an anchor at `,`, `(`, `)` and `{`, and takes space off its ends" },
    ],
    help: ["use the name of an operation, or `any`"],
  };
}
