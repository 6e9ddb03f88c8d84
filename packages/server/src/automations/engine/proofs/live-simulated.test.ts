import fc from 'fast-check';
import { simulatePlan, compileFlow } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { arbitraryCase } from '../../../../../flow/src/testing/arbitrary-scenario.ts';
import { baseUrl, playLive } from './testing/run-live.ts';

// `npm run prove -- live-simulated` runs more of them, with another seed.
const numRuns = Number(process.env['LIVE_RUNS'] ?? 100);
const seed = Number(process.env['PROVE_SEED'] ?? 7);

describe('a run on PostgreSQL', () => {
  test(`[SEM1] [RUN10] [RUN15] ${numRuns} random flows run live as in the simulator, entry for entry`, async () => {
    const cases = fc.sample(arbitraryCase, { numRuns, seed });
    const lived = await playLive(cases);
    let entries = 0;
    let sent = 0;
    for (const [index, { flow, scenario }] of cases.entries()) {
      const { outcome, reason, trace, messages } = simulatePlan(compileFlow(flow), scenario, { baseUrl });
      const live = lived[index]!;
      const failure = live.outcome === 'failed' ? { reason: live.reason } : {};
      const seen = { outcome: live.outcome, ...failure, trace: live.trace, messages: live.messages };
      const expected = { outcome, ...(reason !== undefined && { reason }), trace, messages };
      expect(seen, `case ${index} of seed ${seed}`).toEqual(expected);
      entries += trace.length;
      sent += messages.length;
    }
    // A proof with flows that do nothing would be empty.
    expect(entries).toBeGreaterThan(numRuns * 2);
    expect(sent).toBeGreaterThan(numRuns / 2);
  });
});
