import { expect, test } from 'vitest';
import { countText, leaves, type SmsWay } from './count.ts';

const way: SmsWay = { removesAccents: false, linkOrigin: 'https://pagar.loja.example' };

test('one letter that GSM-7 lacks turns one SMS into three, and is reported', () => {
  const text = `Amanhã ${'x'.repeat(143)}`;
  expect(countText(text, way)).toEqual({
    written: 150,
    example: undefined,
    longest: undefined,
    parts: 3,
    plainParts: 1,
    foreign: ['ã'],
    over: 0,
    overAtWorst: 0,
  });
});

test('the sent text is counted: without accents it is one SMS, and no letter is reported', () => {
  const counted = countText(`Amanhã ${'x'.repeat(143)}`, { ...way, removesAccents: true });
  expect(counted).toMatchObject({ parts: 1, foreign: [] });
});

test('the limit applies to the text as written, and to the text with values', () => {
  expect(countText('x'.repeat(178), way)).toMatchObject({ written: 178, over: 18 });
  expect(countText('Oi {{customer.first_name}}', way)).toMatchObject({ written: 26, example: 8, longest: 14, over: 0 });
  expect(countText(`Pague: {{order.pix_code}}`, way).over).toBeGreaterThan(0);
  expect(countText('{{shipping.city}}', way).foreign).toEqual([]);
});

test('a link counts as its short form', () => {
  const long = `https://loja.example/${'a'.repeat(150)}`;
  expect(countText(`Veja ${long}`, way)).toMatchObject({ written: 176, example: 5 + 39, over: 16 });
  expect(countText('Veja {{checkout.url}}', way)).toMatchObject({ example: 5 + 39, longest: 5 + 39 });
});

test('a text that exceeds the limit only with long values gets a separate warning', () => {
  const text = `${'x'.repeat(130)} {{customer.name}}`;
  expect(countText(text, way)).toMatchObject({ over: 0, overAtWorst: 11 });
});

test('a real order is counted as sent: with its values, a short link, and dates in the store’s time zone', () => {
  const real = {
    customer: { first_name: 'Ana' },
    checkout: { url: 'https://loja.example/pay/0190a' },
    order: { created_at: '2026-03-12T17:05:00.000Z' },
  };
  const rioBranco = { ...way, timeZone: 'America/Rio_Branco' };
  expect(countText('Oi, {{customer.first_name}}', way, real).example).toBe(7);
  expect(leaves('Veja {{checkout.url}}', real, way)).toBe('Veja https://pagar.loja.example/l/0000000000');
  expect(leaves('{{order.created_at}}', real, rioBranco)).toBe('12/03/2026 12:05');
});
