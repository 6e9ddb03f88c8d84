import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PanelEndpoint } from '../../../http/endpoint.ts';
import { panelContract } from '../../../panel-contract.ts';

/** An entry of the list: `GET …/runs/export†`. */
function entryOf({ method, path, recent }: PanelEndpoint): string {
  const short = path.replace('/panel/api', '').replace(/^\/stores\/:storeId(?=\/)/, '…');
  return `\`${method} ${short}\`${recent ? '†' : ''}`;
}

const groupOf = ({ access }: PanelEndpoint): string =>
  access === 'anybody' ? 'anyone' : access === 'signed-in' ? 'signed in' : `\`${access}\``;

test('spec/panel.md lists every endpoint below its permission, in the order of the contract', () => {
  const spec = readFileSync(new URL('../../../../../../spec/panel.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## Endpoints$([^]*?)^## /m.exec(spec) ?? [];
  const listed = [...section.matchAll(/^- ([^:\n]+):((?:\s+`[A-Z]+ [/…][^`]+`†?,?)+)$/gm)].map(([, group, entries]) => [
    group,
    [...entries!.matchAll(/`[^`]+`†?/g)].map(([entry]) => entry),
  ]);
  const endpoints: PanelEndpoint[] = Object.values(panelContract);
  const real = Object.groupBy(endpoints, groupOf);
  expect(listed).toEqual(Object.entries(real).map(([group, of]) => [group, of!.map(entryOf)]));
});
