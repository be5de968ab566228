import { defineIr } from "@passwright/sdk";

/* Tests of types, which are compiled but not run: code that must compile, and code that must not. */

interface Node {
  readonly kind: string;
  kids?: Node[] | null;
  readonly size: number;
}

interface Text {
  readonly kind: "text";
  readonly text: string;
}

interface Page {
  readonly kind: "page";
  parts: (Text | Page)[];
  cover: Text;
}

interface Loose {
  readonly [key: string]: unknown;
}

const parse = (text: string): Node => JSON.parse(text) as Node;
const nameOf = (op: Node): string => op.kind;

export function compiles(keys: readonly string[]): void {
  defineIr({ name: "t", nameOf, childrenOf: "kids" });
  defineIr({ name: "t", nameOf, childrenOf: ["kids", "other"] });
  defineIr({ name: "t", nameOf, childrenOf: [] });
  defineIr({ name: "t", nameOf, childrenOf: keys });
  defineIr({ name: "t", nameOf, childrenOf: (op) => op.kids ?? undefined });
  defineIr({ name: "t", nameOf: (op: Text | Page) => op.kind, childrenOf: "parts" });
  defineIr({ name: "t", nameOf: (op: Text | Page) => op.kind, childrenOf: ["cover", "parts"] });
  defineIr({ name: "t", nameOf: (op: Loose) => String(op["kind"]), childrenOf: "anything" });
  defineIr({ name: "t", nameOf: () => "t", childrenOf: "anything" });
  defineIr({ name: "t", nameOf: () => "t", childrenOf: ["anything"] });
  defineIr({ name: "t", parse, nameOf: (op) => op.kind, childrenOf: "kids" });
  defineIr({ name: "t", parse, nameOf: (op) => op.kind, childrenOf: ["kids"] });
  defineIr({ name: "t", parse, nameOf: (op) => op.kind, childrenOf: ({ kids }) => kids ?? [] });
  defineIr<Node, "kids", Node>({ name: "t", nameOf, childrenOf: "kids" });
}

export function doesNotCompile(): void {
  // @ts-expect-error -- no such key
  defineIr({ name: "t", nameOf, childrenOf: "kidz" });
  // @ts-expect-error -- no such key
  defineIr({ name: "t", nameOf: (op: Text | Page) => op.kind, childrenOf: "part" });
  // @ts-expect-error -- no such key
  defineIr({ name: "t", nameOf, childrenOf: ["kidz"] });
  // @ts-expect-error -- no such key
  defineIr({ name: "t", parse, nameOf: (op) => op.kind, childrenOf: "kidz" });
  // @ts-expect-error -- not a list of operations
  defineIr({ name: "t", parse, nameOf: (op) => op.kind, childrenOf: "size" });
  // @ts-expect-error -- no such keys
  defineIr({ name: "t", parse, nameOf: (op) => op.kind, childrenOf: ["kidz", "other"] });
}
