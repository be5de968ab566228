/**
 * The version of the plugin API: what manifests ask for under `api`, and what decides whether a plugin loads. It is its
 * own number, apart from the versions of the packages, and changes when a plugin could tell the difference.
 */
export const API_VERSION: string = "1.0.0";
