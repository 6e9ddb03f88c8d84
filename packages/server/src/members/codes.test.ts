import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { activities } from '../http/audit-actions.ts';
import { peopleCodes } from './codes.ts';
import { permissions, roles } from '../http/roles.ts';

const spec = readFileSync(new URL('../../../../spec/panel.md', import.meta.url), 'utf8');
const rows = (heading: string): string[][] => {
  const [, section = ''] = spec.split(`\n## ${heading}\n`);
  const lines = section
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
};

test('spec/panel.md lists every code with its status', () => {
  const real = Object.entries(peopleCodes).map(([code, { status }]) => [String(status), code]);
  expect(rows('Codes').map((row) => row.slice(0, 2))).toEqual(real);
});

test('[AUT5] spec/panel.md lists what each role may do', () => {
  const real = Object.entries(permissions).map(([permission, allowed]) => [
    permission,
    ...roles.map((role) => ((allowed as readonly string[]).includes(role) ? 'yes' : '')),
  ]);
  expect(rows('Roles').map(([permission, , ...cells]) => [permission, ...cells])).toEqual(real);
});

test('[AUT6] spec/panel.md lists every audited activity', () => {
  for (const activity of activities) expect(spec).toContain(`\`${activity}\``);
});
