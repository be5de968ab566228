/** Whether this Node takes the types out of TypeScript by itself. */
export function runsTypeScript(): boolean {
  // Known from Node 22.10 on; the types here are those of Node 20.
  const { typescript } = process.features as { readonly typescript?: unknown };
  return typescript !== undefined && typescript !== false;
}
