import { diagnosticOf, renderDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import {
  ActionProfile,
  collectStatistics,
  printIr,
  readReproducer,
  Timing,
  verifyIsolation,
  verifyOrder,
  verifyPreservation,
  writeReproducers,
} from "@passwright/instrument";
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

  it("refuses arguments that the compiler would refuse", () => {
    const ir = { name: "tree", print: () => "", clone: () => ({}), fingerprint: () => 0n } as never;
    const none = undefined as never;
    const calls: { readonly [problem: string]: () => unknown } = {
      "`Timing`: `nowMs` must be a function, not undefined": () => new Timing(none),
      "`ActionProfile`: `nowMs` must be a function, not undefined": () => new ActionProfile(ir, none),
      "`printIr`: `options` must be a plain object, not undefined": () => printIr(ir, none),
      "`printIr`: unknown key `options.aftr`; did you mean `options.after`?": () =>
        printIr(ir, { aftr: "all" } as never),
      '`printIr`: `options.after` must be "all" or a list of names, not "cse"': () =>
        printIr(ir, { after: "cse" as never }),
      "`writeReproducers`: `options.open` must be a function, not undefined": () => writeReproducers(ir, {} as never),
      "`collectStatistics`: `manager` must be a pass manager, not { plan }": () =>
        collectStatistics({ plan: {} } as never, ir),
      "IR printing: `adapter` must be a plain object, not undefined": () => printIr(none, {}),
      "the isolation check: `adapter` must be a plain object, not undefined": () => verifyIsolation(none),
      "the order check: `adapter` must be a plain object, not undefined": () => verifyOrder(none),
      "`verifyPreservation`: `adapter` must be a plain object, not undefined": () => verifyPreservation(none),
    };
    for (const [problem, call] of Object.entries(calls))
      expect(thrown(call).map(renderDiagnostic)).to.deep.equal([
        `error[PWC0105]: ${problem}\nhelp: correct the argument`,
      ]);
  });
});
