import { diagnosticOf, renderDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { printIr, readReproducer, Timing } from "@passwright/instrument";
import { checkGolden } from "@passwright/development";
import { expect } from "chai";

const thrown = (call: () => unknown): readonly Diagnostic[] => {
  try {
    call();
  } catch (error) {
    const diagnostic = diagnosticOf(error);
    if (diagnostic !== undefined) return [diagnostic];
    throw error;
  }
  return [];
};

function timedAfterwards(): readonly Diagnostic[] {
  const timing = new Timing(() => 0);
  timing.stop();
  return thrown(() => timing.beforeAnalysis({ name: "late", displayName: "late" } as never));
}

function damaged(): readonly Diagnostic[] {
  const text =
    "module {}\n\n{-#\n  external_resources: {\n    mlir_reproducer: {\n      verify_eahc: true\n    }\n  }\n#-}\n";
  const read = readReproducer(text, "crash.mlir");
  return read.ok ? [] : [read.diagnostic];
}

const CASES: { readonly [code: string]: () => readonly Diagnostic[] } = {
  PWN0101: timedAfterwards,
  PWN0102: () => thrown(() => printIr({ name: "tree" } as never, {} as never)),
  PWN0202: damaged,
};

describe("error codes", () => {
  for (const [code, bringAbout] of Object.entries(CASES)) {
    it(`shows the full text of ${code}`, () => {
      const diagnostics = bringAbout();
      expect(diagnostics.map((diagnostic) => diagnostic.code)).to.deep.equal([code]);
      checkGolden(`${diagnostics.map(renderDiagnostic).join("\n")}\n`, `errors/${code}.txt`, import.meta.url);
    });
  }
});
