/* The plugin of the SVG example, which is JavaScript. */
declare module "passwright-plugin-svg-a11y";
