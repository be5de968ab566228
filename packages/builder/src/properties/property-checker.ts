import { describeThrown, diagnosticOf, errorDiagnostic, isRefusedPromise, shown, UsageError } from "@passwright/core";
import type { Diagnostic, Instrumentation, InstrumentedPass, IrAdapter, PassDeclaration } from "@passwright/core";
import { by } from "../maps.ts";
import type { PassCatalogue } from "../catalogue.ts";
import type { Properties } from "./property.ts";
import { effectsAtOnce } from "./group-units.ts";
import { changes } from "./property-flow.ts";

/** Returns `undefined` if a property holds for an operation, or a text that explains why it does not hold. */
export type CheckProperty<Op extends object> = (op: Op) => string | undefined;

/**
 * Instrumentation that verifies declarations of passes in checked runs. Checks the IR before and after every pass.
 * Reports two problems: a property that the pass provides does not hold, or the pass removed a property without a
 * declaration. Costs two checks per property, pass and operation.
 */
export class PropertyChecker<Op extends object> implements Instrumentation<Op> {
  readonly #adapter: IrAdapter<Op>;
  readonly #catalogue: PassCatalogue<Op>;
  readonly #properties: Properties;
  readonly #checks: readonly (readonly [string, CheckProperty<Op>])[];
  readonly #framework: string | undefined;
  /** Properties that held before each running pass. The entry of the innermost pass is last. */
  readonly #before: ReadonlySet<string>[] = [];
  readonly #found: Diagnostic[] = [];

  /** Creates a checker. Errors about `checks` contain the name of `framework`, which declares the checks. */
  constructor(
    adapter: IrAdapter<Op>,
    catalogue: PassCatalogue<Op>,
    properties: Properties,
    checks: { readonly [property: string]: CheckProperty<Op> },
    framework?: string,
  ) {
    this.#adapter = adapter;
    this.#catalogue = catalogue;
    this.#properties = properties;
    this.#framework = framework;
    this.#checks = Object.entries(checks).sort(by(([name]) => name));
  }

  /** Wrong declarations found so far, each with its pass. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#found;
  }

  /** Records which properties hold before the pass. */
  beforePass(_pass: InstrumentedPass, op: Op): void {
    const holding = this.#checks.filter(([name, check]) => this.#problemOf(name, check, op) === undefined);
    this.#before.push(new Set(holding.map(([name]) => name)));
  }

  /** Discards the properties recorded before the pass, because the declaration does not apply to failed passes. */
  afterPassFailed(): void {
    this.#before.pop();
  }

  /** Reports properties that do not hold after the pass, although the declaration of the pass requires them. */
  afterPass(pass: InstrumentedPass, op: Op): void {
    const before = this.#before.pop();
    const names = pass.passes?.map(({ declaration }) => declaration.name) ?? [pass.argument];
    const declarations = names.flatMap((name) => this.#catalogue.find(name)?.declaration ?? []);
    if (declarations.length === 0 || pass.isAdaptor) return;
    const declaration =
      declarations.length === 1
        ? declarations[0]
        : { name: pass.argument, ...effectsAtOnce(declarations, this.#properties) };
    for (const [name, check] of this.#checks) {
      const wrong = this.#problemOf(name, check, op);
      if (wrong === undefined) continue;
      const contradiction = this.#findContradiction(declaration as PassDeclaration, name, before?.has(name) === true);
      if (contradiction !== undefined) this.#found.push(this.#report(pass.argument, contradiction, wrong, op));
    }
  }

  /** Returns the result of a check. @throws UsageError PWB0506 if the check throws or returns an invalid value. */
  #problemOf(property: string, check: CheckProperty<Op>, op: Op): string | undefined {
    let returned: unknown;
    try {
      returned = check(op);
    } catch (thrown) {
      if (diagnosticOf(thrown) !== undefined) throw thrown;
      throw this.#badCheck(property, `threw an exception: ${describeThrown(thrown)}`, thrown);
    }
    if (returned === undefined || typeof returned === "string") return returned;
    throw this.#badCheck(property, `returned ${isRefusedPromise(returned) ? "a promise" : shown(returned)}`);
  }

  #badCheck(property: string, what: string, cause?: unknown): UsageError {
    const help = `return \`undefined\` from \`checks.${property}\` if the property holds, and otherwise a string that describes the problem`;
    const where = this.#framework === undefined ? {} : { plugin: this.#framework, pluginKind: "framework" as const };
    const diagnostic = errorDiagnostic("PWB0506", `the check of property \`${property}\` ${what}`, help, where);
    return new UsageError(diagnostic, { cause });
  }

  /** Explains why a declaration requires a property after the pass, or returns `undefined` if it does not. */
  #findContradiction(declaration: PassDeclaration, property: string, held: boolean): string | undefined {
    const { provides = [], preserves = [] } = declaration;
    if (provides.includes(property))
      return `declares that it provides property \`${property}\`, but \`${property}\` does not hold after the pass`;
    if (!held) return undefined;
    if (preserves.includes(property))
      return `declares that it preserves property \`${property}\`, but \`${property}\` does not hold after the pass`;
    // A pass other than a conversion promises to keep structural properties, and properties that it requires, unless
    // `invalidates` contains them.
    return changes(declaration, property, this.#properties)
      ? undefined
      : `invalidates ${property} without declaring it`;
  }

  #report(pass: string, contradiction: string, wrong: string, op: Op): Diagnostic {
    const at = this.#adapter.locationOf?.(op);
    const help = `correct the declaration or the code of \`${pass}\``;
    const notes = [`problem in '${this.#adapter.nameOf(op).text}' after the pass: ${wrong}`];
    return errorDiagnostic("PWB0505", `\`${pass}\` ${contradiction}`, help, { step: pass, at, notes });
  }
}
