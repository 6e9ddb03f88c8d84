import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string): string =>
  readFileSync(path.resolve(import.meta.dirname, '../../../../deploy', name), 'utf8');

test.each(['retoma-web.service', 'retoma-worker@.service'])(
  '[A25] %s gives up what the service does not need',
  (name) => {
    const unit = read(name);
    for (const line of [
      'CapabilityBoundingSet=',
      'NoNewPrivileges=true',
      'ProtectSystem=strict',
      'PrivateDevices=true',
    ]) {
      expect(unit.split('\n')).toContain(line);
    }
    expect(unit).toContain('SystemCallFilter=@system-service');
  },
);

test('[A25] containers are read-only, without capabilities, and the database role is no superuser', () => {
  const compose = read('compose.yaml');
  expect(compose.match(/cap_drop: \[ALL\]/g)).toHaveLength(2);
  expect(compose.match(/no-new-privileges:true/g)).toHaveLength(2);
  expect(compose.match(/<<: \*hardened/g)).toHaveLength(2);
  expect(compose).not.toContain('POSTGRES_USER');
  expect(compose).toContain('image: ${POSTGRES_IMAGE:-');
  expect(read('create-role.sh')).toMatch(/create role retoma login nosuperuser nocreatedb nocreaterole .*nobypassrls/);
  expect(
    read('Dockerfile')
      .match(/^FROM (.*?)( AS .*)?$/gm)!
      .every((line) => line.includes('${NODE_IMAGE}')),
  ).toBe(true);
});
