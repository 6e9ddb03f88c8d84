import { describe, expect, test } from 'vitest';
import { isMachine } from './bot-detection.ts';

const chrome =
  'Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Mobile Safari/537.36';
const visit = { userAgent: chrome, address: '189.6.1.1', sinceSent: 60_000 };

describe('clients that open a tracking link', () => {
  test.each([
    chrome,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; Trident/7.0; Microsoft Outlook 16.0.17928)',
    'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
  ])('a person: %s', (userAgent) => {
    expect(isMachine({ ...visit, userAgent })).toBe(false);
  });

  test.each([
    'Mozilla/5.0',
    ' ',
    'curl/8.5.0',
    'python-requests/2.31.0',
    'Go-http-client/2.0',
    'Barracuda Sentinel (EE)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0 Safari/537.36',
  ])('a machine: %j', (userAgent) => {
    expect(isMachine({ ...visit, userAgent })).toBe(true);
  });

  test('a machine: no user agent, Apple’s network, or immediately after sending', () => {
    expect(isMachine({ ...visit, userAgent: undefined })).toBe(true);
    expect(isMachine({ ...visit, address: '17.58.1.1' })).toBe(true);
    expect(isMachine({ ...visit, address: '::ffff:17.58.1.1' })).toBe(true);
    expect(isMachine({ ...visit, sinceSent: 1_999 })).toBe(true);
    expect(isMachine({ ...visit, sinceSent: 2_000, address: '::1' })).toBe(false);
  });
});
