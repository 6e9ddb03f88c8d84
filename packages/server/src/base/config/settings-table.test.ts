import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { declaredSettings } from '../../app/providers.ts';
import { settingsTable } from './settings-table.ts';

const root = path.join(import.meta.dirname, '../../../../..');

test('every setting is described, and says what may be given', () => {
  const rows = settingsTable(declaredSettings).split('\n').slice(2);
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.filter((row) => /\| *\|$/.test(row))).toEqual([]);
  expect(rows.find((row) => row.includes('`DATABASE_POOL`'))).toMatch(/`10` .*, 3 to 100 *\|$/);
  expect(rows.find((row) => row.includes('`METRICS_TOKEN`'))).toContain(', at least 16 characters; absent');
  expect(rows.find((row) => row.includes('`LOG_LEVEL`'))).toContain('`fatal` or `silent`');
});

test('the deployment files use only existing settings', () => {
  const deployed = ['deploy/compose.yaml', 'deploy/Dockerfile'].flatMap((file) => [
    ...readFileSync(path.join(root, file), 'utf8').matchAll(/\b([A-Z][A-Z_]+)(?:=|: (?:\$|\d|postgresql:))/g),
  ]);
  const others = new Set(
    'PATH VERSION REVISION SOURCE NODE_ENV NODE_COMPILE_CACHE NODE_IMAGE POSTGRES_PASSWORD POSTGRES_IMAGE RETOMA_DATABASE_PASSWORD RETOMA_OWNER_PASSWORD'.split(
      ' ',
    ),
  );
  const named = deployed.map(([, name]) => name!).filter((name) => !others.has(name));
  expect(named).toContain('RETOMA_SECRET');
  expect(named.filter((name) => !settingsTable(declaredSettings).includes(`\`${name}\``))).toEqual([]);
});
