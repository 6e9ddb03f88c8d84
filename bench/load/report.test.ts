import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoadSample } from './recording.ts';
import { writeReport } from './report.ts';

let folder = '';
beforeAll(() => void (folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-report-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const page = (at: number, ms: number, status = '200'): LoadSample => ({ kind: 'page', at, ms, status });

describe('the report of a load', () => {
  test('contains response counts, latencies and the chaos actions; its plots are well-formed', () => {
    const samples = [page(0, 10), page(500, 20), page(1_200, 15_000, 'timeout'), page(2_500, 30)];
    const recording = {
      startedAt: 0,
      samples,
      lateP99: 1.25,
      accepted: { checkouts: [], events: [], paid: [] },
      calls: [],
      deliveries: [],
    };
    const load = { rate: 2, seconds: 3, seed: 9, baseUrls: ['http://127.0.0.1:1'], stores: [] };
    const text = writeReport(folder, { load, recording, marks: [{ at: 1_000, word: 'kill -9 of <API>' }] });
    expect(text).toContain('| page | 4 | 1.3 | 20.0 | 30.0 | 30.0 | 200: 3, timeout: 1 |');
    for (const name of ['answers.svg', 'latency.svg', 'kinds.svg']) {
      const svg = readFileSync(path.join(folder, name), 'utf8');
      expect(svg).toContain('kill -9 of &lt;API&gt;');
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      expect(text).toContain(`![](${name})`);
    }
  });
});
