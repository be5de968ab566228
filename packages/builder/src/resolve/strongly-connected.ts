/**
 * Yields the strongly connected components of a dependency graph, dependencies first (Tarjan's algorithm, without
 * recursion because chains can be long). A node that is not in a cycle is a separate component.
 */
export function* stronglyConnected(
  count: number,
  dependencies: (node: number) => readonly number[],
): Generator<number[], void, undefined> {
  const order = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const isOpen = new Uint8Array(count);
  const open: number[] = [];
  let counter = 0;
  const visit = (node: number): { node: number; todo: readonly number[]; at: number } => {
    order[node] = low[node] = counter++;
    isOpen[node] = 1;
    open.push(node);
    return { node, todo: dependencies(node), at: 0 };
  };
  const lower = (node: number, value: number): void => {
    if (value < (low[node] ?? 0)) low[node] = value;
  };
  for (let root = 0; root < count; root++) {
    if (order[root] !== -1) continue;
    // Fast path: usually all dependencies were visited before.
    if (dependencies(root).every((node) => order[node] !== -1)) {
      order[root] = low[root] = counter++;
      yield [root];
      continue;
    }
    const path = [visit(root)];
    for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
      const next = frame.todo[frame.at++];
      if (next !== undefined) {
        if (order[next] === -1) path.push(visit(next));
        else if (isOpen[next] === 1) lower(frame.node, order[next] ?? 0);
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) lower(parent.node, low[frame.node] ?? 0);
      if (low[frame.node] !== order[frame.node]) continue;
      const group: number[] = [];
      for (let node = -1; node !== frame.node;) {
        node = open.pop() as number;
        isOpen[node] = 0;
        group.push(node);
      }
      yield group;
    }
  }
}
