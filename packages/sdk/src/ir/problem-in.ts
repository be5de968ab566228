import type { OperationName } from "@passwright/core";

/**
 * Visits `top` and all operations inside it. Returns the first operation that has an unknown name, contains itself or
 * occurs twice, or `undefined`. `list` appends the children of an operation to `out`.
 */
export function problemIn(
  top: object,
  list: (op: object, out: object[]) => void,
  nameOf: (op: object) => OperationName,
): { readonly op: object; readonly message: string } | undefined {
  /** Visited operations. The value is true until all contents of the operation have been visited. */
  const isOpen = new Map<object, boolean>();
  const path: object[] = [];
  /** Operations to visit. Each `undefined` marks the end of the contents of the last operation in `path`. */
  const waiting: (object | undefined)[] = [top];
  while (waiting.length > 0) {
    const op = waiting.pop();
    if (op === undefined) {
      isOpen.set(path.pop() as object, false);
      continue;
    }
    const { text, isRegistered } = nameOf(op);
    if (!isRegistered) return { op, message: `\`operations\` does not list \`${text}\`` };
    if (isOpen.has(op)) {
      const problem = isOpen.get(op) === true ? "contains itself" : "occurs twice";
      return { op, message: `'${text}' ${problem}: the operations do not form a tree` };
    }
    isOpen.set(op, true);
    path.push(op);
    const children: object[] = [];
    list(op, children);
    waiting.push(undefined);
    for (const child of children.reverse()) waiting.push(child);
  }
  return undefined;
}
