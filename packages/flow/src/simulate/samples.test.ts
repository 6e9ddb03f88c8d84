import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFlow } from '../validate/import.ts';
import { readScenario } from './check-scenario.ts';
import { formatTimeline } from './format-timeline.ts';
import { simulate } from './simulate.ts';

// One folder per case: flow.json, scenario.json, the expected trace in trace.json, and optionally the formatted timeline in timeline.txt.
// UPDATE_SAMPLES=1 rewrites the expectations, for review.

const folder = path.join(import.meta.dirname, '../../samples');
const cases = readdirSync(folder)
  .filter((name) => existsSync(path.join(folder, name, 'scenario.json')))
  .sort();

const fileOf = (name: string, file: string): string => path.join(folder, name, file);
const textOf = (name: string, file: string): string => readFileSync(fileOf(name, file), 'utf8');

describe('simulated samples', () => {
  test.each(cases)('[RUN15] %s', (name) => {
    const flow = readFlow(JSON.parse(textOf(name, 'flow.json')));
    if (!flow.ok) throw new Error('the flow is invalid');
    const scenario = readScenario(textOf(name, 'scenario.json'), 'en', flow.flow);
    expect(scenario.issues).toEqual([]);
    if (!scenario.ok) throw new Error('the scenario is invalid');
    const answer = simulate(flow.flow, scenario.scenario);
    const timeline = formatTimeline(answer);
    if (process.env['UPDATE_SAMPLES']) {
      writeFileSync(fileOf(name, 'trace.json'), `${JSON.stringify(answer, null, 2)}\n`);
      if (existsSync(fileOf(name, 'timeline.txt'))) writeFileSync(fileOf(name, 'timeline.txt'), timeline);
    }
    expect(answer).toEqual(JSON.parse(textOf(name, 'trace.json')));
    if (existsSync(fileOf(name, 'timeline.txt'))) expect(timeline).toBe(textOf(name, 'timeline.txt'));
  });

  test('the samples contain at least the nine cases that distinguish the rules', () => {
    expect(cases.length).toBeGreaterThanOrEqual(9);
  });
});
