import type { Instrumentation, InstrumentedPass, InstrumentedRun, IrAdapter } from "@passwright/core";
import type { IrWindow } from "./window.ts";

interface Around {
  readonly op: object;
  readonly text: string;
  readonly what: string;
}

/**
 * Everything around an operation: the surrounding operations, their lists of children, and the siblings at each level.
 */
interface View {
  readonly parents: readonly { readonly op: object; readonly header: string; readonly inside: readonly object[] }[];
  readonly beside: readonly Around[];
}

/** Detects changes outside the operation that a pass runs on. */
export class OutsideWatch implements Instrumentation<object> {
  readonly #adapter: IrAdapter<object>;
  readonly #window: IrWindow<object> | undefined;
  readonly #views: View[] = [];
  #run: InstrumentedRun<object> | undefined = undefined;
  /** Changes outside of an operation. `op` is the operation that the responsible pass ran on. */
  readonly writes: { readonly op: object; readonly what: string }[] = [];

  constructor(adapter: IrAdapter<object>, window: IrWindow<object> | undefined) {
    this.#adapter = adapter;
    this.#window = window;
  }

  beforeRun(_op: object, run: InstrumentedRun<object>): void {
    this.#run = run;
  }

  beforePass(pass: InstrumentedPass, op: object): void {
    if (!pass.isAdaptor && this.#run !== undefined) this.#views.push(this.#capture(op, this.#run));
  }

  afterPass(pass: InstrumentedPass, op: object): void {
    if (pass.isAdaptor) return;
    const before = this.#views.pop();
    const what = before === undefined ? undefined : this.#compare(before);
    if (what !== undefined) this.writes.push({ op, what });
  }

  afterPassFailed(pass: InstrumentedPass, op: object): void {
    this.afterPass(pass, op);
  }

  #capture(op: object, run: InstrumentedRun<object>): View {
    const parents: View["parents"][number][] = [];
    const beside: Around[] = [];
    let child = op;
    for (let parent = run.parentOf(op); parent !== undefined; parent = run.parentOf(parent)) {
      const inside = this.#inside(parent);
      parents.push({ op: parent, header: this.#window?.headerOf(parent) ?? "", inside });
      const way = child;
      for (const other of inside)
        if (other !== way) beside.push({ op: other, text: this.#textOf(other), what: this.#nameOf(other) });
      child = parent;
    }
    return { parents, beside };
  }

  #compare({ parents, beside }: View): string | undefined {
    for (const { op, header, inside } of parents) {
      if ((this.#window?.headerOf(op) ?? "") !== header)
        return `the attributes of the enclosing operation ${this.#nameOf(op)} changed`;
      const now = this.#inside(op);
      if (now.length !== inside.length || now.some((one, index) => one !== inside[index]))
        return `operations in the enclosing operation ${this.#nameOf(op)} were added, removed or moved`;
    }
    const changed = beside.find(({ op, text }) => this.#textOf(op) !== text);
    return changed === undefined ? undefined : `sibling ${changed.what} changed`;
  }

  #inside(op: object): object[] {
    const out: object[] = [];
    this.#adapter.collectNested(op, out);
    return out;
  }

  #textOf(op: object): string {
    return this.#adapter.fingerprint?.(op).toString() ?? this.#adapter.print?.(op, { generic: true }) ?? "";
  }

  #nameOf(op: object): string {
    return describeOperation(this.#adapter, op);
  }
}

/** Formats the name and symbol of an operation: `'func.func' @main`. */
export function describeOperation(adapter: IrAdapter<object>, op: object): string {
  try {
    const symbol = adapter.symbolOf?.(op);
    return `'${adapter.nameOf(op).text}'${symbol === undefined ? "" : ` @${symbol}`}`;
  } catch {
    return "an operation that was erased";
  }
}
