import { defineGroup, definePass } from "@passwright/core";
import type { PassDefinition } from "@passwright/core";
import type { Operation } from "@passwright/ir";
import { collectStatistics, printIr, readReproducer, Timing, writeReproducers } from "@passwright/instrument";
import { expect } from "chai";
import { openSession, runWith, TWO } from "./session.ts";

interface Plugin {
  readonly fails?: boolean;
}

const group = defineGroup<Operation, Plugin>({
  name: "host",
  splits: "refuse",
  run(members, _root, context) {
    for (const member of members) {
      context.timeMember(member, () => {
        member.statistics["runs"]?.add(1);
        if (member.member.fails === true) throw new Error("no host");
      });
    }
  },
});

const member = (name: string, plugin: Plugin): PassDefinition<Operation> =>
  definePass({ name, group, member: plugin, statistics: { runs: "times that it ran" } }) as PassDefinition<Operation>;

const PASSES = [member("a", {}), member("b", {}), member("bad", { fails: true })];

describe("groups", () => {
  it("are timed as one pass, with the members that the host times inside", () => {
    let ms = 0;
    const session = openSession(TWO, "builtin.module(func.func(group<host>(a,b)),symbol-dce)", PASSES);
    const timing = new Timing(() => ms++);
    runWith(session, timing);
    const names = timing.report().match(/\) {2}(.*)$/gm) ?? [];
    expect(names.map((name) => name.slice(3))).to.deep.equal([
      "'func.func' Pipeline",
      "  group<host>",
      "    a",
      "    b",
      "SymbolDCE",
      "Rest",
      "Total",
    ]);
  });

  it("show the statistics of their members", () => {
    const session = openSession(TWO, "builtin.module(func.func(group<host>(a,b)))", PASSES);
    runWith(session);
    const tree = JSON.stringify(collectStatistics(session.manager, session.adapter));
    expect(tree.match(/"name":"[^"]*"|"value":\d+/g)).to.deep.equal([
      `"name":"Pipeline Collection : ['func.func']"`,
      '"name":"group<host>"',
      '"name":"a"',
      '"name":"runs"',
      '"value":2',
      '"name":"b"',
      '"name":"runs"',
      '"value":2',
    ]);
  });

  it("print the IR once", () => {
    let written = "";
    const session = openSession(TWO, "builtin.module(group<host>(a,b))", PASSES);
    runWith(session, printIr(session.adapter, { after: "all", write: (dump) => void (written += dump) }));
    expect(written.match(/^\/\/ -----.*$/gm)).to.deep.equal([
      "// -----// IR Dump After group<host> (group<host>) //----- //",
    ]);
  });

  for (const local of [false, true]) {
    it(`have ${local ? "local " : ""}reproducers with all members`, () => {
      const files: string[] = [];
      const session = openSession(TWO, "builtin.module(symbol-dce,func.func(group<host>(a,bad)))", PASSES);
      const open = () => ({ ok: true, description: "r", write: (text: string) => void files.push(text) }) as const;
      runWith(session, writeReproducers(session.adapter, { open, local }));
      const read = readReproducer(files[0] ?? "", "r.mlir");
      const first = local ? "" : "symbol-dce, ";
      expect(read?.ok === true && read.reproducer.pipeline).to.equal(
        `builtin.module(${first}func.func(group<host>(a,bad)))`,
      );
    });
  }
});
