import { renderDiagnostic, UsageError } from "@passwright/core";
import {
  assemble,
  assembleWith,
  defineAnalysis,
  defineConversion,
  defineFramework,
  defineGraphFramework,
  defineGroup,
  defineIr,
  definePass,
  definePlugin,
} from "@passwright/sdk";
import { expect } from "chai";
import { samovar } from "./tea.ts";

/** Argument that throws an exception when one of its properties is read. */
const argument = new Proxy(
  { name: "odd" },
  {
    get: () => {
      throw new RangeError("boiled over");
    },
  },
) as never;

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (thrown) {
    return thrown;
  }
}

describe("a getter that throws in an argument", () => {
  const calls: { readonly [call: string]: (given: never) => unknown } = {
    assemble: (options) => assemble(samovar, options),
    assembleWith: (change) => assembleWith(assemble(samovar), change),
    defineAnalysis,
    defineConversion,
    defineFramework,
    defineGraphFramework,
    defineGroup,
    defineIr,
    definePass,
    definePlugin,
  };
  for (const [call, run] of Object.entries(calls)) {
    it(`is an error in the use of \`${call}\`, with the exception as its cause`, () => {
      const thrown = thrownBy(() => run(argument));
      expect(thrown).to.be.instanceOf(UsageError);
      const { diagnostic, cause } = thrown as UsageError;
      expect(diagnostic).to.deep.equal({
        code: "PWC0105",
        severity: "error",
        message: `\`${call}\`: cannot read the argument: RangeError: boiled over`,
        help: ["correct the argument"],
      });
      expect(cause).to.be.instanceOf(RangeError);
    });
  }

  it("is an error in the use of `definePlugin` that names the plugin, for an entry of `insert`", () => {
    const leaf = definePlugin({ name: "leaf", insert: [argument] });
    const thrown = thrownBy(() => assemble(samovar, { plugins: [leaf] }));
    expect(renderDiagnostic((thrown as UsageError).diagnostic)).to.equal(
      `error[PWC0105]: \`definePlugin\`: cannot read the argument: RangeError: boiled over
  --> plugin leaf
help: correct the argument`,
    );
  });
});
