import { defineConversion, definePass, definePlugin } from "@passwright/sdk";
import { ir, other } from "../framework/index.js";

const trim = definePass({
  name: "trim",
  anchor: "file",
  runOnOperation(op, pass) {
    pass.replaceRoot({ ...ir.clone(op), note: "trimmed" });
  },
});

let count = 0;

const convert = defineConversion({
  name: "convert",
  from: ir,
  to: other,
  convert: (op) => ({ ...ir.clone(op), note: `#${++count}` }),
});

export default definePlugin({
  passes: [trim, convert],
  setup(builder) {
    builder.addPass(trim);
    builder.addPass(convert);
  },
});
