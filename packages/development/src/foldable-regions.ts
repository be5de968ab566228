import { writeBlocks } from "./foldable-blocks.ts";
import type { FoldableWriter } from "./foldable-writer.ts";

export function scfIf(writer: FoldableWriter, depth: number): void {
  const random = writer.random;
  const results = writer.resultTypes();
  const condition = writer.use("i1");
  writer.conditions.push(condition);
  const first = region(writer, depth, results);
  const second = results.length > 0 || random.chance(0.5) ? region(writer, depth, results) : "{}";
  writer.conditions.pop();
  writer.op("scf.if", [condition], ["i1"], results, "", ` (${first}, ${second})`);
  if (random.chance(0.3)) writer.op("scf.if", [condition], ["i1"], [], "", ` (${region(writer, depth, [])}, {})`);
}

/** Writes a region of one block that yields values of the types `results`. */
function region(writer: FoldableWriter, depth: number, results: readonly string[]): string {
  return `{\n${writer.block(writer.label("^l"), [], () => {
    writer.statements(writer.few(), depth);
    writer.end("scf.yield", results);
  })}}`;
}

export function scfFor(writer: FoldableWriter, depth: number): void {
  const carried = writer.resultTypes();
  const inputs = ["index", "index", "index", ...carried];
  const operands = writer.uses(inputs);
  const body = writer.block(writer.label("^l"), ["index", ...carried], (names) => {
    writer.statements(writer.few(), depth);
    const yielded = carried.map((type, i) => (writer.random.chance(0.4) ? names[i + 1]! : writer.use(type)));
    writer.op("scf.yield", yielded, carried, []);
  });
  writer.op("scf.for", operands, inputs, carried, "", ` ({\n${body}})`);
}

export function scfWhile(writer: FoldableWriter, depth: number): void {
  const carried = writer.resultTypes();
  const passed = writer.random.chance(0.5) ? carried : writer.resultTypes();
  const operands = writer.uses(carried);
  let condition = "";
  const before = writer.block(writer.label("^l"), carried, (names) => {
    writer.statements(writer.few(), depth);
    condition = writer.use("i1");
    if (writer.random.chance(0.3))
      writer.op("scf.if", [condition], ["i1"], [], "", ` (${region(writer, depth, [])}, {})`);
    const values = passed.map((type, i) =>
      passed === carried && writer.random.chance(0.5)
        ? names[i]!
        : writer.random.chance(0.2) && type === "i1"
          ? condition
          : writer.use(type),
    );
    writer.op("scf.condition", [condition, ...values], ["i1", ...passed], []);
  });
  const after = writer.block(writer.label("^l"), passed, () => {
    writer.statements(writer.few(), depth);
    writer.end("scf.yield", carried);
  });
  writer.op("scf.while", operands, carried, passed, "", ` ({\n${before}}, {\n${after}})`);
}

export function scfIndexSwitch(writer: FoldableWriter, depth: number): void {
  const results = writer.resultTypes();
  const argument = writer.use("index");
  const regions = Array.from({ length: 3 }, () => region(writer, depth, results)).join(", ");
  writer.op("scf.index_switch", [argument], ["index"], results, "cases = array<i64: 1, 4>", ` (${regions})`);
}

export function scfExecuteRegion(writer: FoldableWriter, depth: number): void {
  const results = writer.resultTypes();
  const entry = writer.block(writer.label("^l"), [], () => {
    writer.statements(writer.few(), depth);
    if (writer.random.chance(0.5)) writeBlocks(writer, `${writer.label("x")}_`, () => writer.end("scf.yield", results));
    else writer.end("scf.yield", results);
  });
  writer.op("scf.execute_region", [], [], results, "", ` ({\n${entry}})`);
}

export function scfParallel(writer: FoldableWriter, depth: number): void {
  const inputs = ["index", "index", "index"];
  const [lower, upper] = writer.uses(["index", "index"]);
  const [step] = writer.op("arith.constant", [], [], ["index"], `value = ${1 + writer.random.below(2)} : index`);
  const body = writer.block(writer.label("^l"), ["index"], () => {
    writer.statements(writer.few(), depth);
    writer.op("scf.reduce", [], [], []);
  });
  const properties = "operandSegmentSizes = array<i32: 1, 1, 1, 0>";
  writer.op("scf.parallel", [lower!, upper!, step!], inputs, [], properties, ` ({\n${body}})`);
}
