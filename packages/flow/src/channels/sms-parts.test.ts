import { describe, expect, test } from 'vitest';
import { countSms, withoutAccents } from './sms-parts.ts';

describe('countSms', () => {
  test.each([
    ['', 'GSM-7', 0, 1],
    ['a'.repeat(160), 'GSM-7', 160, 1],
    ['a'.repeat(161), 'GSM-7', 161, 2],
    ['a'.repeat(306), 'GSM-7', 306, 2],
    ['a'.repeat(307), 'GSM-7', 307, 3],
    ['€'.repeat(80), 'GSM-7', 160, 1],
    // 153 is odd, and a two-unit letter is never split between parts, so each part holds 76 of them.
    ['€'.repeat(153), 'GSM-7', 306, 3],
    ['á'.repeat(70), 'UCS-2', 70, 1],
    ['á'.repeat(71), 'UCS-2', 71, 2],
    ['á'.repeat(134), 'UCS-2', 134, 2],
    ['😀'.repeat(35), 'UCS-2', 70, 1],
    ['😀'.repeat(67), 'UCS-2', 134, 3],
  ] as const)('%s is %s', (text, encoding, length, parts) => {
    expect(countSms(text)).toMatchObject({ encoding, length, parts });
  });

  test('GSM-7 contains some accented letters of Portuguese, and lacks the others', () => {
    expect(countSms('àéèìòùÉÇÑñÄÖÜäöü').foreign).toEqual([]);
    const lacking = 'áâãçêíóôõúÁÀÂÃÊÍÓÔÕÚºª';
    expect(countSms(`${lacking} ${lacking}`).foreign).toEqual(Array.from(lacking));
  });
});

test('without accents a Portuguese SMS is GSM-7, and no letter is lost', () => {
  const text = 'Olá, João! “Promoção” – nº 1ª… só hoje à noite, ÀS 20h: R$\u00a09,90 çÇãÕ';
  const written = withoutAccents(text);
  expect(written).toBe('Ola, Joao! "Promocao" - no 1a... so hoje a noite, AS 20h: R$ 9,90 cCaO');
  expect(countSms(written)).toMatchObject({ encoding: 'GSM-7', foreign: [] });
  expect(withoutAccents('Привет, 日本 👍🏽 한국')).toBe('Привет, 日本 👍🏽 한국');
});
