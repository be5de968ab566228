import type { FoldableWriter } from "./foldable-writer.ts";

/** Ends the current block with a jump, and writes the target blocks. */
export function writeBlocks(writer: FoldableWriter, prefix: string, end: () => void): void {
  const random = writer.random;
  const count = 2 + random.below(5);
  const targets = Array.from({ length: count }, (_, i) => ({
    label: `^${prefix}${i}`,
    inputs: random.chance(0.6) ? [] : writer.resultTypes(),
  }));
  const last = targets.length - 1;
  const jump = (from: number): void => {
    const pick = (): (typeof targets)[number] =>
      targets[random.chance(0.75) ? Math.min(last, from + 1 + random.below(2)) : random.below(count)]!;
    const kind = random.pick(["br", "br", "cond_br", "cond_br", "switch"]);
    const chosen = kind === "br" ? [pick()] : [pick(), random.chance(0.3) ? targets[last]! : pick()];
    const values = chosen.map(({ inputs }) => writer.uses(inputs));
    const all = values.flat();
    const inputs = chosen.flatMap((target) => target.inputs);
    const labels = `[${chosen.map(({ label }) => label).join(", ")}]`;
    if (kind === "br") {
      writer.op("cf.br", all, inputs, [], "", labels);
      return;
    }
    const sizes = values.map((list) => list.length);
    if (kind === "cond_br") {
      const properties = `operandSegmentSizes = array<i32: 1, ${sizes.join(", ")}>`;
      writer.op("cf.cond_br", [writer.use("i1"), ...all], ["i1", ...inputs], [], properties, labels);
      return;
    }
    const properties = `case_operand_segments = array<i32: ${sizes[1]!}>, case_values = dense<${random.below(3)}> : vector<1xi32>, operandSegmentSizes = array<i32: 1, ${sizes.join(", ")}>`;
    writer.op("cf.switch", [writer.use("i32"), ...all], ["i32", ...inputs], [], properties, labels);
  };
  jump(-1);
  const texts = targets.map(({ label, inputs }, i) =>
    writer.block(label, inputs, () => {
      if (random.chance(0.6)) writer.statements(writer.few(), 2);
      if (i === last) end();
      else if (random.chance(0.05)) writer.op("ub.unreachable", [], [], []);
      else jump(i);
    }),
  );
  writer.text += texts.join("");
}
