import {
  anyOf,
  bool,
  code,
  float,
  int,
  list,
  oneOf,
  optional,
  optionTable,
  PassType,
  record,
  string,
} from "@passwright/sdk";
import type { OptionSpec, OptionSpecs, PassDeclaration, PassDefinition } from "@passwright/sdk";
import { builtinPlugins } from "svgo/browser";
import type { XastNode } from "svgo";
import { fromSvgo } from "./from-svgo.ts";
import type { SvgoPlugin } from "./from-svgo.ts";

type Option = OptionSpecs[string];

// The following options do not have defaults, so that SVGO's defaults apply.
const word = string("", "a name");
const flag = bool(false, "");
const either = (doc: string, ...kinds: readonly OptionSpec<unknown>[]): Option => optional(anyOf(kinds, doc));
const names = (doc: string): Option => optional(list(word, doc));
const nameOrNames = (doc: string): Option => either(doc, word, list(word, ""));
const text = (doc: string): Option => optional(string("", doc));
// JavaScript can format numbers with at most 100 digits after the decimal point.
const digits = (doc: string): Option => either(doc, int(3, doc, { min: 0, max: 100 }), flag);
const wordOrCode = anyOf([word, code("")], "");

function flags(docs: { readonly [name: string]: string }): OptionSpecs {
  return Object.fromEntries(Object.entries(docs).map(([name, doc]) => [name, optional(bool(false, doc))]));
}

/**
 * Option for the number of digits after the decimal point. In SVGO, `floatPrecision` sets this number for every plugin.
 */
export const floatPrecision = digits("digits after the point");
const numbers = {
  floatPrecision,
  ...flags({
    leadingZero: "remove the zero before the point",
    defaultPx: "remove the unit `px`",
    convertToPx: "convert absolute units to `px`",
  }),
};

const bySelector = { selector: text("a CSS selector"), attributes: nameOrNames("attributes to remove") };

interface BuiltIn extends Pick<PassDeclaration, "types" | "requires" | "provides" | "invalidates" | "worksOn"> {
  readonly options?: OptionSpecs;
}

const { Cleanup, EarlyOptimization, LateOptimization, Normalization } = PassType;

/** Names of elements that are not drawn unless another element refers to them. */
const DEFINITIONS = [
  "clipPath",
  "filter",
  "linearGradient",
  "marker",
  "mask",
  "pattern",
  "radialGradient",
  "solidColor",
  "symbol",
] as const;

/**
 * Declarations for SVGO's plugins: pass types, properties, options, and the elements that a plugin works on. The names,
 * descriptions and code come from SVGO.
 */
