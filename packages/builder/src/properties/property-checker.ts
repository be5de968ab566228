import { type Diagnostic, type Instrumentation, type InstrumentedPass, type IrAdapter } from "@passwright/core";
import { type PassCatalogue } from "../catalogue.ts";
import { isFragile, type Properties } from "./property.ts";

/** Looks at an operation and answers what contradicts the property there, in words, or `undefined` if it holds. */
export type CheckProperty<Op extends object> = (op: Op) => string | undefined;

/**
 * Holds passes to what they declare: an instrumentation that looks at the IR before and after every pass, and reports a
 * property that the pass says it provides and does not, or that it took away without saying so. For checked runs: it costs
 * two looks per property, pass and operation.
 */
export class PropertyChecker<Op extends object> implements Instrumentation<Op> {
  readonly #adapter: IrAdapter<Op>;
  readonly #catalogue: PassCatalogue<Op>;
  readonly #properties: Properties;
  readonly #checks: readonly (readonly [string, CheckProperty<Op>])[];
  /** What held before each pass that is running, innermost last. */
  readonly #before: ReadonlySet<string>[] = [];
  readonly #lies: Diagnostic[] = [];

  constructor(
    adapter: IrAdapter<Op>,
    catalogue: PassCatalogue<Op>,
    properties: Properties,
    checks: { readonly [property: string]: CheckProperty<Op> },
  ) {
    this.#adapter = adapter;
    this.#catalogue = catalogue;
    this.#properties = properties;
    this.#checks = Object.entries(checks).sort(([left], [right]) => (left < right ? -1 : 1));
  }

  /** The lies found so far, each against the pass that told it. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#lies;
  }

  beforePass(_pass: InstrumentedPass, op: Op): void {
    const holding = this.#checks.filter(([, check]) => check(op) === undefined);
    this.#before.push(new Set(holding.map(([name]) => name)));
  }

  afterPassFailed(): void {
    this.#before.pop();
  }

  afterPass(pass: InstrumentedPass, op: Op): void {
    const before = this.#before.pop();
    const declaration = this.#catalogue.find(pass.argument)?.declaration;
    if (declaration === undefined || pass.isAdaptor) return;
    const { provides = [], preserves = [], invalidates = [] } = declaration;
    for (const [name, check] of this.#checks) {
      const wrong = check(op);
      if (wrong === undefined) continue;
      const claim = provides.includes(name)
        ? "provides"
        : preserves.includes(name)
          ? "preserves"
          : invalidates.includes(name) || isFragile(this.#properties, name)
            ? undefined
            : "does not say that it invalidates";
      if (claim === undefined || (claim !== "provides" && before?.has(name) !== true)) continue;
      this.#lies.push(this.#lie(pass.argument, claim, name, wrong, op));
    }
  }

  #lie(pass: string, claim: string, property: string, wrong: string, op: Op): Diagnostic {
    const at = this.#adapter.locationOf?.(op);
    return {
      code: "PWB0505",
      severity: "error",
      message: `\`${pass}\` ${claim} ${property}, and that is not so`,
      step: pass,
      ...(at === undefined ? {} : { at }),
      notes: [{ message: `after it ran on '${this.#adapter.nameOf(op).text}': ${wrong}` }],
      help: [`correct the declaration of \`${pass}\`, or the pass`],
    };
  }
}
