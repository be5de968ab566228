import { describeThrown, diagnosticOf } from "@passwright/core";
import type { IrAdapter, Rewrite } from "@passwright/core";
import type { TrialSettings } from "../fault/trial.ts";
import { hashOf, pathsIn, topOf } from "./operation-path.ts";
import type { CauseOperation, CauseRewrite } from "./report.ts";

/** Texts of the operation around a rewrite, before and after the rewrite. */
export interface ShownRewrite {
  readonly before?: string;
  readonly after?: string;
}

/** Rewrite, with the run of the step that applied the rewrite. */
export interface AppliedRewrite {
  readonly rewrite: CauseRewrite;
  readonly run: CauseOperation;
  /** Key that identifies the rewrite and its run. */
  readonly key: string;
}

/** Settings of a {@link RewriteWatch}. */
interface WatchSettings {
  /** Keys of the rewrites to apply. Default: all. */
  readonly kept?: ReadonlySet<string>;
  /** Key of the rewrite before and after which the surrounding operation is printed. */
  readonly shown?: string | undefined;
}

/**
 * Records the rewrites of one step, and can leave out some of them. The key of a rewrite consists of the run of the
 * step, the name of the rewrite, the path of the operation when the step began, and a number that counts the rewrites
 * with this name on the operation. If the operation was created during the step, the key contains the rewrite that
 * created the operation instead of the path. Therefore, leaving out one rewrite does not change the keys of other
 * rewrites.
 */
export class RewriteWatch {
  readonly applied: AppliedRewrite[] = [];
  shown: ShownRewrite = {};
  readonly #settings: WatchSettings;
  #paths = new Map<object, string>();
  readonly #counts = new Map<string, number>();
  #current: { readonly run: CauseOperation; readonly op: object; hasPaths: boolean } | undefined;

  constructor(settings: WatchSettings = {}) {
    this.#settings = settings;
  }

  /** Starts recording a run of the step on an operation. */
  begin(run: CauseOperation, op: object): void {
    this.#current = { run, op, hasPaths: false };
  }

  readonly tryRewrite: NonNullable<TrialSettings["tryRewrite"]> = (_address, rewrite, ir, apply) => {
    const current = this.#current;
    if (current === undefined) return apply();
    if (!current.hasPaths) this.#paths = new Map(pathsIn(ir, current.op, current.run.path));
    current.hasPaths = true;
    const found = this.#identify(rewrite, current.run, ir);
    const { kept, shown } = this.#settings;
    if (kept?.has(found.key) === false) return undefined;
    const around = found.key === shown ? isolatedAround(ir, rewrite.op) : undefined;
    const before = around && printed(ir, around);
    const done = (created: readonly object[]): void => {
      this.#counts.set(countKey(found.run, found.rewrite), found.rewrite.occurrence);
      this.applied.push(found);
      created.forEach((op, index) => this.#nameCreated(op, index, found, ir));
      if (before !== undefined && around !== undefined) this.shown = { before, after: printed(ir, around) };
    };
    let created: readonly object[] | undefined;
    try {
      created = apply();
    } catch (thrown) {
      done([]);
      throw thrown;
    }
    if (created !== undefined) done(created);
    return created;
  };

  #identify({ name, op, dialect }: Rewrite<object>, run: CauseOperation, ir: IrAdapter<object>): AppliedRewrite {
    const path = this.#paths.get(op) ?? `${run.path} -> ${ir.nameOf(op).text}`;
    const at = ir.locationOf?.(op);
    const occurrence = (this.#counts.get(countKey(run, { name, path })) ?? 0) + 1;
    const rewrite: CauseRewrite = {
      address: run.address,
      name,
      ...(dialect !== undefined && { dialect }),
      path,
      hash: hashOf(`${name} ${path}`),
      occurrence,
      ...(at !== undefined && { at }),
    };
    return { rewrite, run, key: `${countKey(run, rewrite)} ${occurrence}` };
  }

  /**
   * Gives a created operation a name that starts with the original path of the rewritten operation. The name does not
   * contain the earlier rewrites of this operation, so that names stay short.
   */
  #nameCreated(op: object, index: number, { rewrite: { path }, key }: AppliedRewrite, ir: IrAdapter<object>): void {
    if (this.#paths.has(op)) return;
    const [first] = path.split(" -> ");
    this.#paths.set(op, `${first} -> ${ir.nameOf(op).text} (${hashOf(`${key} ${index}`)})`);
  }
}

function countKey(run: CauseOperation, { name, path }: Pick<CauseRewrite, "name" | "path">): string {
  return `${run.path}#${run.occurrence} ${path} ${name}`;
}

/**
 * Returns the closest isolated operation around `op`, because only the text of an isolated operation can be parsed
 * again.
 */
function isolatedAround(ir: IrAdapter<object>, op: object): object {
  let around = op;
  for (let parent = ir.parentOf?.(op); parent !== undefined; parent = ir.parentOf?.(parent)) {
    around = parent;
    if (ir.nameOf(parent).isIsolatedFromAbove) break;
  }
  return around;
}

/** Returns the text of an operation or, if the IR prints only roots, of the root around it. */
export function printed(ir: IrAdapter<object>, op: object): string {
  try {
    return ir.print?.(ir.prints === "roots" ? topOf(ir, op) : op, {}) ?? "";
  } catch (thrown) {
    const what = `\`print\` of IR \`${ir.name}\` threw: ${describeThrown(thrown)}`;
    return `${diagnosticOf(thrown)?.message ?? what}\n`;
  }
}
