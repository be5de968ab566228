import {
  describeThrown,
  diagnosticIn,
  each,
  errorDiagnostic,
  isTable,
  mustBe,
  mustBeFunction,
  mustBeListOf,
  mustBeOneOf,
  mustBeString,
  mustBeSynchronous,
  mustBeText,
  mustHave,
  mustHaveOnly,
  readArgument,
  UsageError,
} from "@passwright/core";
import type { IrAdapter, IrReduction, MappedText, MapTarget, OperationName, ParseResult } from "@passwright/core";
import { strings } from "../define/check-shape.ts";
import {
  isOperation,
  notAMessage,
  notAName,
  notATree,
  notAResult,
  notChildren,
  parseFailure,
  resultOf,
  thrownInTree,
  threw,
} from "./parse-failure.ts";
import { positionIn, positionOf } from "./position.ts";
import type { Position } from "./position.ts";
import { problemIn } from "./problem-in.ts";
import { copyOf, fingerprintOf, hashOf } from "./structure.ts";
import { TreeLinks } from "./tree-links.ts";

/** Keys of `T` whose values are lists of objects. If `T` is unknown, accepts any key. */
export type ListKey<T> = object extends T
  ? string
  : { [P in keyof T]-?: NonNullable<T[P]> extends readonly object[] ? P : never }[keyof T] & string;

/** Type of all operations in a tree: `T` is the type of the root, and `K` is the key of the lists of children. */
export type NodesOf<T, K extends PropertyKey, Seen = never> = [Exclude<T, Seen>] extends [never]
  ? Seen
  : NodesOf<Below<Exclude<T, Seen>, K>, K, Seen | T>;

type Below<T, K extends PropertyKey> = [K] extends [never]
  ? never
  : T extends { readonly [P in K]?: readonly (infer E extends object)[] | undefined }
    ? E
    : never;

/** Type of the root: the result of `parse` or, without `parse`, the type of all operations. */
type RootOf<Root extends object, Op extends object> = object extends Root ? Op : Root;

/** Keys of the operations in a union `T`. If `T` is unknown, accepts any key. */
type KeyIn<T> = object extends T ? string : T extends unknown ? keyof T & string : never;

/** Accepts the key `K` if an operation of type `T` has this key. */
type CheckedKey<T, K extends string> = [K] extends [KeyIn<T>] ? K : NoInfer<KeyIn<T>>;

/** Accepts keys `L` if an operation of type `T` has at least one of these keys. */
type CheckedKeys<T, L extends string> = [L & KeyIn<T>] extends [never] ? readonly NoInfer<KeyIn<T>>[] : readonly L[];

