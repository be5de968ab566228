import type { IrAdapter, OperationName, PassDeclaration, PassDefinition } from "@passwright/core";

/** Operations of one input that a pass reaches through the same path of nested managers. */
export interface Targets {
  /** Names of the operations on the path from the root to `ops`. */
  readonly path: readonly string[];
  readonly ops: readonly object[];
}

/** Maximum number of paths to try per input. Paths are tried in alphabetical order. */
const MOST_PATHS = 3;

function accepts(
  name: OperationName,
  declaration: PassDeclaration,
  canScheduleOn: (name: OperationName) => boolean,
): boolean {
  if (!name.isRegistered || !name.isIsolatedFromAbove) return false;
  if (declaration.anchor !== undefined && declaration.anchor !== name.text) return false;
  if (declaration.interface !== undefined && !name.hasInterface(declaration.interface)) return false;
  return canScheduleOn(name);
}

/**
 * Returns a noun phrase for the operations that a pass can run on. The phrase completes the sentence "no input contains
 * …". Also returns whether the IR defines these operations.
 */
export function describeTargets(
  adapter: IrAdapter<object>,
  { anchor, interface: implemented }: PassDeclaration,
): { readonly runsOn: string; readonly isKnown: boolean } {
  if (anchor !== undefined) return { runsOn: `operation '${anchor}'`, isKnown: adapter.intern(anchor).isRegistered };
  const which = implemented === undefined ? "" : ` with interface \`${implemented}\``;
  return { runsOn: `an isolated operation${which} on which the pass can run`, isKnown: true };
}

/** Returns whether a pass must run on the root, because the pass provides a value of the whole input. */
export const isForRoot = ({ provides = [], values = {} }: PassDeclaration): boolean =>
  provides.some((name) => Object.hasOwn(values, name) && values[name] === "input");

/** Returns all operations on which a pass can run, with their paths. Searches `root` and all operations in it. */
export function findTargets(
  adapter: IrAdapter<object>,
  root: object,
  definition: PassDefinition<object>,
): readonly Targets[] {
  const { body } = definition.create();
  const canScheduleOn = (name: OperationName): boolean => {
    try {
      return body.canScheduleOn?.(name) ?? true;
    } catch {
      // Ignores an exception here, because the run of the pass reports it.
      return true;
    }
  };
  const found = new Map<string, { readonly path: readonly string[]; readonly ops: object[] }>();
  // A group runs on the operations that it declares or, without a declaration, on the root.
  const { leaves, group } = definition;
  const isOnlyForRoot =
    isForRoot(definition.declaration) || leaves !== undefined || (group !== undefined && group.anchors === undefined);
  const isAllowed = (name: string): boolean => group?.anchors === undefined || group.anchors.includes(name);
  const visit = (op: object, above: readonly string[]): void => {
    const name = adapter.nameOf(op);
    const path = [...above, name.text];
    if (isAllowed(name.text) && accepts(name, definition.declaration, canScheduleOn)) {
      const key = path.join("(");
      const known = found.get(key);
      if (known !== undefined) known.ops.push(op);
      else found.set(key, { path, ops: [op] });
    }
    if (isOnlyForRoot) return;
    // Nested managers run only on isolated operations.
    if (!name.isIsolatedFromAbove && above.length > 0) return;
    const inner: object[] = [];
    adapter.collectNested(op, inner);
    for (const one of inner) visit(one, path);
  };
  visit(root, []);
  // Sorts the paths by name, because their order must not depend on the order of operations, which the checks change.
  const ways = [...found].sort(([left], [right]) => (left < right ? -1 : 1));
  return ways.slice(0, MOST_PATHS).map(([, targets]) => targets);
}
