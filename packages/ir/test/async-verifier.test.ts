import { PassManager, definePass, renderDiagnostic } from "@passwright/core";
import { Context, createMlirAdapter, defineDialect, dialects } from "@passwright/ir";
import { expect } from "chai";

describe("a verifier that returns a promise", () => {
  for (const key of ["verify", "verifyRegions", "verifySignature", "verifySymbolUses"])
    it(`is reported with the name of \`${key}\` and of the operation, and does not blame the pass`, () => {
      let isAsync = false;
      const verifier = (): unknown => (isAsync ? Promise.reject(new Error("too late")) : undefined);
      const dialect = defineDialect({
        name: "t",
        ops: { leaf: { [key]: verifier }, top: { regions: 1, [key]: verifier, traits: ["NoTerminator"] } } as never,
      });
      const all = [...dialects, dialect];
      const adapter = createMlirAdapter(new Context({ dialects: all }), all);
      const parsed = adapter.parse?.('"t.top"() ({ "t.leaf"() : () -> () }) : () -> ()', { file: "in.mlir" });
      if (parsed?.ok !== true) throw new Error("the input is valid");
      const manager = new PassManager(adapter, { anchor: "builtin.module" });
      const innocent = definePass({
        name: "innocent",
        runOnOperation(): void {
          isAsync = true;
        },
      });
      manager.addPass(innocent);
      const { succeeded, diagnostics } = manager.run(parsed.op);
      expect(succeeded).to.equal(false);
      const text = diagnostics.map(renderDiagnostic).join("\n");
      expect(text).to.match(
        new RegExp(
          `^error\\[PWI0020\\]: \`${key}\` of \`t\\.\\w+\` returned a promise\n  --> dialect t, in.mlir:1:\\d+\nhelp: make the function synchronous$`,
        ),
      );
      expect(text).not.to.contain("innocent");
    });
});
