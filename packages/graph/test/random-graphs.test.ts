import { expect } from "chai";
import { Random, samples } from "@passwright/development";
import { DEFAULT_MAX_JUMPS, drawDot, drawMermaid, drawText, PipelineGraph } from "@passwright/graph";
import { randomLines } from "./model/generate.ts";
import { isBefore, onCycles, orderOf, runModel } from "./model/model.ts";
import type { ModelChoice } from "./model/model.ts";
import type { RfcLine } from "./support/rfc-text.ts";
import { Desk, makeDesks, toyPass } from "./support/toy.ts";

const ENDS: { readonly [code: string]: string } = { PWG0301: "undeclared", PWG0304: "too many", PWG0306: "fail" };

function forEachCase(count: number, run: (random: Random, seed: number) => void): void {
  for (let seed = 1; seed <= samples(count); seed++) run(new Random(seed), seed);
}

function register(lines: readonly RfcLine[]): PipelineGraph<Desk> {
  const graph = new PipelineGraph<Desk>(makeDesks(), { anchor: "desk" });
  for (const { name, ...edges } of lines) graph.registerPipeline(name, edges);
  return graph;
}

/** Formats all parts of a plan as text. */
function show(graph: PipelineGraph<Desk>): string {
  const { planned, diagnostics } = graph.plan();
  if (planned === undefined) return JSON.stringify(diagnostics);
  const { plan } = planned;
  return [JSON.stringify(plan), drawText(plan), drawMermaid(plan), drawDot(plan), JSON.stringify(diagnostics)].join(
    "\n",
  );
}

describe("random graphs", () => {
  it("have cycles exactly when a slow, obvious check finds them, and the errors show real ones", () => {
    let cyclic = 0;
    forEachCase(2000, (random, seed) => {
      const lines = randomLines(random, random.pick([0.5, 1, 1.5, 2]), { isAcyclic: false });
      const slow = onCycles(lines);
      const { planned, diagnostics } = register(lines).plan();
      expect(planned === undefined, `seed ${seed}`).to.equal(slow.length > 0);
      const told = diagnostics.filter(({ severity }) => severity === "error");
      expect(told.map(({ code }) => code).filter((code) => code !== "PWG0202")).to.deep.equal([]);
      if (slow.length > 0) cyclic++;
      for (const { message } of told) {
        const path = message.replace(/^.*: /, "").split(" -> ");
        expect(path.length, message).to.be.greaterThan(2);
        expect(path[0]).to.equal(path.at(-1));
        expect(new Set(path).size, message).to.equal(path.length - 1);
        for (const [index, name] of path.slice(1).entries()) {
          expect(isBefore(lines, path[index] as string, name), `${message}: ${path[index]} ${name}`).to.equal(true);
          expect(slow).to.include(name);
        }
      }
    });
    expect(cyclic).to.be.greaterThan(samples(400));
  });

  it("are put in an order that has every dependency, and that a slow, obvious sort finds too", () => {
    forEachCase(2000, (random, seed) => {
      const lines = randomLines(random, random.pick([0.3, 1, 2, 4]), { isAcyclic: true });
      const order =
        register(lines)
          .plan()
          .planned?.plan.pipelines.map(({ name }) => name) ?? [];
      for (const [index, one] of order.entries())
        for (const other of order.slice(index))
          expect(isBefore(lines, other, one), `seed ${seed}: ${other} ${one}`).to.equal(false);
      expect(order, `seed ${seed}`).to.deep.equal(orderOf(lines));
    });
  });

  it("are the same under any order of registration, errors and drawings included", () => {
    forEachCase(1000, (random, seed) => {
      const lines = randomLines(random, 1.2, { isAcyclic: random.chance(0.6) });
      const first = show(register(lines));
      expect(show(register(random.shuffled(lines))), `seed ${seed}`).to.equal(first);
      expect(show(register(random.shuffled(lines))), `seed ${seed}`).to.equal(first);
    });
  });

  it("run as a slow, obvious interpreter runs them, and end", () => {
    const seen: { [end: string]: number } = {};
    forEachCase(3000, (random, seed) => {
      const lines = randomLines(random, 1, { isAcyclic: true });
      const choices = randomChoices(random, lines);
      const table = Array.from({ length: 97 }, () => random.below(1000));
      const chance = random.pick([0.1, 0.4, 0.9]);
      const asks = (pipeline: string, tick: number): string | undefined => {
        const number = table[(tick * 31 + Number(pipeline.slice(1)) * 7) % table.length] as number;
        const targets = lines.find(({ name }) => name === pipeline)?.jumpTargets ?? [];
        if (number >= chance * 1000) return undefined;
        if (number < 10) return "p999";
        const jump = targets[number % (targets.length === 0 ? 1 : targets.length)];
        return typeof jump === "object" ? jump.to : jump;
      };
      const expected = runModel({ lines, choices, asks, defaultMax: DEFAULT_MAX_JUMPS });
      const { ran, end } = runReal(random.shuffled(lines), choices, asks);
      expect([...ran, end], `seed ${seed}`).to.deep.equal(expected);
      seen[end] = (seen[end] ?? 0) + 1;
    });
    expect(Object.keys(seen).sort()).to.deep.equal(["done", "fail", "too many", "undeclared"]);
  });
});

/** Returns random choices between different pipelines. At every tick, each choice takes its next branch. */
function randomChoices(random: Random, lines: readonly RfcLine[]): ModelChoice[] {
  const free = random.shuffled(lines.map(({ name }) => name));
  const choices: ModelChoice[] = [];
  while (free.length > 3 && random.chance(0.5)) {
    const branches = free.splice(0, random.between(2, 3));
    const salt = random.below(10);
    const decide = (tick: number): string => branches[(tick + salt) % branches.length] as string;
    choices.push({ name: `c${choices.length}`, branches, decide });
  }
  return choices;
}

function runReal(
  lines: readonly RfcLine[],
  choices: readonly ModelChoice[],
  asks: (pipeline: string, tick: number) => string | undefined,
): { readonly ran: readonly string[]; readonly end: string } {
  const graph = new PipelineGraph<Desk>(makeDesks(), { anchor: "desk" });
  for (const { name, ...edges } of lines) {
    const pass = toyPass(name, (op, context) => {
      // Changes the notes in every round of a loop. The package detects a loop that does not change the IR, but the
      // model does not.
      op.notes.set("tick", String(op.log.length));
      const target = asks(name, op.log.length);
      if (target === undefined) return;
      if (op.log.length % 2 === 0) context.requestJump(target, "by call");
      else op.notes.set("pipeline.jump_target", target);
    });
    graph.registerPipeline(name, edges, (manager) => void manager.addPass(pass));
  }
  for (const { name, branches, decide } of choices) {
    const test =
      (pipeline: string) =>
      (op: Desk): boolean =>
        decide(op.log.length) === pipeline;
    const [first, ...rest] = branches.map((pipeline) => ({ pipeline, test: test(pipeline) }));
    graph.registerChoice(name, {
      branches: [...rest, ...(first === undefined ? [] : [first])].slice(0, -1),
      else: branches[0] as string,
    });
  }
  const { schedule, diagnostics } = graph.createPipelineSchedule();
  if (schedule === undefined) throw new Error(JSON.stringify(diagnostics));
  const op = new Desk();
  const result = schedule.run(op);
  expect(op.notes.has("pipeline.jump_target")).to.equal(false);
  const code = result.diagnostics.find(({ severity }) => severity === "error")?.code;
  return { ran: op.log, end: code === undefined ? "done" : (ENDS[code] ?? code) };
}
