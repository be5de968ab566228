import { renderDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { DiagnosticVerifier } from "@passwright/ir";
import { expect } from "chai";

describe("DiagnosticVerifier", () => {
  it("reports unexpected, missing and differing diagnostics, and invalid expressions", () => {
    const text = `// expected-error@+1 {{no such}}
a // expected-warning@+0 {{unused value}}
b // expected-note-re {{x{{(}}}}
c // expected-error {{invalid type}}
d // expected-note {{defined here}}
`;
    const said: string[] = [];
    const verifier = new DiagnosticVerifier("a.mlir", text, (found) => void said.push(renderDiagnostic(found)));
    const diagnostic = (line: number, message: string, notes: Diagnostic["notes"] = []): Diagnostic => {
      return { code: "X1", severity: "error", message, at: { file: "a.mlir", line, column: 1 }, notes };
    };
    verifier.handle(
      diagnostic(2, "no such name", [{ message: "defined here", at: { file: "a.mlir", line: 5, column: 1 } }]),
    );
    verifier.handle(diagnostic(2, "unused value"));
    verifier.handle(diagnostic(4, "operand type mismatch"));
    expect(verifier.finish()).to.equal(false);
    expect(said.join("\n")).to.equal(`error[PWI3004]: invalid regex: parentheses not balanced
  --> a.mlir:3:6
   | b // expected-note-re {{x{{(}}}}
   |      ^
error[PWI3003]: 'error' diagnostic emitted when expecting a 'warning'
  --> a.mlir:2:6
   | a // expected-warning@+0 {{unused value}}
   |      ^
error[PWI3001]: unexpected error: operand type mismatch
  --> a.mlir:4:1
help: declare the diagnostic with \`expected-error\`, or correct the input
error[PWI3002]: expected warning "unused value" was not produced
  --> a.mlir:2:6
   | a // expected-warning@+0 {{unused value}}
   |      ^
error[PWI3002]: expected error "invalid type" was not produced
  --> a.mlir:4:6
   | c // expected-error {{invalid type}}
   |      ^`);
  });

  it("is content when all came that was expected", () => {
    const verifier = new DiagnosticVerifier("a.mlir", "// expected-remark@unknown {{hello}}\n", () => {});
    verifier.handle({ code: "X1", severity: "remark", message: "hello, world" });
    expect(verifier.finish()).to.equal(true);
  });
});
