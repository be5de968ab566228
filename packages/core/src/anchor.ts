import { errorDiagnostic } from "./diagnostic.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { PassDeclaration } from "./pass-declaration.ts";

/**
 * Behavior of `addPass` if a pass and its manager run on different operations: `explicit` refuses the pass, and
 * `implicit` adds a nested manager for the pass. Corresponds to `Nesting` in MLIR.
 */
export type Nesting = "explicit" | "implicit";

function anchorMismatch(pass: string, restrictedTo: string, anchor: string): Diagnostic {
  const message = `Can't add pass '${pass}' restricted to '${restrictedTo}' on a PassManager intended to run on '${anchor}', did you intend to nest?`;
  const help = `nest the pass: \`${restrictedTo}(…)\` in text, \`manager.nest("${restrictedTo}").addPass(…)\` in TypeScript`;
  return errorDiagnostic("PWC0204", message, help);
}

/** Returns the error if a pass cannot be added to a manager. Otherwise, returns `undefined`. */
export function findMismatch(
  pass: PassDeclaration | undefined,
  manager: { readonly endAnchor: string | undefined; readonly nesting: Nesting },
): Diagnostic | undefined {
  if (pass === undefined)
    return errorDiagnostic("PWC0105", "`addPass` requires a pass", "pass the result of `definePass`");
  const { anchor, displayName, name } = pass;
  if (manager.nesting === "implicit" || anchor === undefined || manager.endAnchor === undefined) return undefined;
  return anchor === manager.endAnchor ? undefined : anchorMismatch(displayName ?? name, anchor, manager.endAnchor);
}

export function notInGroup(what: string, group: string): Diagnostic {
  const message = `${what} is not a member of group \`${group}\``;
  const notes = ["a group can contain only members, because the group runs all members in one traversal"];
  return errorDiagnostic("PWC0215", message, `add the pass before or after \`group<${group}>(…)\``, { notes });
}

/** Anchor prefix of a manager that runs at every depth: `**path(…)`. MLIR added this syntax after release 22. */
const EVERYWHERE = "**";

/** Returns the anchor text `**path` of a manager that runs on operations named `path` at every depth. */
export function everywhere(anchor: string): string {
  return `${EVERYWHERE}${anchor}`;
}

/** Splits an anchor text into an operation name and a flag for the prefix `**`, which means every depth. */
export function parseAnchor(text: string): { readonly anchor: string; readonly isEverywhere: boolean } {
  const isEverywhere = text.startsWith(EVERYWHERE);
  return { anchor: isEverywhere ? text.slice(EVERYWHERE.length) : text, isEverywhere };
}

export function everywhereAtTop(anchor: string): Diagnostic {
  const message = `\`${anchor}\` cannot be the anchor of the outermost pass manager, which runs on a single operation`;
  const help = `nest the manager in a manager on the root operation: \`builtin.module(${anchor}(…))\``;
  return errorDiagnostic("PWC0214", message, help);
}

export function badAnchor(anchor: string): Diagnostic {
  const message = `\`${anchor}\` cannot be the anchor of a pass manager`;
  const notes = ["an anchor cannot contain `,`, `(`, `)` or `{`, or start or end with a space"];
  return errorDiagnostic("PWC0206", message, "use the name of an operation or `any`", { notes });
}
