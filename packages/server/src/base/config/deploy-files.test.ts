import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string): string =>
  readFileSync(path.resolve(import.meta.dirname, '../../../../../deploy', name), 'utf8');

test.each(['retoma-web.service', 'retoma-worker@.service', 'retoma-migrate.service'])(
  '[CHK25] %s drops the privileges that the service does not need',
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

test('[CHK25] the owner’s password is only for migrations', () => {
  const compose = read('compose.yaml');
  const services = compose.split(/^  (?=\w+:$)/m).filter((part) => part.includes('DATABASE_OWNER_URL'));
  expect(services.map((part) => part.split(':')[0])).toEqual(['migrate']);
  const owners = ['retoma-web.service', 'retoma-worker@.service', 'retoma-migrate.service'].filter((name) =>
    read(name).includes('retoma-owner.env'),
  );
  expect(owners).toEqual(['retoma-migrate.service']);
});

test('[CHK25] containers are read-only, without capabilities, and neither role of the database is a superuser', () => {
  const compose = read('compose.yaml');
  expect(compose.match(/cap_drop: \[ALL\]/g)).toHaveLength(2);
  expect(compose.match(/no-new-privileges:true/g)).toHaveLength(2);
  expect(compose.match(/<<: \*hardened/g)).toHaveLength(3);
  expect(compose).not.toContain('POSTGRES_USER');
  expect(compose).toContain('image: ${POSTGRES_IMAGE:-');
  for (const role of ['retoma', 'retoma_owner'])
    expect(read('create-role.sh')).toMatch(
      new RegExp(`create role ${role} login nosuperuser nocreatedb nocreaterole .*nobypassrls`),
    );
  expect(
    read('Dockerfile')
      .match(/^FROM (.*?)( AS .*)?$/gm)!
      .every((line) => line.includes('${NODE_IMAGE}') || line === 'FROM scratch'),
  ).toBe(true);
});

test('[CHK9] the service of compose.yaml counts shoppers behind a proxy of its machine, and only that machine reaches it', () => {
  const services = read('compose.yaml').split(/^  (?=\w+:$)/m);
  const web = services.find((part) => part.includes('--no-workers'))!;
  const [, proxies = ''] = /TRUSTED_PROXIES: \$\{TRUSTED_PROXIES:-([^}]+)\}/.exec(web) ?? [];
  expect(proxies.split(',')).toEqual(['172.16.0.0/12', '192.168.0.0/16']);
  const ports = [...web.matchAll(/^ {6}- (.+:\d+)$/gm)].map(([, port]) => port);
  expect(ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
});
