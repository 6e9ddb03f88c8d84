// The configuration of Grafana and Prometheus uses only names that /metrics contains.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Metric } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { work } from '../../app/commands/work.ts';
import { openEngineMetrics } from '../../automations/engine/engine-metrics.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const root = path.resolve(import.meta.dirname, '../../../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1]!);

const dashboard = JSON.parse(read('deploy/grafana/retoma.json')) as { panels: { targets?: { expr: string }[] }[] };
const rules = read('deploy/alerts/retoma.rules.yaml');
const alerts = matches(rules, /^ +- alert: (.+)$/gm);
const expressions = [
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...matches(rules, /^ +expr: (.+)$/gm),
];

let service: TestService;
/** The names in /metrics, with the possible labels of each. */
let labelsOf: Map<string, readonly string[]>;

beforeAll(async () => {
  service = await startTestService();
  const { registry } = service.context.metrics;
  openEngineMetrics(registry);
  const text = await (await fetch(`${service.baseUrl}/metrics`)).text();
  labelsOf = new Map(
    matches(text, /^# TYPE (\S+) /gm).flatMap((name): [string, readonly string[]][] => {
      const labels = (registry.getSingleMetric(name) as Metric & { labelNames: string[] }).labelNames;
      if (!text.includes(`# TYPE ${name} histogram`)) return [[name, labels]];
      return ['_bucket', '_sum', '_count'].map((part) => [name + part, [...labels, 'le']]);
    }),
  );
});
afterAll(() => service.stop());

/** The metrics of Prometheus itself and of the exporters of the database and its machines, and their labels. */
const ofOthers = {
  names: [
    'up',
    'patroni_sync_standby',
    'patroni_xlog_location',
    'patroni_xlog_replayed_location',
    'patroni_xlog_replayed_timestamp',
    'etcd_server_has_leader',
    'pg_stat_archiver_failed_count',
    'node_filesystem_avail_bytes',
    'node_filesystem_size_bytes',
  ],
  labels: ['job', 'instance', 'scope', 'fstype'],
};
const operators = new Set(
  'sum max min avg by rate increase time timestamp abs absent histogram_quantile min_over_time and or unless on offset group_left'.split(
    ' ',
  ),
);

/** The names of metrics in an expression, without functions, labels and texts. */
const namesIn = (expression: string): string[] =>
  matches(
    expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"|\b(?:by|on|group_left) \([^)]*\)/g, ' '),
    /\b([a-zA-Z_][a-zA-Z0-9_]*)/g,
  ).filter((word) => !operators.has(word));

describe('expressions of dashboards and alerts', () => {
  test.each(expressions)('%s', (expression) => {
    const names = namesIn(expression);
    expect(names.length).toBeGreaterThan(0);
    const known = (name: string): readonly string[] =>
      labelsOf.get(name) ?? (ofOthers.names.includes(name) ? [] : ['?']);
    expect(names.filter((name) => known(name).includes('?'))).toEqual([]);
    const allowed = new Set([...ofOthers.labels, ...names.flatMap(known)]);
    const labels = [
      ...matches(expression, /[{,]\s*([a-z_]+)(?:=|!=|=~|!~)"/g),
      ...matches(expression, /\b(?:by|on) \(([^)]*)\)/g).flatMap((list) => list.split(/,\s*/)),
    ];
    expect(labels.filter((label) => !allowed.has(label))).toEqual([]);
    const [opened, closed] = [expression.split('(').length, expression.split(')').length];
    expect(opened).toBe(closed);
  });

  test('every metric of ours is shown or used in an alert', () => {
    const displayed = new Set(expressions.flatMap(namesIn).map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
    const ours = [...labelsOf.keys()].filter((name) => name.startsWith('retoma_'));
    const families = new Set(ours.map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
    expect([...families].filter((name) => !displayed.has(name))).toEqual([]);
  });

  test('docs/operations.md lists exactly our metrics', () => {
    const documented = new Set(matches(read('docs/operations.md'), /^\| `(retoma_\w+)`/gm));
    const ours = [...labelsOf.keys()].filter((name) => name.startsWith('retoma_'));
    expect([...documented].sort()).toEqual(
      [...new Set(ours.map((name) => name.replace(/_(?:bucket|sum|count)$/, '')))].sort(),
    );
  });
});

test('every alert fires in a test of promtool', () => {
  const fired = matches(read('deploy/alerts/retoma.rules.test.yaml'), /exp_samples: .*alertname="(\w+)"/g);
  expect([...new Set(fired)].sort()).toEqual([...alerts].sort());
});

/** What alerts take the rate of: a metric, and the values of each label. The routes of requests are known only once they are called. */
const counted = [...rules.matchAll(/(?:rate|increase)\((retoma_\w+)(?:\{([^}]*)\})?\[/g)]
  .map(([, name, selector = '']) => ({
    name: name!,
    values: [...selector.matchAll(/(\w+)=~?"([^"]*)"/g)].map(([, label, value]) => ({
      label,
      among: value!.split('|'),
    })),
  }))
  .filter(({ name }) => !name.startsWith('retoma_http_request_seconds'));

describe('what alerts take the rate of exists before the first failure', () => {
  let atStart = '';
  beforeAll(async () => {
    const environment = { RETOMA_SECRET: 'a secret for tests of thirty-two characters', LOG_LEVEL: 'silent' };
    const workers = await work({ DATABASE_URL: service.databaseUrl, METRICS_PORT: '0', ...environment });
    atStart = await (await fetch(`http://127.0.0.1:${workers.metricsPort}/metrics`)).text();
    await workers.stop();
  });

  test.each(counted)('$name $values', ({ name, values }) => {
    const series = atStart.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
    expect(series.length).toBeGreaterThan(0);
    for (const { label, among } of values)
      for (const value of among)
        expect(
          series.some((line) => line.includes(`${label}="${value}"`)),
          value,
        ).toBe(true);
  });
});

describe('every alert has a runbook', () => {
  const runbooks = new Map(
    read('docs/runbooks.md')
      .split('\n## ')
      .slice(1)
      .map((section) => [section.split('\n', 1)[0]!, section]),
  );

  test('each alert links to its runbook, and no other runbook exists', () => {
    expect([...runbooks.keys()]).toEqual(alerts);
    expect(matches(rules, /^ +runbook: docs\/runbooks\.md#(.+)$/gm)).toEqual(
      alerts.map((alert) => alert.toLowerCase()),
    );
  });

  test.each([...runbooks])('%s: meaning, look, fix; its metrics exist', (_alert, text) => {
    expect(text).toMatch(/^.+\n\n[A-Z\d][^]*\n\n- \*\*Look\*\*: [^]*\n- \*\*Fix\*\*: [^]*$/);
    for (const name of matches(text, /`(retoma_\w+)`/g))
      expect(labelsOf.has(name) || labelsOf.has(`${name}_count`), name).toBe(true);
  });

  test('operations.md links to them', () => expect(read('docs/operations.md')).toContain('(runbooks.md)'));
});
