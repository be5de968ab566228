/**
 * Version of the plugin API. A manifest declares the range of versions that it accepts in `api`. Independent of package
 * versions: changes only with changes that can affect plugins.
 */
export const API_VERSION: string = "1.0.0";
