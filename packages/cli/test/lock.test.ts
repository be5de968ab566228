import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { checkGolden } from "@passwright/development";
import { makeWorkplace } from "./workplace.ts";
import type { Workplace } from "./workplace.ts";

const packages = ["kettle", "plugin-mint", "plugin-lemon", "plugin-data"];
const config = (plugins: readonly string[]): string => `framework: kettle\nplugins: [${plugins.join(", ")}]\n`;

function makeShop(): Workplace & { write(name: string, text: string): void; read(name: string): string } {
  const workplace = makeWorkplace({ "shop/passwright.config.yaml": config(["plugin-mint", "plugin-data"]) }, packages);
  return {
    ...workplace,
    write: (name, text) => writeFileSync(join(workplace.folder, name), text),
    read: (name) => readFileSync(join(workplace.folder, name), "utf8"),
  };
}

describe("passwright lock", () => {
  it("accepts a lock with line ends of Windows, which git may write", async () => {
    const { passwright, read, write } = makeShop();
    await passwright("lock", "shop");
    const changed = read("shop/passwright.lock.json").replaceAll("\n", "\r\n");
    write("shop/passwright.lock.json", changed);
    expect(await passwright("lock", "shop", "--check")).to.match(/exit 0/);
    expect(await passwright("diff", "shop")).to.match(/exit 0/);
    write("shop/passwright.config.yaml", config(["plugin-mint"]));
    expect(await passwright("lock", "shop", "--check")).to.contain("PWR0203");
  });

  it("writes the plan beside the config, the same every time", async () => {
    const { passwright, read, write } = makeShop();
    expect(await passwright("lock", "shop")).to.equal(
      "--- out\nshop/passwright.lock.json: 5 steps, 2 plugins\n--- exit 0\n",
    );
    const text = read("shop/passwright.lock.json");
    checkGolden(text, "passwright.lock.json", import.meta.url);
    write("shop/passwright.config.yaml", config(["plugin-data", "plugin-mint"]));
    await passwright("lock", "-c", "shop");
    expect(read("shop/passwright.lock.json")).to.equal(text);
  });

  it("writes elsewhere, and reports it as JSON", async () => {
    const { passwright, read } = makeShop();
    expect(await passwright("lock", "shop", "-o", "plan.lock.json", "--json")).to.equal(
      '--- out\n{\n  "version": 1,\n  "file": "plan.lock.json",\n  "diagnostics": []\n}\n--- exit 0\n',
    );
    expect(JSON.parse(read("plan.lock.json"))).to.have.property("pipeline", "menu(tea(boil,mint,pour,sugar),tidy)");
    expect(await passwright("lock", "shop", "-o", "no/plan.lock.json")).to.match(/error\[PWR0103\][^]*--- exit 1\n$/);
  });

  it("writes nothing for a config that does not resolve, or an operand that is nothing", async () => {
    const { passwright, write, read } = makeShop();
    write("shop/passwright.config.yaml", config(["throws-in-setup"]));
    expect(await passwright("lock", "shop")).to.match(/error\[PWL0101\][^]*--- exit 1\n$/);
    expect(() => read("shop/passwright.lock.json")).to.throw();
    expect(await passwright("lock", "missing-folder", "--json")).to.match(/"PWR0007"[^]*--- exit 2\n$/);
  });
});

