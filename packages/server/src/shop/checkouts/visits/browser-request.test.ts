import { describe, expect, test } from 'vitest';
import { browserOf, type BrowserRequest } from './browser-request.ts';

const of = (parts: Partial<BrowserRequest>) =>
  browserOf({ ip: undefined, userAgent: undefined, referrer: undefined, query: {}, ...parts });

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0';
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('stored data of a browser', () => {
  test.each([
    [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${chrome} Mobile Safari/537.36`, 'Chrome', 'Android', 'mobile'],
    [`Mozilla/5.0 (Linux; Android 13; SM-X200) ${chrome} Safari/537.36`, 'Chrome', 'Android', 'tablet'],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${webkit} Version/17.5 Mobile/15E148 Safari/604.1`,
      'Safari',
      'iOS',
      'mobile',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${webkit} Mobile/15E148 Instagram 334.0`,
      'Instagram',
      'iOS',
      'mobile',
    ],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/126.0.0.0`, 'Edge', 'Windows', 'desktop'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox', 'Linux', 'desktop'],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/17.5 Safari/605.1.15`,
      'Safari',
      'macOS',
      'desktop',
    ],
    ['WhatsApp/2.24.13', 'WhatsApp', undefined, 'desktop'],
    ['curl/8.6', undefined, undefined, 'desktop'],
  ])('%s', (userAgent, name, os, device) => {
    expect(of({ userAgent })).toEqual({ ...(name && { name }), ...(os && { os }), device });
  });

  test('are its address, the referrer, and the campaign', () => {
    const query = {
      utm_source: 'instagram',
      utm_term: ' camiseta ',
      utm_medium: '',
      utm_content: ['a', 'b'],
      other: 'x',
    };
    expect(of({ ip: '203.0.113.10', referrer: 'https://www.instagram.example/', query })).toEqual({
      ip: '203.0.113.10',
      referrer: 'https://www.instagram.example/',
      utms: { source: 'instagram', term: 'camiseta' },
    });
    expect(of({})).toEqual({});
  });

  test('contain nothing that PostgreSQL cannot hold, and at most 500 characters of a text', () => {
    const browser = of({ referrer: `a\u0000b\ud800${'x'.repeat(600)}`, query: { utm_source: '\u0000\u001f' } });
    expect(browser.referrer).toHaveLength(500);
    expect(browser.referrer).toMatch(/^ab\ufffdx+$/);
    expect(browser.utms).toBeUndefined();
  });
});
