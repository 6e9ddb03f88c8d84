import { execFile } from 'node:child_process';
import path from 'node:path';
import { runProgram, type Ran } from '../program.ts';

export type { Ran } from '../program.ts';

/** The program itself. */
export const main = path.join(import.meta.dirname, '../main.ts');

/** The environment of every process, with a cache of compiled code: without it each process would compile everything anew. */
export const minimalEnvironment = (): Record<string, string> => {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
};

/** Runs a command as the program does, with no setting but these. */
export const runCli = (args: readonly string[], settings: Record<string, string>): Promise<Ran> =>
  runProgram(args, { ...minimalEnvironment(), ...settings });

/** Runs it in a process of its own, as `scripts/go.mjs` starts it: seconds instead of milliseconds. */
export function spawnCli(
  args: readonly string[],
  settings: Record<string, string>,
  { stdin = '' }: { stdin?: string } = {},
): Promise<Ran> {
  const env = { ...minimalEnvironment(), ...settings };
  const options = ['--disable-warning=ExperimentalWarning', main, ...args];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, options, { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
    // One that ends without reading closes its end first.
    child.stdin?.on('error', () => {});
    child.stdin?.end(stdin);
  });
}
