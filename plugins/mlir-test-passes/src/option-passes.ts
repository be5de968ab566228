import { definePass, int, list, oneOf, optionTable, string } from "@passwright/sdk";
import type { PassDefinition } from "@passwright/sdk";

/** Example options that several passes and pipelines in this package share. There is one option of each kind. */
export const exampleOptions = {
  list: list(int(0, ""), "Example list option"),
  "string-list": list(string("", ""), "Example string list option"),
  string: string("", "Example string option"),
  enum: oneOf(["zero", "one", "two"], "zero", "Example enum option"),
};

/** Element of a list option: a table of the example options. */
export const superElement = optionTable(exampleOptions, "");

/** Pass that has options but does not have effects. */
export const testOptionsPass = definePass({
  name: "test-options-pass",
  anchor: "func.func",
  displayName: "(anonymous namespace)::TestOptionsPass",
  summary: "Test options parsing capabilities",
  options: exampleOptions,
  runOnOperation() {},
});

export const testOptionsSuperPass = definePass({
  name: "test-options-super-pass",
  anchor: "func.func",
  displayName: "(anonymous namespace)::TestOptionsSuperPass",
  summary: "Test options of options parsing capabilities",
  options: { list: list(superElement, "Example list of PassPipelineOptions option") },
  runOnOperation() {},
});

function subsetPass(letter: "A" | "B"): PassDefinition<object, {}> {
  return definePass({
    name: `test-options-pass-${letter.toLowerCase()}`,
    anchor: "func.func",
    displayName: `(anonymous namespace)::TestOptionsPass${letter}`,
    summary: `Test superset options parsing capabilities - subset ${letter}`,
    runOnOperation() {},
  });
}

export const testOptionsPassA = subsetPass("A");
export const testOptionsPassB = subsetPass("B");
