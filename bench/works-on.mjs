import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { definePass, definePlugin, assemble } from "@passwright/sdk";
import { svgoFramework } from "@passwright/svgo";

const ICONS = 1000;
const PASSES = 200;

/** Elements that icons do not have. */
const ABSENT = ["foreignObject", "animateMotion", "feTurbulence", "textPath", "meshgradient"];

/** Passes that look for absent elements, between the steps of the framework. */
function idlePlugin(steps) {
  const names = Array.from({ length: PASSES }, (_, index) => `look-${index}`);
  return definePlugin({
    name: "look",
    passes: names.map((name, index) =>
      definePass({
        name,
        worksOn: [ABSENT[index % ABSENT.length]],
        runOnOperation() {
          throw new Error("icons have no such element");
        },
      }),
    ),
    insert: names.map((pass, index) => ({ pass, after: steps[index % steps.length] })),
  });
}

/**
 * Measures the processor time of preset-default of SVGO on icons, with and without 200 passes that `worksOn` skips. Parsing and
 * printing are not measured.
 */
export function measureWorksOn(rounds) {
  const folder = fileURLToPath(new URL("icons/", import.meta.resolve("bootstrap-icons/package.json")));
  const texts = readdirSync(folder)
    .slice(0, ICONS)
    .map((file) => readFileSync(`${folder}${file}`, "utf8"));
  const framework = svgoFramework();
  const plain = assemble(framework);
  const steps = plain.plan.steps.filter(({ kind }) => kind === "pass").map(({ address }) => address);
  const more = assemble(framework, { plugins: [idlePlugin(steps)] });
  const run = (assembly) => {
    const roots = texts.map((text) => assembly.parse(text, { file: "icon.svg" }).root);
    const start = process.cpuUsage();
    for (const root of roots) if (!assembly.run(root).ok) throw new Error("the run failed");
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  const pairs = [];
  for (let round = -1; round < rounds; round++) {
    // Measures in both orders, because the heap grows during the measurement.
    const isFirst = round % 2 === 0;
    const one = run(isFirst ? more : plain);
    const other = run(isFirst ? plain : more);
    if (round >= 0) pairs.push(isFirst ? { ours: one, reference: other } : { ours: other, reference: one });
  }
  return pairs.toSorted((a, b) => a.ours / a.reference - b.ours / b.reference)[pairs.length >> 1];
}
