import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { messageReasons } from '@retoma/flow';
import { expect, test } from 'vitest';

/** The reasons in a provider's results: `reason: 'X'`, `refused('X')`, `broken('X')`, `refuse('X')`. */
const pattern = /(?:\breason: |\b(?:refused|broken|refuse)\()'([A-Z_]+)'/g;

test('[RUN5] every reason of a provider is declared, with its texts', () => {
  const folder = import.meta.dirname;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/\.test\.ts$|testing\//.test(name),
  );
  const reasons = files.flatMap((name) =>
    [...readFileSync(path.join(folder, name), 'utf8').matchAll(pattern)].map(([, reason]) => reason!),
  );
  expect(reasons.length).toBeGreaterThan(20);
  expect(reasons.filter((reason) => !(reason in messageReasons))).toEqual([]);
});
