import type { Diagnostic, IrAdapter, OperationName, ParseResult, SourceLocation } from "@passwright/core";

/**
 * Operation of an IR that is not related to MLIR: a filing cabinet. The text has one item per line. The contents of an
 * item are indented below the item. A label follows `@`, and stickers have the form `name=value`:
 *
 * ```
 * cabinet @tax
 *   drawer @2024 locked=yes
 *     page @total
 * ```
 */
export class Item {
  readonly kind: Kind;
  label: string | undefined;
  readonly stickers = new Map<string, string>();
  readonly #contents: Item[] = [];
  #holder: Item | undefined = undefined;
  #isShredded = false;
  readonly line: number | undefined;

  constructor(kind: Kind, label?: string, line?: number) {
    this.kind = kind;
    this.label = label;
    this.line = line;
  }

  get contents(): readonly Item[] {
    this.#check();
    return this.#contents;
  }

  get holder(): Item | undefined {
    this.#check();
    return this.#holder;
  }

  file(item: Item): Item {
    this.#check();
    item.#holder = this;
    this.#contents.push(item);
    return item;
  }

  /** Removes the item from its parent. Any later use of the item or of its contents throws. */
  shred(): void {
    const holder = this.#holder;
    if (holder !== undefined) holder.#contents.splice(holder.#contents.indexOf(this), 1);
    this.#destroy();
  }

  #destroy(): void {
    this.#isShredded = true;
    for (const item of this.#contents) item.#destroy();
  }

  #check(): void {
    if (this.#isShredded) throw new Error(`${this.kind.text} was shredded`);
  }
}

/** Kind of an item. The adapter has one `Kind` object per name. */
export class Kind implements OperationName {
  readonly text: string;
  isRegistered: boolean;
  readonly isIsolatedFromAbove: boolean;
  readonly #interfaces: readonly string[];

  constructor(text: string, traits: readonly string[] | undefined) {
    this.text = text;
    this.isRegistered = traits !== undefined;
    this.isIsolatedFromAbove = traits?.includes("isolated") ?? false;
    this.#interfaces = traits ?? [];
  }

  hasInterface(name: string): boolean {
    return this.#interfaces.includes(name);
  }
}

const KNOWN: { readonly [kind: string]: readonly string[] } = {
  cabinet: ["isolated"],
  drawer: ["isolated", "Lockable"],
  folder: ["isolated"],
  page: [],
};

/** Kinds that are registered after the dialect `archive` was loaded. */
const ARCHIVE = new Set(["archive.box"]);

export interface Cabinets extends IrAdapter<Item> {
  /** Calls of the adapter's optional functions, in order. */
  readonly calls: string[];
  parse(text: string, options?: { readonly file: string }): ParseResult<Item>;
  print(op: Item): string;
}

