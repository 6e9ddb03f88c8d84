import { expect, test } from 'vitest';
import { crashAnswers } from './answer-crash.ts';

// The short, seeded version of `npm run prove -- answer-crash`.
test('[CHK9] after kill -9 of any process around a 201, nothing is lost and each derived row exists once', async () => {
  const { sent, answered, lost, duplicated } = await crashAnswers({ kills: 6, seed: 1 });
  expect(answered).toBeGreaterThanOrEqual(sent / 2);
  expect({ lost, duplicated }).toEqual({ lost: [], duplicated: [] });
}, 300_000);