/** Argument of {@link defineIr}. Only `name`, `nameOf` and `childrenOf` are required. */
export interface IrInput<Root extends object, K extends string, Op extends object, L extends string = string> {
  /** Name of the IR in messages and manifests, such as `svg`. */
  readonly name: string;
  /** Extensions of the IR's files, each with a dot, such as `[".svg"]`. */
  readonly extensions?: readonly string[];
  /** Name of the root operation, which is the default anchor of frameworks for this IR. */
  readonly root?: string;
  /** Names of all operations, if known. Planning and the verifier then refuse operations with other names. */
  readonly operations?: readonly string[];
  /** Whether a nested pass runs at every depth (`"everywhere"`, the default) or only on direct children. */
  readonly nesting?: "everywhere" | "direct";
  /** Parses a text. An exception becomes a diagnostic, with the line and column that the exception contains. */
  readonly parse?: (text: string, source: { readonly file: string }) => Root;
  /** Returns the name of an operation, such as `path` or `CallExpression`, which passes use as anchor. */
  nameOf(op: Op): string;
  /**
   * Key of the list of children in each operation, a list of keys of children or lists of children, or a function that
   * returns the children in order, as the same objects at each call. A function runs again after each pass, which is
   * slow for thousands of children.
   */
  readonly childrenOf: CheckedKey<Op, K> | CheckedKeys<Op, L> | ((op: Op) => Iterable<NoInfer<Op>> | undefined);
  /** Prints a root as the exact text of the output. */
  readonly print?: (root: NoInfer<RootOf<Root, Op>>) => string;
  /**
   * Operations that `print` accepts: only roots (the default), or all operations. With `"operations"`, dumps of the IR
   * print single operations, and recordings show the changes of each operation.
   */
  readonly prints?: "operations" | "roots";
  /**
   * Prints a root with a source map. If `target` is absent, the map is for a bundler. If `target` is set, the map is
   * written to a file, and is returned only if the tool's configuration requests a separate map.
   */
  printWithMap?(root: NoInfer<RootOf<Root, Op>>, target?: MapTarget): MappedText;
  /**
   * Returns the files that passes read while they ran on a root, for caches and `--watch`: absolute paths of files and
   * folders, and patterns of files.
   */
  dependenciesOf?(root: NoInfer<RootOf<Root, Op>>): readonly string[];
  /** Prepares the IR, for example loads a native library. Programs call `ready` of the assembly before `parse`. */
  readonly load?: () => Promise<void>;
  /**
   * Returns the source position of an operation, for diagnostics. Default: a position in `loc`, where columns start at
   * 0, or in `position`, `source` or `location`. A line that is not a positive integer means an unknown position.
   */
  positionOf?(op: NoInfer<Op>): Position | undefined;
  /** Returns the parent of an operation. Default: the last operation whose `childrenOf` contained `op`. */
  parentOf?(op: NoInfer<Op>): NoInfer<Op> | undefined;
  /** Returns a name by which readers recognize an operation, for example its id. */
  symbolOf?(op: NoInfer<Op>): string | undefined;
  /**
   * Reports problems in an operation and its contents. Returns true if no problems were found. Called only if the
   * operation and its contents form a tree of operations with names.
   */
  verify?(op: NoInfer<Op>, report: (message: string, at?: NoInfer<Op>) => void): boolean;
  /**
   * Returns a hash of an operation and its contents, or a text to hash. The result must change if and only if the
   * operation changes. Default: a hash of the operation's own enumerable properties.
   */
  fingerprint?(op: NoInfer<Op>): bigint | string;
  /** Makes operations with the same meaning equal, for example by normalizing generated names and whitespace. */
  normalize?(op: NoInfer<Op>): void;
  /** Edits to reduce inputs. Default: edits of child lists, properties, strings and numbers. */
  readonly reduction?: IrReduction<NoInfer<Op>>;
  /** Returns a detached copy of an operation and its contents. Default: a copy of the operation's own properties. */
  clone?(op: NoInfer<Op>): NoInfer<Op>;
}

/** IR that {@link defineIr} returns: an adapter for frameworks and pass managers. */
export interface Ir<Op extends object, Root extends object = Op> extends Omit<IrAdapter<Op>, "parse" | "print"> {
  /** File extensions of inputs, such as `.svg`. */
  readonly extensions: readonly string[];
  /** Name of the root operation. */
  readonly root?: string;
  /** Whether a nested pipeline visits operations at every depth or only direct children. */
  readonly nesting: "everywhere" | "direct";
  /** Parses a text. Returns diagnostics for invalid text. */
  parse?(text: string, options?: { readonly file: string }): ParseResult<Root>;
  /** Prints a root as text. */
  print?(root: Root): string;
}

/**
 * Defines an IR for trees of plain objects. Derives interned names, parents, diagnostic positions, fingerprints and
 * copies, unless the argument provides them. All operations are isolated from above, and do not have interfaces and
 * traits.
 *
 * @throws UsageError PWS0103 if a required member is missing or has the wrong kind.
 */
export function defineIr<
  Root extends object = object,
  const K extends ListKey<Root> = ListKey<Root>,
  Op extends object = NodesOf<Root, K>,
  const L extends string = never,
