import { assemble } from "@passwright/sdk";
import { citrus, samovar, sugar } from "../tea.ts";

/* Program that a test starts in an environment that forbids `new Function`. */

const plugin = process.argv[2] === "citrus" ? citrus : sugar;
const assembly = assemble(samovar, { plugins: [plugin] as never });
if (assembly.plan === undefined) console.log(assembly.diagnostics.map((one) => assembly.render(one)).join("\n"));
else {
  const parsed = assembly.parse("tea\n", { file: "menu.txt" });
  const ran = parsed.ok ? assembly.run(parsed.root) : undefined;
  console.log(`${assembly.text()}\n${ran === undefined ? "" : assembly.print(ran.root)}`);
}
