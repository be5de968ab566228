import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { renderDiagnostic } from "@passwright/core";
import { printReport, skeletons, testPlugin, tryOnSkeletons } from "@passwright/testing";
import type { PluginReport } from "@passwright/testing";
import { checkGolden, itLong, makeTemporaryFolder } from "@passwright/development";
import { printTrials } from "@passwright/testing";

/** Path of the framework kiln. */
const FIRST = fileURLToPath(new URL("../../../examples/first", import.meta.url));

const plugin = (name: string): URL => new URL(`../../../plugins/${name}`, import.meta.url);

function statuses(report: PluginReport): string {
  expect(report.ok, printReport(report)).to.equal(true);
  return report.checks.map(({ status }) => status[0]).join("");
}

describe("good plugins", () => {
  for (const name of ["strength", "memory", "transforms"]) {
    itLong(`${name} passes on the skeletons`, async () => {
      expect(statuses(await testPlugin({ plugin: plugin(name) }))).to.equal("pppppppppppppppp");
    });
  }

  it("release passes with the framework that it is for", async () => {
    expect(statuses(await testPlugin({ plugin: plugin("release"), framework: kilnFolder() }))).to.equal(
      "pppppppppppppppp",
    );
  });

  it("can have no code", async () => {
    const folder = makeTemporaryFolder();
    const insert = [{ pass: "cse", end: true, reason: "lowering creates duplicates" }];
    const passwright = { kind: "plugin", api: "^1.0.0", setup: false, passes: [], insert };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "late-cse", version: "1.0.0", passwright }));
    expect(statuses(await testPlugin({ plugin: folder, framework: FIRST }))).to.equal("pppppppppssssssp");
  });

  it("need the framework whose hooks they tap", async () => {
    const folder = makeTemporaryFolder();
    const sdk = JSON.stringify(import.meta.resolve("@passwright/sdk"));
    const passwright = { kind: "plugin", api: "^1.0.0" };
    const json = { name: "batch", version: "1.0.0", private: true, type: "module", exports: "./index.js", passwright };
    const code = `import { definePlugin } from ${sdk};\nexport default definePlugin({ passes: [], taps: { dimension: () => 8 } });\n`;
    writeFileSync(join(folder, "package.json"), JSON.stringify(json));
    writeFileSync(join(folder, "index.js"), code);
    expect(statuses(await testPlugin({ plugin: folder, framework: FIRST }))).to.equal("pppppppppssssssp");
    const tiny = skeletons.filter(({ name }) => name === "tiny");
    const { findings } = await testPlugin({ plugin: folder, skeletons: tiny });
    expect(findings.map(renderDiagnostic).join("\n\n")).to
      .equal(`error[PWT0108]: the plugin does not work with any of the tested frameworks
  --> plugin batch 1.0.0
   = framework \`tiny\`: PWL0309: framework \`tiny\` has no hook \`dimension\`
help: set the option \`framework\` of the test to a framework that the plugin supports`);
  });

  it("are planned on skeletons, with reasons where they do not fit", async () => {
    const texts: string[] = [];
    for (const name of ["strength", "memory", "release"]) {
      // Tries one plugin after the other, to keep the order of the texts.
      texts.push(`${name}\n\n${printTrials(await tryOnSkeletons(plugin(name)))}`);
    }
    checkGolden(texts.join("\n"), "skeletons.txt", import.meta.url);
  });
});

/** Returns the folder of kiln, because a framework can also be named by its folder. */
function kilnFolder(): string {
  return "../../examples/first";
}