describe("passwright lock --check", () => {
  it("compares, and writes nothing", async () => {
    const { passwright, write, read } = makeShop();
    await passwright("lock", "shop");
    const text = read("shop/passwright.lock.json");
    expect(await passwright("lock", "shop", "--check")).to.equal(
      "--- out\nshop/passwright.lock.json: the plan equals the lock\n--- exit 0\n",
    );
    expect(await passwright("lock", "shop", "--check", "--json")).to.equal(
      '--- out\n{\n  "version": 1,\n  "file": "shop/passwright.lock.json",\n  "differences": [],\n  "diagnostics": []\n}\n--- exit 0\n',
    );
    write("shop/passwright.config.yaml", config(["plugin-mint", "plugin-lemon"]));
    checkGolden(await passwright("lock", "shop", "--check"), "lock-differs.txt", import.meta.url);
    checkGolden(await passwright("lock", "shop", "--check", "--json"), "lock-differs.json", import.meta.url);
    expect(read("shop/passwright.lock.json")).to.equal(text);
  });

  it("accepts a changed request position, and reports it", async () => {
    const { passwright, write, read } = makeShop();
    await passwright("lock", "shop");
    const text = read("shop/passwright.lock.json");
    write("shop/passwright.lock.json", text.replace('"line": 18', '"line": 17'));
    expect(await passwright("lock", "shop", "--check")).to.equal(`--- out
shop/passwright.lock.json: the plan equals the lock, except for origins and reasons:
  \`plugin-mint::mint\` is requested by plugin plugin-mint, index.js:18, was requested by plugin plugin-mint, index.js:17
--- exit 0
`);
    write("shop/passwright.lock.json", text.replaceAll('"because": "', '"because": "once '));
    expect(await passwright("lock", "shop", "--check")).to.match(
      /: same position, but the reason changed from “once [^]*” to “[^]*--- exit 0\n$/,
    );
  });

  it("accepts overrides and types in other lines, and reports other overrides", async () => {
    const overrides =
      "overrides:\n  - { ban: mint }\n  - { set: tea, options: {} }\nretype: [{ pass: tea, types: [Cleanup] }]\n";
    const text = `${config(["plugin-mint"])}${overrides.replaceAll("tea", "pour")}`;
    const { passwright, folder } = makeWorkplace({ "passwright.config.yaml": text }, packages);
    await passwright("lock");
    writeFileSync(join(folder, "passwright.config.yaml"), `# Above\n${text}`);
    const origin = (line: number): string => `config passwright.config.yaml:${line}`;
    const moved = (prefix: string, more: number): string[] => [
      `  ${prefix}: \`plugin-mint::mint\` is left out: banned by ${origin(4 + more)}`,
      `  ${prefix}: override of options of pour: : set by ${origin(5 + more)}`,
      `  ${prefix}: \`pour\` is Cleanup: ${origin(6 + more)}`,
    ];
    expect((await passwright("lock", "--check")).split("\n")).to.deep.equal([
      "--- out",
      "passwright.lock.json: the plan equals the lock, except for origins and reasons:",
      ...moved("no longer", 0),
      ...moved("now", 1),
      "--- exit 0",
      "",
    ]);
    writeFileSync(
      join(folder, "passwright.config.yaml"),
      text.replace("overrides:\n", "overrides:\n  - { pin: pour }\n"),
    );
    expect(await passwright("lock", "--check")).to.match(
      /PWR0203[^]*now: override of pour: pinned by config passwright\.config\.yaml:4\n[^]*--- exit 1\n$/,
    );
  });

  it("compares options of plugins, which no plan shows, and the choice", async () => {
    const options = `import { definePlugin, int } from "@passwright/sdk";
export default definePlugin({ passes: [], options: { size: int(1, "how many") }, setup() {} });
`;
    const text = (size: number): string => `framework: press\nplugins: [[./batch.js, { size: ${size} }]]\n`;
    const files = { "passwright.config.yaml": text(8), "batch.js": options };
    const { passwright, folder } = makeWorkplace(files, ["press"]);
    await passwright("lock");
    expect(await passwright("lock", "--check")).to.contain("the plan equals the lock\n");
    writeFileSync(join(folder, "passwright.config.yaml"), text(16));
    expect(await passwright("lock", "--check")).to.match(
      /= plugin \.\/batch\.js: options {"size":8} are now {"size":16}\n[^]*--- exit 1\n$/,
    );
    expect(await passwright("lock", "--check", "--target", "cold")).to.contain(
      "= choice target hot is now target cold\n",
    );
    const lock = join(folder, "passwright.lock.json");
    const versioned = readFileSync(lock, "utf8").replace(
      '"name": "./batch.js",',
      '"name": "./batch.js", "version": "1.0.0",',
    );
    writeFileSync(lock, versioned);
    expect(await passwright("lock", "--check")).to.contain("= plugin ./batch.js: 1.0.0 is now no version\n");
  });

  it("is of the config that it is called after", async () => {
    const { passwright, write } = makeShop();
    write("shop/all.config.yaml", config(["plugin-mint"]));
    expect(await passwright("lock", "shop/all.config.yaml")).to.match(/out\nshop\/all.config.lock.json: /);
    expect(await passwright("diff", "shop/all.config.lock.json")).to.equal("--- out\nno difference\n--- exit 0\n");
    expect(await passwright("diff", "shop/all.config.yaml")).to.equal("--- out\nno difference\n--- exit 0\n");
  });

  it("reports a missing or invalid lock", async () => {
    const { passwright, write } = makeShop();
    expect(await passwright("lock", "shop", "--check")).to.match(/error\[PWR0201\][^]*--- exit 1\n$/);
    expect(await passwright("lock", "shop", "--check", "-o", "my plan.lock")).to.contain(
      "help: run `passwright lock shop -o 'my plan.lock'` to write the lock file\n",
    );
    expect(await passwright("diff", "-c", "shop/passwright.config.yaml")).to.contain(
      "help: run `passwright lock -c shop/passwright.config.yaml` to write the lock file\n",
    );
    expect(await passwright("diff", "shop/none.lock.json")).to.contain(
      "help: run `passwright lock -o shop/none.lock.json` to write the lock file\n",
    );
    const graph = '{ "framework": { "name": "kettle" }, "pipelines": [], "choices": [] }';
    const broken = [
      "{ torn",
      `{ "lockVersion": 1, "graph": ${graph}, "plugins": [] }`,
      "null",
      "[]",
      '{ "lockVersion": 2, "plan": {}, "plugins": [] }',
      '{ "lockVersion": 1, "plan": { "framework": { "name": "kettle" }, "steps": [3], "leftOut": [] }, "plugins": [] }',
      '{ "lockVersion": 1, "plan": { "steps": [], "leftOut": [] }, "plugins": [] }',
    ];
    for (const text of broken) {
      write("shop/passwright.lock.json", text);
      expect(await passwright("lock", "shop", "--check"), text).to.match(/error\[PWR0201\][^]*--- exit 1\n$/);
    }
  });

  it("never fails unexpectedly with a damaged lock", async () => {
    const extra = "overrides: [{ ban: mint }, { pin: pour }]\nretype: [{ pass: pour, types: [Cleanup] }]\n";
    const { passwright, folder } = makeWorkplace(
      { "passwright.config.yaml": `${config(["plugin-mint"])}${extra}` },
      packages,
    );
    await passwright("lock");
    const file = join(folder, "passwright.lock.json");
    const text = readFileSync(file, "utf8");
    const seen = new Set<string>();
    const pathsIn = (value: unknown, path: readonly string[]): (readonly string[])[] => {
      // Damages only one item of each kind.
      const kind = path.join(".").replaceAll(/\b\d+\b/g, "#");
      if (seen.has(kind)) return [];
      seen.add(kind);
      const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
      return [path, ...inner.flatMap(([key, one]) => pathsIn(one, [...path, key]))];
    };
    for (const path of pathsIn(JSON.parse(text), []).slice(1)) {
      for (const damage of [undefined, 5]) {
        const lock = JSON.parse(text) as { [key: string]: unknown };
        const holder = path.slice(0, -1).reduce((one, key) => one[key] as { [key: string]: unknown }, lock);
        holder[path.at(-1) ?? ""] = damage;
        writeFileSync(file, JSON.stringify(lock));
        expect(await passwright("lock", "--check"), `${path.join(".")}: ${damage}`).to.match(
          /PWR0201|PWR0203|the plan equals the lock/,
        );
      }
    }
  });
});
