import { describe, expect, test } from 'vitest';
import { markId, marksKey, messageMarks, readClickMark, readOpenMark, type MarkedMessage } from './tracking-links.ts';

const key = marksKey('a secret of at least thirty-two characters');
const message: MarkedMessage = {
  connectionId: '0198c0de-0000-7000-8000-000000000001',
  runId: '0198c0de-0000-7000-8000-000000000002',
  message: 'steps[0].onNext[1]#1',
  sentAt: 1_773_335_100_000,
  trusting: false,
};
const marks = messageMarks(key, 'https://pay.loja.example', message);
const tokenOf = (address: string): string =>
  address.replace(/^https:\/\/pay\.loja\.example\/[oc]\//, '').replace(/\.gif$/, '');

describe('tracking links of a message', () => {
  test('identify it', () => {
    expect(marks.open).toMatch(/^https:\/\/pay\.loja\.example\/o\/[\w-]+\.gif$/);
    expect(readOpenMark(key, tokenOf(marks.open))).toEqual(message);
    const target = 'https://loja.example/?a=1&b=ç';
    const trusting = messageMarks(key, 'https://pay.loja.example', { ...message, trusting: true });
    expect(readClickMark(key, tokenOf(trusting.click(target)))).toEqual({ ...message, trusting: true, target });
  });

  test('reveal nothing of it', () => {
    const token = tokenOf(marks.click('https://loja.example/ana@cliente.example'));
    const bytes = Buffer.from(token, 'base64url').toString('latin1');
    // Long enough that encrypted bytes do not contain one by chance.
    for (const part of ['loja.example', 'ana@cliente', 'steps[0]', '0198c0de-0000'])
      expect(token + bytes).not.toContain(part);
  });

  test('can hold the longest link that is tracked', () => {
    const target = `https://loja.example/${'€'.repeat(490)}`;
    expect(readClickMark(key, tokenOf(marks.click(target)))?.target).toBe(target);
  });

  test('cannot be forged, altered or used for another purpose', () => {
    const token = tokenOf(marks.click('https://loja.example/'));
    const altered = token.slice(0, 30) + (token[30] === 'A' ? 'B' : 'A') + token.slice(31);
    for (const forged of [altered, token.slice(0, -8), '', 'x', 'a'.repeat(5_000), tokenOf(marks.open)])
      expect(readClickMark(key, forged)).toBe(undefined);
    expect(readOpenMark(key, token)).toBe(undefined);
    expect(readClickMark(marksKey('another secret of thirty-two characters'), token)).toBe(undefined);
  });

  test('hold no address with an executable scheme', () => {
    expect(readClickMark(key, tokenOf(marks.click('javascript:alert(1)')))).toBe(undefined);
  });

  test('have one id for each connection and link', () => {
    expect(markId(message, 'click', 'a')).toBe(markId({ ...message, sentAt: 1 }, 'click', 'a'));
    expect(new Set([markId(message, 'click', 'a'), markId(message, 'click', 'b'), markId(message, 'open')]).size).toBe(
      3,
    );
    expect(markId({ ...message, message: 'x'.repeat(5_000) }, 'bot_click').length).toBeLessThan(100);
  });
});
