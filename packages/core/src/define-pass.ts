import { refuseControlCharacters } from "./refuse-control-characters.ts";
import { UsageError } from "./diagnostic.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { isElementName } from "./element-name.ts";
import type { IrAdapter } from "./ir-adapter.ts";
import type { OptionsInput, OptionSpecs, ValuesOf, OptionValues } from "./options/option-spec.ts";
import { findBadSpec, takeOptions } from "./options/options.ts";
import { BRAND } from "./pass.ts";
import type { Pass, PassBody, PassDefinition } from "./pass.ts";
import { suggest } from "./suggest.ts";
import type { PassDeclaration } from "./pass-declaration.ts";
import { Counter } from "./statistics.ts";

/** What {@link definePass} takes besides the declaration: the code, either directly or made anew for every instance. */
export type PassCode<Op extends object, O extends OptionSpecs, S extends string> = Pick<
  PassDefinition<Op, O>,
  "checkOptions"
> &
  (
    | PassBody<Op, ValuesOf<O>, S>
    | {
        /** Makes the body of one instance, with state of its own in its closure. */
        create(options: ValuesOf<O>): PassBody<Op, ValuesOf<O>, S>;
      }
  );

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

function badName(name: unknown): Diagnostic {
  return {
    code: "PWC0101",
    severity: "error",
    message: `\`${String(name)}\` cannot be the name of a pass`,
    notes: [{ message: "a name starts with a letter or digit and goes on with letters, digits, `-`, `_` and `.`" }],
    help: ["give the pass a kebab-case name, for example `tile-loops`"],
  };
}

function badOptionTable(pass: string, problem: string): Diagnostic {
  return {
    code: "PWC0103",
    severity: "error",
    message: `pass \`${pass}\`: ${problem}`,
    help: ["a pipeline writes options as `name=value`: choose names and defaults that can be written so"],
  };
}

function noCode(pass: string): Diagnostic {
  return {
    code: "PWC0104",
    severity: "error",
    message: `pass \`${pass}\` has no code`,
    help: ["give it `runOnOperation(op, pass) {…}`, or `create(options)` that answers an object with that function"],
  };
}

function badDefinition(pass: string, what: string, help: string): Diagnostic {
  return { code: "PWC0105", severity: "error", message: `pass \`${pass}\`: ${what}`, help: [help] };
}

/** What {@link definePass} knows, and whether it is a text, a list of them, true or false, or something else. */
const KEYS: { readonly [key: string]: "text" | "texts" | "flag" | "other" } = {
  name: "text",
  summary: "text",
  description: "text",
  displayName: "text",
  anchor: "text",
  interface: "text",
  trait: "text",
  dependentDialects: "texts",
  types: "texts",
  requires: "texts",
  forbids: "texts",
  provides: "texts",
  invalidates: "texts",
  preserves: "texts",
  idempotent: "flag",
  poorTarget: "flag",
  ir: "other",
  options: "other",
  statistics: "other",
  runOnOperation: "other",
  create: "other",
  initialize: "other",
  canScheduleOn: "other",
  batch: "other",
  checkOptions: "other",
};

const SHAPES = {
  text: { takes: "a text", isOne: (value: unknown) => typeof value === "string" },
  texts: {
    takes: "a list of texts",
    isOne: (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === "string"),
  },
  flag: { takes: "true or false", isOne: (value: unknown) => typeof value === "boolean" },
  other: { takes: "anything", isOne: () => true },
} as const;

/** Keys that are almost others, and values that are of another kind. Other keys are their authors' own. */
function checkKeys(pass: string, definition: object): void {
  for (const [key, value] of Object.entries(definition)) {
    const kind = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
    const similar = kind === undefined ? suggest(key, Object.keys(KEYS)) : undefined;
    if (similar !== undefined) {
      throw new UsageError(badDefinition(pass, `definePass knows no \`${key}\``, `did you mean \`${similar}\`?`));
    }
    const { takes, isOne } = SHAPES[kind ?? "other"];
    if (value === undefined || isOne(value)) continue;
    const is = Array.isArray(value) ? `[${value.map(String).join(", ")}]` : String(value);
    const help =
      key === "types"
        ? "`types: [PassType.Lowering]`, or a type of your own as a text"
        : `write \`${key}\` as ${takes}`;
    throw new UsageError(badDefinition(pass, `\`${key}\` takes ${takes}, not ${is}`, help));
  }
}