/** Makes an adapter that does not share kinds with other adapters. */
export function makeCabinets(): Cabinets {
  const kinds = new Map<string, Kind>();
  const calls: string[] = [];
  let isArchiveLoaded = false;

  function intern(text: string): Kind {
    let kind = kinds.get(text);
    if (kind === undefined) {
      kind = new Kind(text, KNOWN[text] ?? (ARCHIVE.has(text) ? ["isolated"] : undefined));
      if (ARCHIVE.has(text)) kind.isRegistered = isArchiveLoaded;
      kinds.set(text, kind);
    }
    return kind;
  }

  function locationOf(op: Item): SourceLocation | undefined {
    void op.holder;
    return op.line === undefined ? undefined : { file: "cabinet.txt", line: op.line, column: 1 };
  }

  function verifyOne(op: Item, report: (diagnostic: Diagnostic) => void): boolean {
    const labels = op.contents.map(({ label }) => label).filter((label) => label !== undefined);
    const twice = labels.find((label, index) => labels.indexOf(label) !== index);
    const message =
      op.kind.text === "page" && op.contents.length > 0
        ? "a page holds nothing"
        : twice !== undefined
          ? `two items are labelled @${twice}`
          : undefined;
    if (message === undefined) return true;
    const at = locationOf(op);
    report({ code: "TOY0001", severity: "error", message, ...(at === undefined ? {} : { at }) });
    return false;
  }

  return {
    name: "cabinets",
    calls,
    intern,
    nameOf(op) {
      void op.holder;
      return op.kind;
    },
    parentOf: (op) => op.holder,
    collectNested(op, out) {
      out.push(...op.contents);
    },
    locationOf,
    symbolOf: (op) => op.label,
    loadDialects(names) {
      calls.push(`load ${names.join(" ")}`);
      const unknown = names.find((name) => name !== "archive");
      if (unknown !== undefined)
        return { code: "TOY0002", severity: "error", message: `unknown dialect \`${unknown}\`` };
      isArchiveLoaded = true;
      for (const name of ARCHIVE) intern(name).isRegistered = true;
      return undefined;
    },
    takeAttribute(op, name) {
      const value = op.stickers.get(name);
      op.stickers.delete(name);
      return value;
    },
    verify(op, { recursive }, report) {
      calls.push(`verify${recursive ? " all of" : ""} ${op.kind.text} @${op.label}`);
      const verifyAll = (item: Item): boolean =>
        verifyOne(item, report) && (!recursive || item.contents.every((inner) => verifyAll(inner)));
      return verifyAll(op);
    },
    print: (op) => printItem(op, ""),
    parse: (text, { file } = { file: "cabinet.txt" }) => parseCabinet(text, file, intern),
    fingerprint: (op) => hash(printItem(op, "")),
    clone: cloneItem,
  };
}

function printItem(op: Item, indent: string): string {
  const label = op.label === undefined ? "" : ` @${op.label}`;
  const stickers = [...op.stickers].map(([name, value]) => ` ${name}=${value}`);
  const head = `${indent}${op.kind.text}${label}${stickers.join("")}`;
  return [head, ...op.contents.map((item) => printItem(item, `${indent}  `))].join("\n");
}

function cloneItem(op: Item): Item {
  const copy = new Item(op.kind, op.label, op.line);
  for (const [name, value] of op.stickers) copy.stickers.set(name, value);
  for (const item of op.contents) copy.file(cloneItem(item));
  return copy;
}

/** Returns the FNV-1a hash of a text. */
function hash(text: string): bigint {
  let value = 0xcbf29ce484222325n;
  for (const char of text) value = BigInt.asUintN(64, (value ^ BigInt(char.codePointAt(0) ?? 0)) * 0x100000001b3n);
  return value;
}

function parseCabinet(text: string, file: string, intern: (text: string) => Kind): ParseResult<Item> {
  const open: Item[] = [];
  for (const [index, lineText] of text.split("\n").entries()) {
    const words = lineText.trim().split(/\s+/);
    const depth = (lineText.length - lineText.trimStart().length) / 2;
    const holder = open[depth - 1];
    if (words[0] === "" || (depth > 0 && holder === undefined) || (depth === 0 && index > 0)) {
      const at = { file, line: index + 1, column: 1, lineText };
      const diagnostic: Diagnostic = { code: "TOY0003", severity: "error", message: "nothing holds this", at };
      return { ok: false, diagnostics: [diagnostic] };
    }
    const label = words.find((word) => word.startsWith("@"))?.slice(1);
    const item = new Item(intern(words[0] ?? ""), label, index + 1);
    for (const [name, value] of words.filter((word) => word.includes("=")).map((word) => word.split("="))) {
      item.stickers.set(name ?? "", value ?? "");
    }
    open[depth] = item;
    open.length = depth + 1;
    holder?.file(item);
  }
  return { ok: true, op: open[0] as Item };
}

/** Parses the item that a text describes. */
export function cabinetFrom(adapter: Cabinets, text: string): Item {
  const parsed = adapter.parse(text);
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]?.message);
  return parsed.op;
}