const table: { readonly [plugin: string]: BuiltIn } = {
  addAttributesToSVGElement: {
    types: [LateOptimization],
    options: {
      attribute: either("an attribute without a value, or attributes with values", word, record("")),
      attributes: optional(list(anyOf([word, record("")], ""), "attributes without values, and maps with values")),
    },
  },
  addClassesToSVGElement: {
    types: [LateOptimization],
    options: {
      className: either("a class, or a function that returns it", word, code("")),
      classNames: optional(list(wordOrCode, "classes, or functions that return them")),
    },
  },
  cleanupAttrs: {
    types: [Normalization],
    options: flags({ newlines: "replace line breaks by spaces", trim: "trim values", spaces: "join repeated spaces" }),
  },
  cleanupEnableBackground: { types: [Cleanup] },
  cleanupIds: {
    types: [Normalization],
    provides: ["short-ids"],
    options: {
      ...flags({
        remove: "remove unused ids",
        minify: "shorten used ids",
        force: "run on images with scripts or styles",
      }),
      preserve: nameOrNames("ids to keep"),
      preservePrefixes: nameOrNames("prefixes of ids to keep"),
    },
  },
  cleanupListOfValues: { types: [Normalization], options: numbers },
  cleanupNumericValues: { types: [Normalization], options: numbers },
  collapseGroups: { types: [EarlyOptimization], worksOn: ["g"] },
  convertColors: {
    types: [Normalization],
    options: {
      ...flags({
        names2hex: "convert names to `#rrggbb`",
        rgb2hex: "convert `rgb()` to `#rrggbb`",
        shorthex: "convert `#rrggbb` to `#rgb`",
        shortname: "convert `#rrggbb` to a shorter name",
      }),
      currentColor: either(
        "colors to replace by `currentColor`: all, one, or those that match a regular expression",
        flag,
        wordOrCode,
      ),
      convertCase: either("case of colors, or false to keep it", oneOf(["lower", "upper"], "lower", ""), flag),
    },
  },
  convertEllipseToCircle: { types: [EarlyOptimization], worksOn: ["ellipse"] },
  // Also removes the namespace of XLink from images without gradients.
  convertOneStopGradients: { types: [EarlyOptimization] },
  convertPathData: {
    // No `worksOn`, because the plugin applies the transforms of all elements with the attribute `d`.
    types: [LateOptimization],
    options: {
      floatPrecision,
      transformPrecision: digits("significant digits of transforms"),
      makeArcs: either(
        "curves that become arcs, or false for none",
        optionTable(
          {
            threshold: optional(float(2.5, "greatest deviation, in units of the last digit")),
            tolerance: optional(float(0.5, "greatest deviation of the radius, in percent")),
          },
          "",
        ),
        flag,
      ),
      ...flags({
        applyTransforms: "apply transforms to the data",
        applyTransformsStroked: "also apply transforms to stroked paths",
        straightCurves: "convert straight curves to lines",
        convertToQ: "convert cubic to quadratic curves",
        lineShorthands: "use `h` and `v`",
        convertToZ: "use `z` for closing lines",
        curveSmoothShorthands: "use `s` and `t`",
        smartArcRounding: "round radii of arcs further where that is not visible",
        removeUseless: "remove segments without effect",
        collapseRepeated: "join segments of one kind",
        utilizeAbsolute: "use absolute coordinates where they are shorter",
        leadingZero: "remove the zero before the point",
        negativeExtraSpace: "remove the space before a minus",
        noSpaceAfterFlags: "remove the space after flags of arcs",
        forceAbsolutePath: "use absolute coordinates only",
      }),
    },
  },
  convertShapeToPath: {
    types: [EarlyOptimization],
    worksOn: ["rect", "line", "polyline", "polygon", "circle", "ellipse"],
    options: { floatPrecision, ...flags({ convertArcs: "also convert circles and ellipses" }) },
  },
  convertStyleToAttrs: {
    types: [Normalization],
    options: flags({ keepImportant: "keep declarations with `!important`" }),
  },
  convertTransform: {
    types: [LateOptimization],
    options: {
      floatPrecision,
      degPrecision: digits("digits after the point of angles"),
      transformPrecision: digits("significant digits of matrices"),
      ...flags({
        convertToShorts: "use shorter forms",
        matrixToTransform: "convert a matrix to simple transforms",
        shortTranslate: "use `translate` with one number",
        shortScale: "use `scale` with one number",
        shortRotate: "use `rotate` with a center",
        removeUseless: "remove transforms without effect",
        collapseIntoOne: "multiply several transforms",
        leadingZero: "remove the zero before the point",
        negativeExtraSpace: "remove the space before a minus",
      }),
    },
  },
  inlineStyles: {
    types: [Normalization],
    worksOn: ["style"],
    options: {
      ...flags({
        onlyMatchedOnce: "only rules that match one element",
        removeMatchedSelectors: "remove inlined rules",
      }),
      useMqs: names("media queries whose rules are inlined"),
      usePseudos: names("pseudo-classes whose rules are inlined"),
    },
  },
  mergePaths: {
    types: [LateOptimization],
    worksOn: ["path"],
    options: {
      floatPrecision,
      ...flags({ force: "merge paths that may overlap", noSpaceAfterFlags: "remove the space after flags of arcs" }),
    },
  },
  mergeStyles: { types: [Normalization], worksOn: ["style"] },
  minifyStyles: {
    types: [LateOptimization],
    options: {
      ...flags({
        restructure: "let csso restructure rules",
        forceMediaMerge: "let csso merge media queries across rules",
      }),
      comments: either(
        "comments to keep, or false for none",
        oneOf(["exclamation", "first-exclamation"], "exclamation", ""),
        flag,
      ),
      usage: either(
        "unused rules that are removed, or false for none",
        optionTable(
          flags({
            force: "remove rules from images with scripts",
            ids: "look for ids",
            classes: "look for classes",
            tags: "look for elements",
          }),
          "",
        ),
        flag,
      ),
    },
  },
  moveElemsAttrsToGroup: { types: [EarlyOptimization], worksOn: ["g"] },
  moveGroupAttrsToElems: { types: [EarlyOptimization], worksOn: ["g"] },
  prefixIds: {
    types: [Normalization],
    invalidates: ["short-ids"],
    options: {
      prefix: either("the prefix, or a function that returns it; by default the name of the file", flag, wordOrCode),
      delim: text("between prefix and id"),
      ...flags({ prefixIds: "prefix ids", prefixClassNames: "prefix classes" }),
    },
  },
  removeAttributesBySelector: {
    types: [Cleanup],
    options: {
      ...bySelector,
      selectors: optional(list(optionTable(bySelector, ""), "selectors with the attributes to remove for each")),
    },
  },
  removeAttrs: {
    types: [Cleanup],
    options: {
      attrs: nameOrNames("patterns `element:attribute:value`"),
      elemSeparator: text("in place of `:`"),
      ...flags({ preserveCurrentColor: "keep `currentColor`" }),
    },
  },
  removeComments: {
    types: [Cleanup],
    worksOn: ["#comment"],
    options: {
      preservePatterns: either("patterns of comments to keep, or false for none", flag, list(wordOrCode, "")),
    },
  },
  removeDeprecatedAttrs: {
    types: [Cleanup],
    options: flags({ removeUnsafe: "remove attributes that may still have an effect" }),
  },
  removeDesc: {
    types: [Cleanup],
    worksOn: ["desc"],
    options: flags({ removeAny: "remove all descriptions, not only those of editors" }),
  },
  removeDimensions: { types: [Cleanup] },
  removeDoctype: { types: [Cleanup], worksOn: ["#doctype"] },
  removeEditorsNSData: { types: [Cleanup], options: { additionalNamespaces: names("namespaces of other editors") } },
  removeElementsByAttr: { types: [Cleanup], options: { id: nameOrNames("ids"), class: nameOrNames("classes") } },
  removeEmptyAttrs: { types: [Cleanup] },
  removeEmptyContainers: { types: [Cleanup] },
  removeEmptyText: {
    types: [Cleanup],
    worksOn: ["text", "tspan", "tref"],
    options: flags({
      text: "remove empty `text`",
      tspan: "remove empty `tspan`",
      tref: "remove `tref` without a target",
    }),
  },
  removeHiddenElems: {
    types: [Cleanup],
    options: flags({
      isHidden: "`visibility: hidden`",
      displayNone: "`display: none`",
      opacity0: "`opacity: 0`",
      circleR0: "circles of radius 0",
      ellipseRX0: "ellipses of width 0",
      ellipseRY0: "ellipses of height 0",
      rectWidth0: "rectangles of width 0",
      rectHeight0: "rectangles of height 0",
      patternWidth0: "patterns of width 0",
      patternHeight0: "patterns of height 0",
      imageWidth0: "images of width 0",
      imageHeight0: "images of height 0",
      pathEmptyD: "paths without data",
      polylineEmptyPoints: "polylines without points",
      polygonEmptyPoints: "polygons without points",
    }),
  },
  removeMetadata: { types: [Cleanup], worksOn: ["metadata"] },
  removeNonInheritableGroupAttrs: { types: [Cleanup], worksOn: ["g"] },
  removeOffCanvasPaths: { types: [Cleanup] },
  removeRasterImages: { types: [Cleanup], worksOn: ["image"] },
  removeScripts: { types: [Cleanup] },
  removeStyleElement: { types: [Cleanup], worksOn: ["style"] },
  removeTitle: { types: [Cleanup], worksOn: ["title"] },
  removeUnknownsAndDefaults: {
    types: [Cleanup],
    options: flags({
      unknownContent: "remove unknown elements",
      unknownAttrs: "remove unknown attributes",
      defaultAttrs: "remove attributes with their default",
      defaultMarkupDeclarations: "remove defaults from the XML declaration",
      uselessOverrides: "remove attributes that repeat an inherited value",
      keepDataAttrs: "keep `data-*`",
      keepAriaAttrs: "keep `aria-*`",
      keepRoleAttr: "keep `role`",
    }),
  },
  removeUnusedNS: { types: [Cleanup] },
  removeUselessDefs: { types: [Cleanup], worksOn: ["defs", ...DEFINITIONS] },
  removeUselessStrokeAndFill: {
    types: [Cleanup],
    worksOn: ["circle", "ellipse", "line", "path", "polygon", "polyline", "rect"],
    options: flags({ stroke: "remove strokes", fill: "remove fills", removeNone: "remove elements with neither" }),
  },
  removeViewBox: { types: [Cleanup] },
  removeXMLNS: { types: [Cleanup] },
  removeXMLProcInst: { types: [Cleanup], worksOn: ["#instruction"] },
  removeXlink: {
    types: [LateOptimization],
    options: flags({ includeLegacy: "also convert elements that SVG 2 does not have" }),
  },
  // Also adds the namespace of XLink to images with definitions but without paths.
  reusePaths: { types: [LateOptimization], worksOn: ["path", "defs"] },
  sortAttrs: {
    types: [LateOptimization],
    options: {
      order: names("attributes that come first"),
      xmlnsOrder: optional(oneOf(["front", "alphabetical"], "front", "place of namespaces")),
    },
  },
  sortDefsChildren: { types: [LateOptimization], worksOn: ["defs"] },
};

