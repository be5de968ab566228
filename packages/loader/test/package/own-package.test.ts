import { expect } from "chai";
import { loadSession } from "@passwright/loader";
import { makeProject } from "../project.ts";

describe("a plugin that is named from within its own package", () => {
  it("is told of a package.json that cannot be read, in place of that it is not there", async () => {
    const project = makeProject(
      {
        "package.json": '{\n  "name": "doubling"\n  "type": "module"\n}\n',
        "passwright.config.yaml": "framework: kettle\nplugins: [doubling]\n",
      },
      ["kettle"],
    );
    const { diagnostics } = await loadSession({ cwd: project.folder, config: project.folder });
    expect(project.show(diagnostics)).to.match(
      /^error\[PWL0103\]: its package.json cannot be read: [^\n]*\n {2}--> plugin doubling, package.json:3:3/,
    );
  });

  it("is found", async () => {
    const project = makeProject(
      {
        "package.json":
          '{ "name": "doubling", "type": "module", "exports": "./index.js", "passwright": { "kind": "plugin", "api": "^1.0.0" } }',
        "index.js": 'import { definePlugin } from "@passwright/sdk";\nexport default definePlugin({ passes: [] });\n',
        "passwright.config.yaml": "framework: kettle\nplugins: [doubling]\n",
      },
      ["kettle"],
    );
    const { diagnostics } = await loadSession({ cwd: project.folder, config: project.folder });
    expect(project.show(diagnostics)).to.equal("");
  });
});
