// Measures and prints today's figures in the form of budgets/budgets.ts. A person copies the intended changes and states the reason.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runStep } from './run-step.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-budgets-'));
const file = path.join(folder, 'figures');
try {
  runStep('Measure', ['bin', 'vitest', 'run', 'budgets/', ...process.argv.slice(2)], {
    BUDGETS_FILE: file,
    TEST_LEVEL: 'any',
  });
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const measured = lines.map((line) => JSON.parse(line) as { kind: string; name: string; figures: object });
  for (const kind of new Set(measured.map((one) => one.kind))) {
    const named = measured.filter((one) => one.kind === kind).map(({ name, figures }) => [name, figures] as const);
    console.log(`\n// ${kind}\n${JSON.stringify(Object.fromEntries(named), null, 2)}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
