import { expect, test } from 'vitest';
import { eventTypes } from '../event/schema.ts';
import { webhookBodySchema, webhookEventTypes, webhookExample, webhookEvents } from './catalogue.ts';

test.each([...webhookEventTypes, 'ping'] as const)(
  '[WHK1] the example of %s has the shape that is declared',
  (type) => {
    expect(webhookBodySchema(type).safeParse(webhookExample(type)).error).toBeUndefined();
  },
);

test('[WHK1] every type that a store reports is delivered too, and each has both texts', () => {
  expect(webhookEventTypes).toEqual(expect.arrayContaining([...eventTypes]));
  for (const { summary } of Object.values(webhookEvents)) expect(Object.values(summary).every(Boolean)).toBe(true);
});
