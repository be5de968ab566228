const since = "0.1";

/** Extension points of preset-default. */
export const points = {
  "document.end": { since, doc: "declarations, comments and the data of editors are removed" },
  "ids.end": { since, doc: "styles are inlined, ids are short" },
  "shapes.end": { since, doc: "shapes are paths where that is shorter" },
  "paths.end": { since, doc: "groups are collapsed, paths and transforms are short and merged" },
  "attributes.end": { since, doc: "attributes are sorted" },
} as const;

/** Maps plugins of preset-default to the extension points that directly follow these plugins. */
export const pointAfter: { readonly [plugin: string]: keyof typeof points } = {
  removeEditorsNSData: "document.end",
  cleanupIds: "ids.end",
  convertEllipseToCircle: "shapes.end",
  mergePaths: "paths.end",
  sortAttrs: "attributes.end",
};

/** Rules for the plugin orders that SVGO's documentation describes. */
export const rules = [
  { pass: "prefixIds", after: "cleanupIds", reason: "`cleanupIds` shortens ids, prefixes included" },
  { pass: "mergePaths", after: "convertShapeToPath", reason: "it merges nothing but paths" },
  { pass: "removeXlink", after: "reusePaths", reason: "SVGO recommends it at the end: plugins add `xlink:href`" },
] as const;
