import { BugError, describeThrown, diagnosticOf, invariant, UsageError } from "@passwright/core";
import { expect } from "chai";
import { describeThrow } from "./trace.ts";

describe("diagnostics as errors", () => {
  it("carry their diagnostic and their cause", () => {
    const cause = new Error("why");
    const error = new UsageError({ code: "PWX0001", severity: "error", message: "no key" }, { cause });
    expect([error.message, error.name, diagnosticOf(error)?.code, error.cause === cause].join(" ")).to.equal(
      "no key UsageError PWX0001 true",
    );
  });

  it("are recognized by their shape, not their class", () => {
    const foreign = { diagnostic: { code: "PWX0001", severity: "error", message: "from another copy" } };
    const others = [undefined, null, 3, {}, { diagnostic: undefined }, { diagnostic: { code: 1, message: "" } }];
    expect([foreign, ...others].map((one) => diagnosticOf(one)?.message ?? "-").join(" ")).to.equal(
      "from another copy - - - - - -",
    );
  });

  it("mark bugs in the message", () => {
    const texts = [
      describeThrow(() => invariant(false, "the list is sorted")),
      describeThrow(() => invariant(true, "the list is sorted")),
      String(new BugError("x") instanceof Error),
    ];
    expect(texts.join("\n")).to.equal(
      ["threw BugError: the list is sorted (this is a bug in Passwright)", "nothing was thrown", "true"].join("\n"),
    );
  });

  it("describe anything that can be thrown", () => {
    const unreadable = Object.defineProperty(new Error("x"), "message", { get: () => invariant(false, "no") });
    const thrown = [new TypeError("no"), "text", "", undefined, { a: 1 }, Object.create(null) as unknown, unreadable];
    expect(thrown.map((one) => describeThrown(one)).join("\n")).to.equal(
      'TypeError: no\ntext\n""\nundefined\n{"a":1}\na value without readable text\na value without readable text',
    );
    expect(describeThrown("x".repeat(5000))).to.equal(`${"x".repeat(4000)}…`);
  });
});
