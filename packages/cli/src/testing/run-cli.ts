import { execFile } from 'node:child_process';
import path from 'node:path';
import { runProgram, type Ran } from '../program.ts';

export type { Ran } from '../program.ts';

/** The path of the command line's main file. */
export const main = path.join(import.meta.dirname, '../main.ts');

/** The minimal environment of a process, with a cache of compiled code: without it each process compiles everything again. */
export const minimalEnvironment = (): Record<string, string> => {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
};

/** Runs a command in this process, with no other settings than these. */
export const runCli = (args: readonly string[], settings: Record<string, string>): Promise<Ran> =>
  runProgram(args, { ...minimalEnvironment(), ...settings });

/** Runs a command in a new process, as `scripts/go.mjs` does: this takes seconds instead of milliseconds. */
export function spawnCli(
  args: readonly string[],
  settings: Record<string, string>,
  { stdin = '' }: { stdin?: string } = {},
): Promise<Ran> {
  const env = { ...minimalEnvironment(), ...settings };
  const options = [main, ...args];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, options, { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
    // A process that ends without reading stdin closes the pipe; the write error is ignored.
    child.stdin?.on('error', () => {});
    child.stdin?.end(stdin);
  });
}
