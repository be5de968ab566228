import { expect } from "chai";
import { javascriptIr } from "@passwright/babel";

const ir = javascriptIr() as unknown as {
  parse(text: string, options: { readonly file: string }): { readonly op: object };
  normalize(file: object): void;
  print(file: object, flags: object): string;
};

function normalized(text: string): string {
  const { op } = ir.parse(text, { file: "input.js" });
  ir.normalize(op);
  return ir.print(op, {});
}

/** Pairs of modules. `isCosmetic` is true if normalizing must remove the difference between the modules. */
const CASES: readonly (readonly [title: string, left: string, right: string, isCosmetic: boolean])[] = [
  ["the names of helpers", "var _a = f(); g(_a);", "var _temp2 = f(); g(_temp2);", true],
  [
    "the order of helpers",
    "function _one() { return 1; }\nfunction _two() { return 2; }\nf(_one, _two);",
    "function _two() { return 2; }\nfunction _one() { return 1; }\nf(_one, _two);",
    true,
  ],
  ["the order of variables", "var _a, _b;\n_a = 1; _b = 2;", "var _b, _a;\n_a = 1; _b = 2;", true],
  ["which variable is used", "var _a = 1, _b = 2; f(_a, _b);", "var _a = 1, _b = 2; f(_b, _a);", false],
  ["names of properties", "var _a = x._one;", "var _a = x._two;", false],
  ["names of globals", "f(__dirname);", "f(__filename);", false],
  ["names of exports", "export const _one = 1;", "export const _two = 1;", false],
  ["names of users", "var one = 1;", "var two = 1;", false],
  ["the order of statements", "f(); g();", "g(); f();", false],
];

describe("cosmetic differences of JavaScript", () => {
  for (const [title, left, right, isCosmetic] of CASES) {
    it(`${isCosmetic ? "are" : "are not"} ${title}`, () => {
      expect(normalized(left) === normalized(right), `${normalized(left)}\n---\n${normalized(right)}`).to.equal(
        isCosmetic,
      );
    });
  }
});