/** Texts of a declaration that are not names: they are shown with their control characters escaped. */
const PROSE = new Set(["summary", "description"]);

/** Checks every name in a definition: those of statistics, and all texts that say what the pass runs on and needs. */
function checkNames(pass: string, definition: object, statistics: object): void {
  const declared = Object.entries(definition).flatMap(([key, value]) =>
    PROSE.has(key) ? [] : [value].flat().map((name: unknown) => [`\`${key}\``, name] as const),
  );
  const counted = Object.keys(statistics).map((name) => ["statistic", name] as const);
  refuseControlCharacters(`pass \`${pass}\``, [...declared, ...counted]);
}

/** What the types promise, asked again: definitions may come from JavaScript. */
function checkDefinition(
  definition: PassDeclaration & { readonly options?: OptionSpecs; readonly statistics?: object },
): void {
  const { name, options = {}, statistics = {} } = definition;
  if (!isElementName(name)) throw new UsageError(badName(name));
  checkKeys(name, definition);
  checkNames(name, definition, statistics);
  const problem = findBadSpec(options);
  if (problem !== undefined) throw new UsageError(badOptionTable(name, problem));
  const { runOnOperation, create } = definition as { runOnOperation?: unknown; create?: unknown };
  if (typeof runOnOperation !== "function" && typeof create !== "function") throw new UsageError(noCode(name));
}

/**
 * Defines a pass. Typed options and statistics, registration, help and schema all follow from this one definition, as
 * they follow from TableGen in MLIR.
 *
 * The type of operation is inferred from the annotated parameter of `runOnOperation`, or from `ir`. With `create(options)` in place of
 * `runOnOperation` every instance gets a body, and so state, of its own.
 *
 * @throws {@link UsageError} PWC0101 for a name and PWC0103 for options that could not stand in a pipeline, PWC0104 for a
 * definition without code, PWC0105 for a key that is almost one of those that there are, or a value of another kind, PWC0106
 * for a name with a control character.
 */
export function definePass<Op extends object, const O extends OptionSpecs = {}, const S extends string = never>(
  definition: PassDeclaration & {
    /** The IR that the pass is for: it gives `runOnOperation` its operation type, and is not kept. */
    readonly ir?: Pick<IrAdapter<Op>, "name" | "nameOf">;
    readonly options?: O;
    readonly statistics?: { readonly [K in S]: string };
  } & PassCode<Op, O, S>,
): PassDefinition<Op, O> {
  checkDefinition(definition);
  const { options = {} as O, statistics = {}, ir: _ir, ...rest } = definition;
  const {
    runOnOperation: _run,
    create: _create,
    initialize: _init,
    canScheduleOn: _can,
    batch: _batch,
    checkOptions,
    ...declaration
  } = rest as PassDeclaration & Partial<PassBody<Op>> & { create?: unknown; checkOptions?: never };
  const bodyFor = (values: ValuesOf<O>): PassBody<Op> =>
    ("create" in definition ? definition.create(values) : definition) as unknown as PassBody<Op>;

  const createFrom = (taken: OptionValues): Pass<Op> =>
    new PassInstance(result as unknown as PassDefinition<Op, OptionSpecs>, taken, bodyFor(taken.values as ValuesOf<O>));
  const result: PassDefinition<Op, O> = Object.freeze({
    [BRAND]: true,
    declaration: Object.freeze(declaration),
    options,
    statistics,
    ...(checkOptions === undefined ? {} : { checkOptions }),
    create(input?: OptionsInput<O>) {
      const taken = takeOptions(options, input ?? {});
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
