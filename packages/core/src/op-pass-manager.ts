import { type Diagnostic, UsageError } from "./diagnostic.ts";
import { isPassDefinition } from "./define-pass.ts";
import { type OptionsInput, type OptionSpecs } from "./options/option-spec.ts";
import { trim } from "./options/option-text.ts";
import { type Pass, type PassDefinition } from "./pass.ts";
import { type PassDeclaration } from "./pass-declaration.ts";

/** What `addPass` does with a pass that runs on another operation: refuse it, or nest a manager for it (MLIR's `Nesting`). */
export type Nesting = "explicit" | "implicit";

/** One entry of a manager: a pass, or a manager that runs on operations one level down. */
export type PipelineElement<Op extends object> =
  { readonly kind: "pass"; readonly pass: Pass<Op> } | { readonly kind: "nested"; readonly manager: OpPassManager<Op> };

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

function badAnchor(anchor: string): Diagnostic {
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

/**
 * A list of passes that runs on operations of one name, or on any (`any`), with managers for nested operations among them.
 * The counterpart of MLIR's `OpPassManager`. It is only a list: {@link PassManager} runs it.
 */
export class OpPassManager<Op extends object = object> {
  /** The operation it runs on; `undefined` for an op-agnostic manager. */
  readonly anchor: string | undefined;
  /** Whether it runs, where it is nested, on operations at every depth rather than directly inside. */
  readonly isEverywhere: boolean;
  readonly nesting: Nesting;
  /** Whether an executor (`PassManager.executor`) may run this manager on several operations at a time, where it is nested. */
  threading = true;
  readonly #elements: PipelineElement<Op>[] = [];

  /**
   * `isOutermost`: the anchor of a whole text ends at nothing but `(`, as MLIR reads it.
   *
   * @throws {@link UsageError} PWC0206 for an anchor that could not stand in the text of a pipeline, PWC0214 for `**` before
   * an outermost one.
   */
  constructor(anchor?: string, options: { readonly nesting?: Nesting; readonly isOutermost?: boolean } = {}) {
    const end = options.isOutermost === true ? /\(/ : /[,(){]/;
    if (anchor !== undefined && (end.test(anchor) || trim(anchor) !== anchor)) {
      throw new UsageError(badAnchor(anchor));
    }
    const parsed = parseAnchor(anchor ?? "any");
    if (parsed.isEverywhere && options.isOutermost === true) throw new UsageError(everywhereAtTop(anchor ?? ""));
    this.isEverywhere = parsed.isEverywhere;
    // MLIR keeps the name of an op-agnostic manager as an empty one, so an empty name is that, too.
    this.anchor = parsed.anchor === "any" || parsed.anchor === "" ? undefined : parsed.anchor;
    this.nesting = options.nesting ?? "explicit";
  }

  /** The anchor as text: `any` where there is none, and after `**` where it reaches every depth. */
  get anchorText(): string {
    const text = this.anchor ?? "any";
    return this.isEverywhere ? everywhere(text) : text;
  }

  get elements(): readonly PipelineElement<Op>[] {
    return this.#elements;
  }

  get isEmpty(): boolean {
    return this.#elements.length === 0;
  }

  /**
   * Appends a pass, or makes one from a definition and options.
   *
   * @throws {@link UsageError} PWC0204 if the pass runs on another operation and nesting is explicit, PWC0102 for bad options.
   */
  addPass<O extends OptionSpecs>(pass: PassDefinition<Op, O> | Pass<Op>, options?: OptionsInput<NoInfer<O>>): this {
    const instance = isPassDefinition(pass) ? (pass as PassDefinition<Op, O>).create(options) : (pass as Pass<Op>);
    const mismatch = findMismatch(instance.declaration, this);
    if (mismatch !== undefined) throw new UsageError(mismatch);
    const { anchor } = instance.declaration;
    if (anchor !== undefined && this.anchor !== undefined && anchor !== this.anchor) {
      this.nest(anchor).addPass(instance);
      return this;
    }
    this.#elements.push({ kind: "pass", pass: instance });
    return this;
  }

  /** Appends a manager for operations of that name directly inside, and returns it. `**` before the name means every depth. */
  nest(anchor: string): OpPassManager<Op> {
    return this.addNested(new OpPassManager<Op>(anchor, { nesting: this.nesting }));
  }

  /**
   * Appends a manager for every operation of that name below, however deep, and returns it. Each operation runs through the
   * whole manager before the next one does, an outer one before those inside it: what is detached by then is skipped, what
   * was attached below is visited. Nothing below an operation on which a pass failed is visited.
   */
  nestEverywhere(anchor: string): OpPassManager<Op> {
    return this.nest(everywhere(anchor));
  }

  /** Appends a manager for whatever operations its passes can run on, and answers it. */
  nestAny(): OpPassManager<Op> {
    return this.addNested(new OpPassManager<Op>(undefined, { nesting: this.nesting }));
  }

  /** Appends a manager that exists already. It is not copied. */
  addNested(manager: OpPassManager<Op>): OpPassManager<Op> {
    this.#elements.push({ kind: "nested", manager });
    return manager;
  }

  /** Appends what another manager has: of a text that was read, for a manager that runs. Its passes are not copied. */
  append({ elements }: Pick<OpPassManager<Op>, "elements">): this {
    // A copy: they may be its own.
    for (const element of elements.slice()) {
      if (element.kind === "pass") this.addPass(element.pass);
      else this.addNested(element.manager);
    }
    return this;
  }

  /** The number of its elements, those of nested managers included. Lists only grow: the same size is the same list. */
  get size(): number {
    let size = this.#elements.length;
    for (const element of this.#elements) if (element.kind === "nested") size += element.manager.size;
    return size;
  }

  /** A copy whose passes have fresh state and statistics. */
  clone(): OpPassManager<Op> {
    // The anchor was good enough for this one.
    const copy = new OpPassManager<Op>(this.anchorText, { nesting: this.nesting, isOutermost: !this.isEverywhere });
    copy.threading = this.threading;
    for (const element of this.#elements) {
      if (element.kind === "pass") copy.#elements.push({ kind: "pass", pass: element.pass.clone() });
      else copy.addNested(element.manager.clone());
    }
    return copy;
  }

  /** Visits every pass, in order, nested ones included. */
  forEachPass(visit: (pass: Pass<Op>) => void): void {
    for (const element of this.#elements) {
      if (element.kind === "pass") visit(element.pass);
      else element.manager.forEachPass(visit);
    }
  }
}
