/**
 * Version of the plugin API, for which manifests give a range under `api`. Independent of package versions. Changes if
 * plugins may be affected.
 */
export const API_VERSION: string = "1.0.0";
