import { expect, test } from 'vitest';
import { firstContactFindings } from './codes.ts';
import { firstContactOf, firstDays, type FirstContactFacts } from './find-findings.ts';

const now = Date.parse('2026-03-10T15:00:00Z');
const facts: FirstContactFacts = {
  since: now - 60 * 60_000,
  firstWebhookAt: now - 50 * 60_000,
  accepted: 20,
  delivered: 12,
  reportsDeliveries: true,
  observations: [],
  stoppedTemplates: [],
};
const codesOf = (changes: Partial<FirstContactFacts>): string[] =>
  firstContactOf({ ...facts, ...changes }, now).map(({ code }) => code);
const observation = (code: string, count = 1, shape = ''): FirstContactFacts['observations'][number] => ({
  code,
  count,
  shape,
});

test('[COM43] a connection that works has no finding', () => {
  expect(codesOf({})).toEqual([]);
  expect(codesOf({ accepted: 0, delivered: 0, firstWebhookAt: null })).toEqual([]);
});

test('[COM43] no webhook although messages were accepted', () => {
  expect(codesOf({ firstWebhookAt: null, delivered: 0 })).toEqual(['NO_WEBHOOK']);
  expect(codesOf({ firstWebhookAt: null, delivered: 0, since: now - firstDays - 1 })).toEqual([]);
});

test('[COM43] webhooks arrive, but every message stays sent', () => {
  expect(codesOf({ delivered: 0 })).toEqual(['NOTHING_DELIVERED']);
  expect(codesOf({ delivered: 0, accepted: 2 })).toEqual([]);
  expect(codesOf({ delivered: 0, reportsDeliveries: false })).toEqual([]);
  expect(codesOf({ delivered: 0, since: now - firstDays - 1 })).toEqual([]);
});

test('[COM43] rejected webhooks count at once before the first genuine one, and later only if there are several', () => {
  expect(codesOf({ observations: [observation('rejected_signature')], firstWebhookAt: null, accepted: 0 })).toEqual([
    'REJECTED_WEBHOOKS',
  ]);
  expect(codesOf({ observations: [observation('rejected_signature', 2)] })).toEqual([]);
  expect(codesOf({ observations: [observation('rejected_signature', 3)] })).toEqual(['REJECTED_WEBHOOKS']);
});

test.each([
  ['wrong_time', 'WRONG_TIME'],
  ['unknown_kind', 'UNKNOWN_SHAPE'],
  ['unknown_status', 'UNKNOWN_SHAPE'],
  ['unmatched_reply', 'UNMATCHED_REPLIES'],
])('[COM43] the observation %s is %s', (code, finding) => {
  expect(codesOf({ observations: [observation(code, 1, 'x')], since: now - 3 * firstDays })).toEqual([finding]);
});

test('[COM43] observations of one finding are counted together, with their shapes', () => {
  const observations = [
    observation('unknown_kind', 4, 'stickerPackMessage'),
    observation('unknown_status', 2, 'WARN'),
    observation('empty_message', 2),
    observation('toString', 9),
  ];
  expect(firstContactOf({ ...facts, observations }, now)).toEqual([
    { code: 'UNKNOWN_SHAPE', count: 6, shapes: ['unknown_kind: stickerPackMessage', 'unknown_status: WARN'] },
  ]);
});

test('[COM44] a template that stopped is named', () => {
  expect(firstContactOf({ ...facts, stoppedTemplates: ['pix_lembrete (pt_BR)'] }, now)).toEqual([
    { code: 'TEMPLATE_STOPPED', count: 1, shapes: ['pix_lembrete (pt_BR)'] },
  ]);
});

test.each(Object.entries(firstContactFindings))(
  '[COM43] %s says what is wrong and what to do, in both languages',
  (_, texts) => {
    for (const text of Object.values(texts)) expect(text).toMatch(/^\p{Lu}[^.]+[.:].+\.$/u);
    expect(texts['pt-BR']).not.toBe(texts.en);
  },
);
