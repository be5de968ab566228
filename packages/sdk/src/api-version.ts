/**
 * Version of the plugin API. Manifests give a range of versions under `api`. Independent of package versions. Changes
 * if plugins may be affected.
 */
export const API_VERSION: string = "1.0.0";
