import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { main } from "@passwright/cli";
import { runProgram } from "@passwright/development";
import { makeProject } from "./project.ts";

describe("patterns of inputs in the config of a package", () => {
  async function run(pattern: string): Promise<string> {
    const folder = makeProject(
      {
        "passwright.config.yaml": "framework: kettle\nextends: acme\n",
        "secret/tea.txt": "tea\n",
        "secret.txt": "tea\n",
        "node_modules/acme/package.json": '{ "name": "acme" }',
        "node_modules/acme/passwright.config.yaml": `inputs: ['${pattern}']\n`,
        "node_modules/acme/in/tea.txt": "tea\n",
        "node_modules/acme/tea.txt": "tea\n",
      },
      ["kettle"],
    );
    symlinkSync(join(folder, "secret"), join(folder, "node_modules/acme/linked"));
    const { err, code } = await runProgram(main, ["run"], { cwd: folder });
    return `${err}exit ${code}`;
  }

  it("find files in the package, with braces and parent folders, too", async () => {
    for (const pattern of ["in/*.txt", "{in,.}/*.txt", "in/../*.txt", "{..,.}/../*.txt", "{in/..,.}/*.txt"])
      expect(await run(pattern), pattern).not.to.contain("PWL0022");
    expect(await run("in/*.txt")).to.contain("exit 0");
  });

  it("are reported with their position if no file matches", async () => {
    expect(await run("none/*.txt")).to.equal(`error[PWR0013]: no file matches \`none/*.txt\`
  --> node_modules/acme/passwright.config.yaml:1:10
   | inputs: ['none/*.txt']
   |          ^
help: correct the pattern, which is relative to the folder of the config
exit 2`);
  });

  it("are reported with their position if they are missing files or folders", async () => {
    const place = (name: string): string => `
  --> node_modules/acme/passwright.config.yaml:1:10
   | inputs: ['${name}']
   |          ^
`;
    expect(await run("none.txt")).to.equal(
      `error[PWR0101]: \`node_modules/acme/none.txt\` cannot be read: No such file or directory${place("none.txt")}help: check the path and the permissions of the file
exit 1`,
    );
    expect(await run("in")).to.equal(
      `error[PWR0101]: input \`node_modules/acme/in\` is a folder${place("in")}help: pass the files in the folder: \`'node_modules/acme/in/**/*'\`
exit 1`,
    );
  });

  it("find no files outside of the package", async () => {
    const ways = [
      "../*.txt",
      "{..,.}/../../*.txt",
      "*/../../../secret*",
      "\\.\\./\\.\\./*.txt",
      "*/tea.txt",
      "linked/*",
    ];
    for (const pattern of ways)
      expect(await run(pattern), pattern)
        .to.match(
          /^error\[PWL0022\]: `.*` is outside package `acme`\n {2}--> node_modules\/acme\/passwright.config.yaml:1:/,
        )
        .and.to.contain(`\`${pattern}\` is outside`)
        .and.to.match(/exit 1$/);
  });
});
