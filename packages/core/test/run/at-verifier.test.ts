import { definePass, PassManager } from "@passwright/core";
import type { InstrumentedPass, PassAtWork } from "@passwright/core";
import { expect } from "chai";

interface Node {
  readonly name: string;
  readonly inside: Node[];
}

const name = (text: string) => ({
  text,
  isRegistered: true,
  isIsolatedFromAbove: true,
  hasInterface: (): boolean => false,
});
const names = new Map(["doc", "p"].map((text) => [text, name(text)]));
const interned = (text: string): ReturnType<typeof name> => names.get(text) as ReturnType<typeof name>;

describe("the verifier after a pass", () => {
  it("is the current activity of a run, and is passed to instrumentations", () => {
    const log: string[] = [];
    let manager: PassManager<Node> | undefined;
    const shown = ({ pass, place, isVerifying }: PassAtWork): string =>
      `${isVerifying === true ? "verifying after" : "running"} '${pass}' on ${place.name}`;
    const tell = (): void => void log.push(manager?.atWork === undefined ? "idle" : shown(manager.atWork));
    const pass = (own: string) => definePass({ name: own, runOnOperation: (_node: Node) => tell() });
    manager = new PassManager<Node>(
      {
        name: "doc",
        intern: interned,
        nameOf: (node) => interned(node.name),
        collectNested: (node, out) => void out.push(...node.inside),
        verify: () => (tell(), true),
      },
      { anchor: "doc" },
    );
    manager.addPass(pass("one"));
    manager.nest("p").addPass(pass("two"));
    manager.addPass(pass("three"));
    const say =
      (what: string) =>
      ({ argument, isAdaptor }: InstrumentedPass): void =>
        void log.push(`${what} ${isAdaptor ? "nested" : argument}`);
    manager.addInstrumentation({ beforeVerifier: say("verifier of"), afterPass: say("end of") });
    expect(manager.run({ name: "doc", inside: [{ name: "p", inside: [] }] }).succeeded).to.equal(true);
    expect(log).to.deep.equal([
      "running 'one' on doc",
      "verifier of one",
      "verifying after 'one' on doc",
      "end of one",
      "running 'two' on p",
      "verifier of two",
      "verifying after 'two' on p",
      "end of two",
      "verifier of nested",
      "verifying after '' on doc",
      "end of nested",
      "running 'three' on doc",
      "verifier of three",
      "verifying after 'three' on doc",
      "end of three",
    ]);
  });
});