/** SVGO preset: a plugin that runs other plugins. */
interface Preset extends SvgoPlugin {
  readonly isPreset?: boolean;
  readonly plugins?: readonly SvgoPlugin[];
}

const shipped = new Map((builtinPlugins as unknown as readonly Preset[]).map((plugin) => [plugin.name, plugin]));

/** Names of the plugins and presets that SVGO contains. */
export const shippedNames: readonly string[] = [...shipped.keys()];

/** Returns SVGO's plugin or preset with the given name, which can be a former name. */
export function findShipped(name: string): Preset | undefined {
  return shipped.get(name === "removeScriptElement" ? "removeScripts" : name);
}

/** Plugins that can create elements or text nodes. All other plugins only change or remove elements and text nodes. */
const CREATING: ReadonlySet<string> = new Set([
  "convertEllipseToCircle",
  "convertOneStopGradients",
  "convertShapeToPath",
  "inlineStyles",
  "mergeStyles",
  "minifyStyles",
  "prefixIds",
  "removeXlink",
  "reusePaths",
]);

/**
 * Makes the pass for a plugin that SVGO contains. `params` contains the parameters that cannot be options of the pass.
 */
export function passOf(
  plugin: SvgoPlugin,
  settings: { readonly name?: string; readonly params?: object } = {},
): PassDefinition<XastNode> {
  const { worksOn, ...declared } = table[plugin.name] ?? {};
  return fromSvgo(plugin, {
    ...declared,
    ...(worksOn !== undefined && { worksOn, idle: "ignore" as const }),
    ...(!CREATING.has(plugin.name) && { preserves: ["absent-operations"] }),
    ...settings,
  }) as PassDefinition<XastNode>;
}

/** Passes of all plugins that SVGO contains, by the names of the plugins. */
export const builtIns: ReadonlyMap<string, PassDefinition<XastNode>> = new Map(
  [...shipped.values()].filter(({ isPreset }) => isPreset !== true).map((plugin) => [plugin.name, passOf(plugin)]),
);
