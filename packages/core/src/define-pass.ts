import { UsageError } from "./diagnostic.ts";
import { type OptionSpecs, type ValuesOf } from "./options/option-spec.ts";
import { type OptionValues, takeOptions } from "./options/options.ts";
import { type Pass, type PassBody, type PassDefinition } from "./pass.ts";
import { type PassDeclaration } from "./pass-declaration.ts";
import { Counter } from "./statistics.ts";

/** Marks pass definitions across copies of this package, where `instanceof` would not. */
const BRAND: unique symbol = Symbol.for("passwright.pass-definition") as never;

/** What {@link definePass} takes besides the declaration: the code, either directly or made anew for every instance. */
export type PassCode<Op extends object, O extends OptionSpecs, S extends string> =
  | PassBody<Op, ValuesOf<O>, S>
  | {
      /** Makes the body of one instance, with state of its own in its closure. */
      create(options: ValuesOf<O>): PassBody<Op, ValuesOf<O>, S>;
    };

class PassInstance<Op extends object> implements Pass<Op> {
  readonly definition: PassDefinition<Op, OptionSpecs>;
  readonly declaration: PassDeclaration;
  readonly options: OptionValues;
  readonly statistics: { readonly [name: string]: Counter };
  readonly body: PassBody<Op>;

  constructor(definition: PassDefinition<Op, OptionSpecs>, options: OptionValues, body: PassBody<Op>) {
    this.definition = definition;
    this.declaration = definition.declaration;
    this.options = options;
    this.statistics = Object.fromEntries(
      Object.entries(definition.statistics).map(([name, text]) => [name, new Counter(name, text)]),
    );
    this.body = body;
  }

  clone(): Pass<Op> {
    return this.definition.createFrom(this.options);
  }
}

const PASS_NAME = /^[a-z0-9][a-z0-9._-]*$/i;

function checkDeclaration(declaration: PassDeclaration): void {
  if (typeof declaration.name === "string" && PASS_NAME.test(declaration.name)) return;
  throw new UsageError({
    code: "PWC0101",
    severity: "error",
    message: `\`${String(declaration.name)}\` cannot be the name of a pass`,
    notes: [{ message: "a name starts with a letter or digit and goes on with letters, digits, `-`, `_` and `.`" }],
    help: ["give the pass a kebab-case name, for example `tile-loops`"],
  });
}

/**
 * Defines a pass. Typed options and statistics, registration, help and schema all follow from this one definition, as
 * they follow from TableGen in MLIR.
 *
 * The type of operation is inferred from the annotated parameter of `runOnOperation`. With `create(options)` in place of
 * `runOnOperation` every instance gets a body, and so state, of its own.
 *
 * @throws {@link UsageError} PWC0101 for a name that could not stand in a pipeline.
 */
export function definePass<Op extends object, const O extends OptionSpecs = {}, const S extends string = never>(
  definition: PassDeclaration & {
    readonly options?: O;
    readonly statistics?: { readonly [K in S]: string };
  } & PassCode<Op, O, S>,
): PassDefinition<Op, O> {
  const { options = {} as O, statistics = {}, ...rest } = definition;
  const {
    runOnOperation: _run,
    create: _create,
    initialize: _init,
    canScheduleOn: _can,
    ...declaration
  } = rest as PassDeclaration & Partial<PassBody<Op>> & { create?: unknown };
  checkDeclaration(declaration);
  const bodyFor = (values: ValuesOf<O>): PassBody<Op> =>
    ("create" in definition ? definition.create(values) : definition) as unknown as PassBody<Op>;

  const createFrom = (taken: OptionValues): Pass<Op> =>
    new PassInstance(result as unknown as PassDefinition<Op, OptionSpecs>, taken, bodyFor(taken.values as ValuesOf<O>));
  const result: PassDefinition<Op, O> = Object.freeze({
    [BRAND]: true,
    declaration: Object.freeze(declaration),
    options,
    statistics,
    create(input: Partial<ValuesOf<O>> = {}) {
      const taken = takeOptions(options, input);
      if (taken.ok) return createFrom(taken.options);
      throw new UsageError({
        code: "PWC0102",
        severity: "error",
        message: `pass \`${declaration.name}\`: ${taken.problem.message}`,
        help: [`options of \`${declaration.name}\`: ${Object.keys(options).sort().join(", ") || "none"}`],
      });
    },
    createFrom,
  });
  return result;
}

/** Whether `value` was made by {@link definePass}, of this copy of the package or of another. */
export function isPassDefinition(value: unknown): value is PassDefinition<object> {
  return typeof value === "object" && value !== null && (value as { [BRAND]?: unknown })[BRAND] === true;
}
