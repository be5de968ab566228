import type { IrAdapter, OperationName, ParseResult } from "@passwright/core";
import {
  bool,
  defineFramework,
  definePass,
  definePlugin,
  int,
  PassType,
  syncBailHook,
  syncWaterfallHook,
} from "@passwright/sdk";

/** Line of a menu, with its nested lines. */
export interface Line {
  readonly name: OperationName;
  readonly parent: Line | undefined;
  readonly nested: Line[];
}

const names = new Map<string, OperationName>();

function intern(text: string): OperationName {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = { text, isRegistered: true, isIsolatedFromAbove: true, hasInterface: () => false };
  names.set(text, name);
  return name;
}

export function append(parent: Line, text: string): Line {
  const line = { name: intern(text), parent, nested: [] };
  parent.nested.push(line);
  return line;
}

function parse(text: string, { file }: { readonly file: string }): ParseResult<Line> {
  const root: Line = { name: intern("menu"), parent: undefined, nested: [] };
  const open = [root];
  for (const [index, line] of text.split("\n").entries()) {
    const [, indent = "", word = ""] = /^( *)(.*)$/.exec(line) ?? [];
    if (word === "") continue;
    if (!/^[a-z]+$/.test(word)) {
      const at = { file, line: index + 1, column: indent.length + 1 };
      return { ok: false, diagnostics: [{ code: "TEA0001", severity: "error", message: `bad word \`${word}\``, at }] };
    }
    open.length = indent.length / 2 + 1;
    open.push(append(open.at(-1) as Line, word));
  }
  return { ok: true, op: root };
}

const write = (line: Line, indent: string): string =>
  `${indent}${line.name.text}\n${line.nested.map((inner) => write(inner, `${indent}  `)).join("")}`;

/** IR of menus: lines that are nested by indentation. */
export const menu: IrAdapter<Line> = {
  name: "menu",
  intern,
  nameOf: (line) => line.name,
  parentOf: (line) => line.parent,
  collectNested: (line, out) => void out.push(...line.nested),
  parse,
  print: (line) => line.nested.map((inner) => write(inner, "")).join(""),
};

const adds = (name: string, word: string, types: readonly string[]) =>
  definePass({ name, anchor: "tea", types, runOnOperation: (tea: Line) => void append(tea, word) });

export const tidy = definePass({
  name: "tidy",
  anchor: "menu",
  types: [PassType.Cleanup],
  runOnOperation: (_menu: Line) => {},
});
export const pour = adds("pour", "poured", [PassType.Lowering]);

/** Framework with an extension point, hooks, targets and levels. */
export const samovar = defineFramework({
  name: "samovar",
  ir: menu,
  anchor: "menu",
  extensionPoints: { "tea.end": { since: "1.0", doc: "the tea is made" } },
  hooks: {
    word: syncWaterfallHook<[word: string]>("word"),
    strength: syncBailHook<[tea: Line], number>("tea"),
  },
  targets: ["cup", "pot"],
  levels: ["weak", "strong"],
  cleanups: ["tidy"],
  pipeline(b, { hooks }) {
    const tea = b.nest("tea");
    tea.addPass(
      definePass({
        name: "boil",
        anchor: "tea",
        types: [PassType.Normalization],
        runOnOperation: (line: Line) => void append(line, hooks.word.call("water")),
      }),
    );
    tea.addExtensionPoint("tea.end");
    tea.addPass(pour, { when: { target: "cup" } });
    b.addPass(tidy);
  },
});

export const sweeten = definePass({
  name: "sweeten",
  anchor: "tea",
  types: [PassType.LateOptimization],
  options: { spoons: int(1, "spoons of sugar"), brown: bool(false, "take brown sugar") },
  statistics: { spoons: "spoons of sugar" },
  runOnOperation(tea: Line, pass) {
    append(tea, (pass.options.brown ? "brown" : "white").concat("s".repeat(pass.options.spoons)));
    pass.statistics.spoons.add(pass.options.spoons);
  },
});

/** A plugin with a setup and options. */
export const sugar = definePlugin({
  name: "sugar",
  passes: [sweeten],
  options: { spoons: int(2, "spoons of sugar") },
  setup(b, { options }) {
    b.addBefore("pour", sweeten, { options: { spoons: options.spoons }, reason: "it melts" });
  },
});

export const lemon = adds("lemon", "lemon", [PassType.LateOptimization]);

/** Plugin that consists of data: an insertion, a rule and a tap. */
export const citrus = definePlugin({
  name: "citrus",
  passes: [lemon],
  insert: [{ pass: "lemon", at: "tea.end" }],
  rules: [{ pass: "lemon", strong: true, after: "boil", reason: "it curdles" }],
  taps: { word: ((word: string) => `hot${word}`) as never },
});
