import { PassManager, definePass, renderDiagnostic } from "@passwright/core";
import { Context, createMlirAdapter, defineDialect, dialects } from "@passwright/ir";
import { expect } from "chai";

const RESULTS = [
  ["a promise", () => Promise.reject(new Error("too late")), "make the function synchronous"],
  ['"is wrong"', () => "is wrong", "call `complain` with the message of the error instead of returning it"],
] as const;

for (const [shown, result, help] of RESULTS)
  describe(`a verifier that returns ${shown}`, () => {
    for (const key of ["verify", "verifyRegions", "verifySignature", "verifySymbolUses"])
      it(`is reported with the name of \`${key}\` and of the operation, and does not blame the pass`, () => {
        let isWrong = false;
        const verifier = (): unknown => (isWrong ? result() : undefined);
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
            isWrong = true;
          },
        });
        manager.addPass(innocent);
        const { succeeded, diagnostics } = manager.run(parsed.op);
        expect(succeeded).to.equal(false);
        const text = diagnostics.map(renderDiagnostic).join("\n");
        expect(text).to.match(
          new RegExp(
            `^error\\[PWI0020\\]: \`${key}\` of \`t\\.\\w+\` returned ${shown}\n  --> dialect t, in.mlir:1:\\d+\nhelp: ${help}$`,
          ),
        );
        expect(text).not.to.contain("innocent");
      });
  });
