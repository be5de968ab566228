import { defineConfig } from "@passwright/cli";
import type kiln from "passwright-example-kiln";

export default defineConfig<typeof kiln>({
  framework: "passwright-example-kiln",
  plugins: ["passwright-plugin-strength"],
  insert: [{ pass: "strength-reduce", at: "checks.end", reason: "checks contain divisions" }],
});
