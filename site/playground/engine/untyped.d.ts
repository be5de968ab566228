/* Plugin of the SVG example. The plugin is written in JavaScript. */
declare module "passwright-plugin-svg-a11y";
