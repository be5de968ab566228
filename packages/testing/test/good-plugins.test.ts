import { expect } from "chai";
import { printReport, testPlugin, tryOnSkeletons } from "@passwright/testing";
import type { PluginReport } from "@passwright/testing";
import { checkGolden, itLong } from "@passwright/development";
import { printTrials } from "@passwright/testing";

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
