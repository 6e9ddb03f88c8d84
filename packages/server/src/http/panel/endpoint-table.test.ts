import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { panelContract } from './contract.ts';

test('the table of endpoints in spec/panel.md has every endpoint, in the order of the contract', () => {
  const spec = readFileSync(new URL('../../../../../spec/panel.md', import.meta.url), 'utf8');
  const [, table = ''] = /^## Endpoints$([^]*?)^## /m.exec(spec) ?? [];
  const listed = [...table.matchAll(/^\| `([A-Z]+ \/[^`]+)` +\|/gm)].map(([, endpoint]) => endpoint);
  expect(listed).toEqual(Object.values(panelContract).map(({ method, path }) => `${method} ${path}`));
});
