/**
 * The version of the plugin API, which manifests require under `api`. Independent of package versions; changes when
 * plugins could be affected.
 */
export const API_VERSION: string = "1.0.0";
