import { bool, definePass, definePlugin } from "@passwright/sdk";

/** Marks the image for screen readers. The pass depends on the framework only through the name of an element. */
export const labelImages = definePass({
  name: "label-images",
  anchor: "svg",
  summary: "Give images a role and a title",
  options: { titles: bool(true, "use the `class` as title where there is none") },
  runOnOperation(image, pass) {
    image.attributes.role ??= "img";
    const has = image.children.some((child) => child.type === "element" && child.name === "title");
    const text = image.attributes.class;
    if (has || text === undefined || !pass.options.titles) return;
    const title = { type: "element", name: "title", attributes: {}, children: [] };
    title.children.push({ type: "text", value: text });
    image.children.unshift(title);
  },
});

export default definePlugin({
  name: "passwright-plugin-svg-a11y",
  passes: [labelImages],
  options: { titles: bool(true, "give images titles") },
  setup(builder, { options }) {
    const settings = { options: { titles: options.titles }, reason: "attributes that are added are sorted as well" };
    const placed = builder.addAt("paths.end", labelImages, settings);
    if (!placed.ok) builder.addPass(labelImages, settings);
  },
});
