import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { settingsTable } from '../packages/server/src/base/config/settings-table.ts';
import { declaredSettings } from '../packages/server/src/app/providers.ts';
import workerFlags from './worker-flags.json' with { type: 'json' };

const chart = path.resolve(import.meta.dirname, '../deploy/helm/retoma');
const read = (file: string): string => readFileSync(path.join(chart, file), 'utf8');
const templates = globSync('templates/*', { cwd: chart }).map(read).join('\n');

/** The paths of all values in values.yaml, such as `web.replicas`: its keys are indented by two spaces. */
function declaredValues(): string[] {
  const open: string[] = [];
  return [...read('values.yaml').matchAll(/^( *)(\w+):/gm)].map(([, indent, key]) => {
    open.length = indent!.length / 2;
    open.push(key!);
    return open.join('.');
  });
}

test('templates use only declared values, and every declared value is used', () => {
  const declared = declaredValues();
  const used = [...templates.matchAll(/\.Values\.([\w.]+)/g)].map(([, name]) => name!);
  expect(declared).toContain('web.replicas');
  expect(used.filter((name) => !declared.includes(name))).toEqual([]);
  const isUsed = (name: string): boolean =>
    used.some((each) => each === name || each.startsWith(`${name}.`) || name.startsWith(`${each}.`));
  expect(declared.filter((name) => !isUsed(name))).toEqual([]);
});

test('templates call only templates that exist, and close what they open', () => {
  const defined = [...templates.matchAll(/define "([\w.]+)"/g)].map(([, name]) => name!);
  const included = [...templates.matchAll(/include "([\w.]+)"/g)].map(([, name]) => name!);
  expect([...new Set(included)].sort()).toEqual(defined.sort());
  const opened = templates.match(/\{\{-? (if|with|range|define)\b/g)!.length;
  expect(templates.match(/\{\{-? end\b/g)).toHaveLength(opened);
});

test('[CHK25] every pod is unprivileged and read-only, and only the migration gets the owner’s password', () => {
  for (const line of [
    'automountServiceAccountToken: false',
    'runAsNonRoot: true',
    'readOnlyRootFilesystem: true',
    'allowPrivilegeEscalation: false',
    'capabilities: { drop: [ALL] }',
    'seccompProfile: { type: RuntimeDefault }',
  ]) {
    expect(read('templates/_pod.tpl')).toContain(line);
  }
  for (const name of ['migrate', 'web', 'worker']) {
    const text = read(`templates/${name}.yaml`);
    expect(text).toMatch(/include "retoma.pod"[^]*include "retoma.container"/);
    expect(text.includes('ownerSecretName')).toBe(name === 'migrate');
  }
});

test('the chart starts what the image has, with existing settings', () => {
  const command = /command:\n((?: +- .+\n)+)/.exec(read('templates/worker.yaml'))?.[1];
  expect(
    command
      ?.trim()
      .split(/\s*- /)
      .filter(Boolean)
      .map((each) => each.trim()),
  ).toEqual(['node', ...workerFlags, 'packages/cli/src/main.ts']);
  const settings = [...templates.matchAll(/name: ([A-Z][A-Z_]+)\b/g)].map(([, name]) => name!);
  expect(settings).toContain('METRICS_PORT');
  expect(settings.filter((name) => !settingsTable(declaredSettings).includes(`\`${name}\``))).toEqual([]);
});

test.skipIf(spawnSync('helm', ['version']).error !== undefined)('helm accepts the chart', () => {
  const values = ['baseUrl=https://pay.example.com', 'secretName=a', 'ownerSecretName=b', 'ingress.enabled=true'];
  const set = values.flatMap((value) => ['--set', value]);
  execFileSync('helm', ['lint', '--strict', chart, ...set]);
  const rendered = execFileSync('helm', ['template', 'shop', chart, ...set], { encoding: 'utf8' });
  const kinds = [...rendered.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind!);
  const expected = 'Deployment Deployment Ingress Job PodDisruptionBudget PodDisruptionBudget Service'.split(' ');
  expect(kinds.toSorted((one, other) => one.localeCompare(other))).toEqual(expected);
});
