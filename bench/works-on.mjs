import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { definePass, definePlugin, assemble } from "@passwright/sdk";
import { svgoFramework } from "@passwright/svgo";

const ICONS = 1000;
const PASSES = 200;
/** Number of icons that are measured together. */
const PORTION = 25;

/** Elements that icons do not have. */
const ABSENT = ["foreignObject", "animateMotion", "feTurbulence", "textPath", "meshgradient"];

/**
 * Returns a plugin whose passes work only on elements that icons do not have. Distributes the passes between the steps
 * of the framework.
 */
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
 * Measures SVGO's `preset-default` on icons, with and without 200 additional passes that are skipped because of their
 * `worksOn`. Parsing and printing are not measured. Divides the icons into groups, and adds up the minimum times of the
 * groups. Minimum times exclude garbage collections, which take longer than the measured difference.
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
  const timeOf = (assembly, portion) => {
    const roots = portion.map((text) => assembly.parse(text, { file: "icon.svg" }).root);
    const start = performance.now();
    for (const root of roots) if (!assembly.run(root).ok) throw new Error("the run failed");
    return performance.now() - start;
  };
  let [ours, reference] = [0, 0];
  for (let first = 0; first < ICONS; first += PORTION) {
    const portion = texts.slice(first, first + PORTION);
    let [leastOurs, leastReference] = [Infinity, Infinity];
    for (let round = 0; round < rounds; round++) {
      const isFirst = round % 2 === 0;
      if (isFirst) leastOurs = Math.min(leastOurs, timeOf(more, portion));
      leastReference = Math.min(leastReference, timeOf(plain, portion));
      if (!isFirst) leastOurs = Math.min(leastOurs, timeOf(more, portion));
    }
    ours += leastOurs;
    reference += leastReference;
  }
  return { ours, reference };
}
