export { commands, type CommandSummary } from "./commands/command.ts";
export { type Flag, type Flags } from "./commands/flags.ts";
export { type Config, type ConfigFor, defineConfig } from "@passwright/loader";
export { main } from "./main.ts";
export { main as mainOpt } from "./opt/main.ts";
export { type ExitCode, type Program, type Terminal } from "./terminal/terminal.ts";