>(ir: IrInput<Root, K, Op, L>): Ir<Op, RootOf<Root, Op>> {
  return readArgument("defineIr", () => {
    check(ir as never);
    return Object.freeze(adapterOf(ir as unknown as IrInput<object, string, object>)) as never;
  });
}

function adapterOf(ir: IrInput<object, string, object>): Ir<object> {
  const checked = { name: ir.name, isChecked: (ir.verify ?? ir.operations) !== undefined };
  /** Returns a function that calls `call`. Errors about exceptions in `call` name the function `key` of the IR. */
  const named =
    <T, P>(key: string, call: (op: object, second: P) => T) =>
    (op: object, second?: P): T => {
      try {
        return call(op, second as P);
      } catch (thrown) {
        throw thrownInTree(checked, key, thrown);
      }
    };
  const parentOf = ir.parentOf && named("parentOf", ir.parentOf.bind(ir));
  const links = new TreeLinks(ir.childrenOf, parentOf, (op, returned) => {
    throw new UsageError(notChildren(checked, ir.nameOf(op), returned, locationOf(op)));
  });
  const known = ir.operations === undefined ? undefined : new Set(ir.operations);
  const names = new Map<string, OperationName>();
  const intern = (text: string): OperationName => {
    const found = names.get(text);
    if (found !== undefined) return found;
    if (typeof text !== "string") throw new UsageError(notAName(checked, text));
    const isRegistered = known?.has(text) ?? true;
    const has = (): boolean => false;
    const name: OperationName = { text, isRegistered, isIsolatedFromAbove: true, hasInterface: has, hasTrait: has };
    names.set(text, name);
    return name;
  };
  const nameOf = named("nameOf", (op) => intern(ir.nameOf(op)));
  const collectNested = named("childrenOf", (op, out: object[]) => links.collect(op, out));
  const list = named("childrenOf", (op, out: object[]) => links.list(op, out));
  const leadsOut = (op: object) => (value: object) => value !== op && links.holds(value, op);
  const { parse, load, verify } = ir;
  const print = ir.print && named("print", ir.print.bind(ir));
  const files = new WeakMap<object, string>();
  const fileOf = (op: object): string | undefined => files.get(links.topOf(op));
  const notes = new WeakMap<object, string>();
  /** Calls a function for diagnostics. An exception must not hide the diagnostic, and becomes a note on `op`. */
  const describe = <T>(op: object, key: string, call: () => T): T | undefined => {
    try {
      return call();
    } catch (thrown) {
      notes.set(op, threw(ir.name, key, thrown));
      return undefined;
    }
  };
  const locationOf = (op: object, file = fileOf(op)) => {
    const own = ir.positionOf?.bind(ir);
    const position =
      own === undefined
        ? positionOf(op as {})
        : positionIn(
            describe(op, "positionOf", () => own(op)),
            1,
          );
    return file === undefined ? undefined : { file, line: position?.line ?? 0, column: position?.column ?? 0 };
  };
  const own = Object.fromEntries(
    (["normalize", "printWithMap", "dependenciesOf"] as const).flatMap((key) =>
      ir[key] ? [[key, named(key, ir[key].bind(ir) as () => unknown)]] : [],
    ),
  ) as Pick<Ir<object>, "normalize" | "printWithMap" | "dependenciesOf">;
  const symbolOf = ir.symbolOf?.bind(ir);
  return {
    ...own,
    name: ir.name,
    extensions: ir.extensions ?? [],
    nesting: ir.nesting ?? "everywhere",
    ...(ir.root !== undefined && { root: ir.root }),
    intern,
    nameOf,
    parentOf: named("childrenOf", (op) => links.parentOf(op)),
    collectNested,
    listNested: { list, replaces: collectNested },
    locationOf: (op) => locationOf(op),
    ...(symbolOf && { symbolOf: (op) => describe(op, "symbolOf", () => symbolOf(op)) }),
    noteOn: (op) => notes.get(op),
    fingerprint(op) {
      if (ir.fingerprint === undefined) return fingerprintOf(op, leadsOut(op));
      const own = resultOf(ir, "fingerprint", op);
      return typeof own === "string" ? hashOf(own) : own;
    },
    clone: (op) => (ir.clone === undefined ? copyOf(op, leadsOut(op)) : resultOf(ir, "clone", op)),
    ...(known !== undefined && { operationsBeside: () => [...known] }),
    ...(ir.reduction !== undefined && { reduction: ir.reduction }),
    ...(load !== undefined && { load: async () => (await load(), undefined) }),
    ...(print !== undefined && {
      print(root) {
        const text: unknown = print(root);
        if (typeof text === "string") return text;
        throw new UsageError(notAResult(ir.name, "print", text));
      },
      prints: ir.prints ?? "roots",
    }),
    ...(parse !== undefined && {
      parse(text, { file } = { file: "input" }) {
        let op: object | null;
        try {
          op = parse(text, { file });
        } catch (thrown) {
          return { ok: false, diagnostics: [parseFailure(ir.name, file, text, thrown)] };
        }
        if (!isOperation(op)) return { ok: false, diagnostics: [notATree(ir.name, file, op)] };
        files.set(op, file);
        return { ok: true, op };
      },
    }),
    ...(checked.isChecked && {
      verify(op, { recursive: _all }, report) {
        let isRefused = false;
        const refuse = (message: string, at = op): void => {
          isRefused = true;
          if (typeof message !== "string") throw new UsageError(notAMessage(ir.name, message));
          // If the parent of `at` is not recorded yet, the file of `at` is unknown, so uses the file of `op`.
          const own = locationOf(at, fileOf(at) ?? fileOf(op));
          const place = own?.line === 0 ? locationOf(op) : own;
          const help = "correct the input, or the pass that ran before the verifier";
          report(errorDiagnostic("PWS0104", message, help, place && { at: place }));
        };
        try {
          const wrong = problemIn(op, list, nameOf);
          if (wrong !== undefined) refuse(wrong.message, wrong.op);
        } catch (thrown) {
          report(diagnosticIn(thrown));
          isRefused = true;
        }
        if (isRefused) return false;
        return (verify === undefined || resultOf(ir, "verify", op, refuse)) && !isRefused;
      },
    }),
  } satisfies Ir<object>;
}

