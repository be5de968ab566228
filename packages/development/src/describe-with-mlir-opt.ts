import { findMlirOpt } from "./mlir-opt.ts";

/**
 * Defines a suite that compares results with mlir-opt. If mlir-opt is missing, the tests are skipped, and the title
 * contains the reason. With CI=true, the tests fail instead. If PASSWRIGHT_COMPARE=0 is set, the tests are skipped.
 */
export function describeWithMlirOpt(title: string, body: () => void): void {
  if (process.env["PASSWRIGHT_COMPARE"] === "0") {
    describe.skip(title, body);
    return;
  }
  if (findMlirOpt() !== undefined) {
    describe(title, body);
    return;
  }
  const inCi = process.env["CI"] === "true";
  describe(`${title} (${inCi ? "failed" : "skipped"}: no mlir-opt found)`, () => {
    before(function () {
      if (inCi) throw new Error("CI=true, but there is no mlir-opt on the PATH and PASSWRIGHT_MLIR_OPT is not set");
      this.skip();
    });
    body();
  });
}
