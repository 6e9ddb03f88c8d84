import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import workerFlags from './worker-flags.json' with { type: 'json' };

test('a worker in a container starts with the flags of every other worker', () => {
  const compose = readFileSync(path.join(import.meta.dirname, '../deploy/compose.yaml'), 'utf8');
  const worker = compose.slice(compose.indexOf('  worker:'));
  const started = ['node', ...workerFlags, 'packages/cli/src/main.ts'];
  expect(/^ {4}entrypoint:\s+\[([^\]]*)\]$/m.exec(worker)?.[1]?.trim().split(/,\s*/).filter(Boolean)).toEqual(started);
  // The image starts everything else in this way.
  const image = readFileSync(path.join(import.meta.dirname, '../deploy/Dockerfile'), 'utf8');
  expect(image).toContain('ENTRYPOINT ["node", "packages/cli/src/main.ts"]');
});