const FUNCTIONS =
  "nameOf parse print printWithMap dependenciesOf positionOf parentOf symbolOf verify fingerprint clone normalize";

const REDUCTION = "remove replaceByChildren simplify";

/** Repeats the checks of the TypeScript compiler at run time, because an IR can be written in JavaScript. */
function check(ir: unknown): void {
  const refuse = (message: string, help = "correct the argument of `defineIr`"): never => {
    throw new UsageError(errorDiagnostic("PWS0103", message, help));
  };
  if (!isTable(ir))
    return refuse("the argument of `defineIr` must be an object", "pass `{ name, nameOf, childrenOf }`");
  const [problem] = mustHaveOnly(
    {
      name: mustBeText,
      extensions: mustBeListOf(
        mustBe("a string that starts with `.`", (one) => typeof one === "string" && one[0] === "."),
      ),
      operations: strings,
      root:
        ir["operations"] === undefined
          ? mustBeString
          : mustBe("an element of `operations`", (root) => [ir["operations"]].flat().includes(root)),
      nesting: mustBeOneOf("everywhere", "direct"),
      prints: mustBeOneOf("operations", "roots"),
      childrenOf: mustBe(
        "a key, a list of keys or a function",
        (value) => typeof value === "function" || [value].flat().every((key) => key && typeof key === "string"),
      ),
      reduction: mustHave(each(REDUCTION, mustBeSynchronous), ...REDUCTION.split(" ")),
      ...each(FUNCTIONS, mustBeSynchronous),
      load: mustBeFunction,
    },
    "name",
    "nameOf",
    "childrenOf",
  )(ir, "");
  if (problem !== undefined)
    refuse(`the IR \`${describeThrown((ir as { readonly name?: unknown }).name)}\`: ${problem}`);
}
