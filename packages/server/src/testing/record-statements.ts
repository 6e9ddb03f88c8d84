// Records the statements that the product sends during a test run, for the check at its end (check-statements.ts).
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { getCallSites } from 'node:util';
import pg from 'pg';
import { inject } from 'vitest';

/** A statement, and the file of the product that sent it. */
export type RecordedStatement = { readonly text: string; readonly file: string };

const root = path.resolve(import.meta.dirname, '../../../..');

/** Files that only pass a statement on. */
const carriers = /\/base\/postgres\/(?:query|pool|transaction|with-client|servers|driver\/client)\.ts$/;

/** Whose statement it is: the nearest file of the repository on the stack. */
const callingFile = (): string | undefined =>
  getCallSites(20)
    .map(({ scriptName }) => scriptName.replace(/^file:\/\//, ''))
    .find((file) => isOfRepository(file) && file !== import.meta.filename && !carriers.test(file));

const isOfRepository = (file: string): boolean => file.startsWith(`${root}/`) && !file.includes('/node_modules/');

const isOfProduct = (file: string): boolean =>
  /\/packages\/(?:cli|server)\/src\//.test(file) && !/\.test\.ts$|\/testing\//.test(file);

/** The stacks of a text that are looked at: the text of a test is repeated often. */
const mostLooks = 20;

function record(folder: string): void {
  const looks = new Map<string, number>();
  const note = (statement: unknown): void => {
    const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | undefined)?.text;
    if (typeof text !== 'string') return;
    const looked = looks.get(text) ?? 0;
    if (looked >= mostLooks) return;
    const file = callingFile();
    const isFound = file !== undefined && isOfProduct(file);
    looks.set(text, isFound ? mostLooks : looked + 1);
    if (!isFound) return;
    const recorded: RecordedStatement = { text, file: path.relative(root, file) };
    appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${JSON.stringify(recorded)}\n`);
  };
  for (const { prototype } of [pg.Client, pg.Pool]) {
    const query = prototype.query as (...args: unknown[]) => unknown;
    prototype.query = function (this: unknown, ...args: unknown[]) {
      note(args[0]);
      return query.apply(this, args);
    } as typeof prototype.query;
  }
}

// Files of one process share its modules, and this file is run for each.
const recording = Symbol.for('retoma.recorded-statements');
const shared = globalThis as unknown as Record<symbol, boolean>;
if (!shared[recording]) {
  shared[recording] = true;
  record(inject('statements'));
}
