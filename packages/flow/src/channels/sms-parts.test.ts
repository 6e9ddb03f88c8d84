import { describe, expect, test } from 'vitest';
import { textOfSms } from './send-problem.ts';
import { countSms, withoutAccents, withoutInvisible } from './sms-parts.ts';

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

describe('[DEF4] one character that no one sees or that a word processor wrote', () => {
  const invisible =
    '\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\u2069\u206f\u3164\ufe0e\ufe0f\ufeff\ufff9\ufffc\u{e0020}\u0001\u001b';
  const typography =
    '´`‘’‚‛′ʼ“”„‟″«»‹›‐‑‒–—―−⁃•·●▪×÷⁄°ºª²³¹½¼¾₂…‥→←↔↑↓★✓©®™℠≤≥≠≈±‰µ¢¦†œŒðđłıƒ№℃＄！（）①ﬁﬂĳ' +
    '\t\u00a0\u2002\u2003\u2007\u2009\u200a\u202f\u205f\u3000\u1680\u2800\u2028\u2029';

  test.each(Array.from(invisible))('%j is taken away, with accents removed or kept', (letter) => {
    const message = `Seu pedido${letter} saiu`;
    expect([withoutAccents(message), withoutInvisible(message)]).toEqual(['Seu pedido saiu', 'Seu pedido saiu']);
    expect(textOfSms({ message: `${letter}{${letter}{x}} é${letter}` })).toBe('{ {x} } é');
  });

  test.each(Array.from(typography))('%j costs no second part', (letter) => {
    const message = `${'a'.repeat(100)}${letter}b`;
    expect(countSms(textOfSms({ message }, true))).toMatchObject({ encoding: 'GSM-7', parts: 1 });
  });

  test('spaces of any width are plain ones, with accents kept too', () => {
    for (const space of '\t\u00a0\u2009\u202f\u3000\u2800') {
      expect(textOfSms({ message: `à${space}b` })).toBe('à b');
    }
    expect(textOfSms({ message: 'a\u2028b\u0085c\r\nd' })).toBe('a\nb\nc\nd');
  });

  test('nothing else changes: GSM-7 as it is, emoji and other alphabets whole', () => {
    const gsm = '@£$¥\nØø\rΔ_ΦΓΛΩΠΨΣΘΞÆæß !"#¤%&\'()*+,-./09:;<=>?¡AZ§¿az^{}\\[~]|€';
    expect(withoutAccents(gsm)).toBe(gsm);
    for (const text of ['Família 👨\u200d👩\u200d👧 ❤\ufe0f', 'می\u200cخواهم', 'Война й ё', '日本語', 'नमस्ते']) {
      expect(withoutInvisible(`${text}\u200b`)).toBe(text);
      expect(withoutAccents(text)).toBe(text.replace('í', 'i'));
    }
    expect(textOfSms({ message: '｛｛x｝｝ \u200b' }, true)).toBe('{ {x} }');
  });
});
