import { definePass, definePlugin, PassType } from "@passwright/sdk";

const count = definePass({
  name: "count-neighbours",
  anchor: "unit",
  runOnOperation(unit) {
    unit.note = `#${unit.parent?.inner.length ?? 0}`;
  },
});

const good = definePass({
  name: "count-inner",
  anchor: "unit",
  runOnOperation(unit) {
    unit.note = `#${unit.inner.length}`;
  },
});

export default definePlugin({
  passes: [count, good],
  setup(builder) {
    builder.addBeforeType(PassType.Lowering, count);
    builder.addBeforeType(PassType.Lowering, good);
  },
});
