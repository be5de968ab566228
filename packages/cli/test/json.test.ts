import { expect } from "chai";
import { makeWorkplace } from "./workplace.ts";
import type { Workplace } from "./workplace.ts";

const packages = ["kettle", "plugin-mint", "plugin-lemon", "plugin-data"];
const { passwright } = makeWorkplace(
  { "passwright.config.yaml": "framework: kettle\nplugins: [plugin-mint, plugin-lemon, plugin-data]\n" },
  packages,
);

/** Keys on which scripts can rely. The output can contain further keys. */
interface Promised {
  readonly steps: readonly {
    readonly pass: string;
    readonly address: string;
    readonly types: readonly string[];
    readonly origin: { readonly kind: string; readonly name: string; readonly file?: string; readonly line?: number };
    readonly because: string;
  }[];
  readonly diagnostics: readonly { readonly code: string; readonly severity: string; readonly message: string }[];
}

async function jsonOf(...argv: readonly string[]): Promise<Promised> {
  const shown = await passwright(...argv, "--json");
  return JSON.parse(shown.replace(/^--- out\n/, "").replace(/--- exit \d\n$/, "")) as Promised;
}

describe("passwright --json", () => {
  for (const argv of [
    ["plan"],
    ["plan", "--no-dedup"],
    ["explain"],
    ["explain", "--without", "plugin-data"],
    ["explain", "mint"],
  ]) {
    it(`of ${argv.join(" ")} has steps and diagnostics as promised`, async () => {
      const { steps, diagnostics } = await jsonOf(...argv);
      expect(steps).to.not.have.length(0);
      for (const { pass, address, types, origin, because } of steps) {
        expect([pass, address, because, origin.name, origin.file].map((each) => typeof each)).to.deep.equal(
          Array.from({ length: 5 }, () => "string"),
        );
        expect(types.length).to.be.greaterThan(0);
        expect(origin.kind).to.be.oneOf(["framework", "plugin", "config", "inserted"]);
        expect(origin.line).to.be.greaterThan(0);
      }
      expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).to.deep.equal(["remark PWB0101"]);
    });
  }

  it("of wrong use is JSON, too", async () => {
    expect((await jsonOf("plan", "nowhere")).diagnostics.map(({ code }) => code)).to.deep.equal(["PWR0007"]);
  });

  for (const [line, codes] of [
    ["plan --json --nope", ["PWR0003"]],
    ["run tea.txt --nope --json --jobs=x", ["PWR0003", "PWR0026"]],
    ["check --json --target", ["PWR0006"]],
  ] as const)
    it(`of wrong flags is JSON: ${line}`, async () => {
      const shown = await passwright(...line.split(" "));
      const [, text = "", code] = /^--- out\n([^]*)--- exit (\d)\n$/.exec(shown) ?? [];
      const { version, diagnostics } = JSON.parse(text) as Promised & { readonly version: number };
      expect([version, code, ...diagnostics.map((one) => one.code)]).to.deep.equal([1, "2", ...codes]);
    });

  it("of wrong flags is an event with `--json-lines`", async () => {
    const shown = await passwright("run", "tea.txt", "--json-lines", "--nope");
    expect(shown).to.match(/^--- out\n.*\n--- exit 2\n$/);
    const { event, exitCode, diagnostics } = JSON.parse(shown.split("\n")[1] as string) as Promised & {
      readonly event: string;
      readonly exitCode: number;
    };
    expect([event, exitCode, ...diagnostics.map(({ code }) => code)]).to.deep.equal(["end", 2, "PWR0003"]);
  });

  it("is text if the flags contradict each other", async () => {
    expect(await passwright("run", "--json", "--json-lines")).to.match(/^--- err\n/);
    expect(await passwright("plan", "--json", "--format", "mlir")).to.match(/^--- err\n/);
  });

  it("of a failed plan does not have steps, and contains the reason", async () => {
    const { steps, diagnostics } = await jsonOf("plan", "--target", "cold");
    expect(steps).to.deep.equal([]);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(["PWL0403"]);
  });

  it("does not contain very long source lines", async () => {
    const config = (filler: number): Workplace =>
      makeWorkplace(
        { "passwright.config.yaml": `{ framework: kettle, plugns: [] } # ${"x".repeat(filler)}\n` },
        packages,
      );
    const short = await config(10).passwright("plan", "--json");
    expect(short).to.contain('"lineText"');
    const long = await config(100_000).passwright("plan", "--json");
    expect(long).to.contain('"column": 22').and.to.not.contain("lineText");
    const text = await config(100_000).passwright("plan");
    expect(text).to.contain("   | { framework: kettle, plugns: [] } # xxx").and.to.have.length.below(1000);
  });
});
