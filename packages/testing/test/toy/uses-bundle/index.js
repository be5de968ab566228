import { definePlugin } from "@passwright/sdk";

export default definePlugin({ insert: [{ bundle: "marks", beforeType: "Lowering" }] });
