import { PassType, string } from "@passwright/sdk";
import { fromSvgo } from "@passwright/svgo";

/** Example: an ordinary plugin of SVGO that replaces a color. */
export const templatePass = fromSvgo(
  {
    name: "template-pass",
    description: "replace a color by `currentColor`",
    fn: (_root, { color }: { readonly color: string }) => ({
      element: {
        enter({ attributes }) {
          if (attributes.fill === color) attributes.fill = "currentColor";
        },
      },
    }),
  },
  { types: [PassType.Normalization], options: { color: string("#1a73e8", "the color, as `#rrggbb`") } },
);
