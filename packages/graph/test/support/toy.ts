import { definePass } from "@passwright/core";
import type { IrAdapter, OperationName, PassContext, PassDefinition } from "@passwright/core";

/** Operation of an IR: a desk with notes on it and drawers inside. */
export class Desk {
  readonly notes = new Map<string, string>();
  readonly drawers: Desk[] = [];
  parent: Desk | undefined = undefined;
  /** Events on the operation, for tests. Not part of the IR. */
  readonly log: string[] = [];

  addDrawer(): Desk {
    const drawer = new Desk();
    drawer.parent = this;
    this.drawers.push(drawer);
    return drawer;
  }

  count(note: string): number {
    return Number(this.notes.get(note) ?? 0);
  }
}

/** Makes an adapter with attributes and fingerprints. A test can remove functions to test an adapter without them. */
export function makeDesks(): IrAdapter<Desk> {
  const names = new Map<string, OperationName>();
  const intern = (text: string): OperationName => {
    const name = names.get(text) ?? { text, isRegistered: true, isIsolatedFromAbove: true, hasInterface: () => false };
    names.set(text, name);
    return name;
  };
  return {
    name: "desks",
    intern,
    nameOf: (op) => intern(op.parent === undefined ? "desk" : "drawer"),
    parentOf: (op) => op.parent,
    collectNested: (op, out) => void out.push(...op.drawers),
    takeAttribute(op, name) {
      const value = op.notes.get(name);
      op.notes.delete(name);
      return value;
    },
    fingerprint(op) {
      let hash = 7n;
      for (const char of JSON.stringify([...op.notes].sort())) {
        hash = BigInt.asUintN(64, hash * 1099511628211n + BigInt(char.codePointAt(0) ?? 0));
      }
      return hash;
    },
  };
}

export type Body = (op: Desk, pass: PassContext<Desk>) => void | Promise<void>;

/** Makes a configurable pass that writes its name into the log. */
export function toyPass(name: string, body: Body = () => undefined, more: object = {}): PassDefinition<Desk> {
  return definePass({
    name,
    ...more,
    runOnOperation(op: Desk, pass) {
      op.log.push(name);
      return body(op, pass as never);
    },
  }) as PassDefinition<Desk>;
}

/** Makes a pass body that decrements a note, and requests a jump while the note is not zero. */
export function repeatWhile(note: string, target: string): PassDefinition<Desk> {
  return toyPass(`count-${note}`, (op, pass) => {
    const left = op.count(note);
    if (left === 0) return;
    op.notes.set(note, String(left - 1));
    pass.requestJump(target, `${left} of ${note} left`);
  });
}
