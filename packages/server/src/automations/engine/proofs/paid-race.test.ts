import { describe, expect, test } from 'vitest';
import { racePayments, type Guard } from './testing/paid-race.ts';
import { randomFrom } from './testing/random.ts';

// `npm run prove -- paid-race` runs 10,000 of them, with another seed.
const races = Number(process.env['RACES'] ?? 300);
const seed = Number(process.env['PROVE_SEED'] ?? 1);

describe('[RUN13] [RUN18] a payment races with a message to a contact who has not paid', () => {
  test(`${races} interleavings: no message is reserved once the payment has committed`, async () => {
    const results = await racePayments(Math.ceil(races / 4), randomFrom(seed));
    for (const guard of Object.keys(results) as Guard[]) {
      const { races: raced, sentBefore, sentAfter, unexpectedCalls } = results[guard];
      expect({ guard, sentAfter, unexpectedCalls }).toEqual({ guard, sentAfter: 0, unexpectedCalls: 0 });
      // Each side must come first sometimes, otherwise nothing raced.
      expect(sentBefore).toBeGreaterThan(0);
      expect(sentBefore).toBeLessThan(raced);
    }
    const all = Object.values(results);
    expect(all.some(({ engineWaited }) => engineWaited > 0)).toBe(true);
    expect(all.some(({ paymentWaited }) => paymentWaited > 0)).toBe(true);
    if (process.env['RACES']) console.log(JSON.stringify(results));
  });
});
