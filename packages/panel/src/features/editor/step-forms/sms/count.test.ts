import { expect, test } from 'vitest';
import { countText, leaves, type SmsWay } from './count.ts';

const way: SmsWay = { removesAccents: false, linkOrigin: 'https://pagar.loja.example' };

test('one letter that GSM-7 lacks makes three SMS of one, and is named', () => {
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

test('the count is of the sent text: without accents it is one SMS, and no letter is reported', () => {
  const counted = countText(`Amanhã ${'x'.repeat(143)}`, { ...way, removesAccents: true });
  expect(counted).toMatchObject({ parts: 1, foreign: [] });
});

test('the limit is for the text as it is written, and for the text with values in it', () => {
  expect(countText('x'.repeat(178), way)).toMatchObject({ written: 178, over: 18 });
  expect(countText('Oi {{customer.first_name}}', way)).toMatchObject({ written: 26, example: 8, longest: 14, over: 0 });
  expect(countText(`Pague: {{order.pix_code}}`, way).over).toBeGreaterThan(0);
  expect(countText('{{shipping.city}}', way).foreign).toEqual([]);
});

test('a link counts as the short one that leaves', () => {
  const long = `https://loja.example/${'a'.repeat(150)}`;
  expect(countText(`Veja ${long}`, way)).toMatchObject({ written: 176, example: 5 + 39, over: 16 });
  expect(countText('Veja {{checkout.url}}', way)).toMatchObject({ example: 5 + 39, longest: 5 + 39 });
});

test('a text that exceeds the limit only with long values gets a warning of its own', () => {
  const text = `${'x'.repeat(130)} {{customer.name}}`;
  expect(countText(text, way)).toMatchObject({ over: 0, overAtWorst: 11 });
});

test('a real order counts as it would leave: its values, its link short, its dates by the clocks of the store', () => {
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
