import { describe, expect, test } from 'vitest';
import { isMachineOpen, isMachineVisit, isMailbox, type Visit } from './bot-detection.ts';

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const chrome =
  'Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Mobile Safari/537.36';
const iphone = `Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) ${webkit} Mobile/15E148`;
const webview =
  'Mozilla/5.0 (Linux; Android 14; SM-A546E Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/145.0.0.0 Mobile Safari/537.36';
const by = (userAgent: string | undefined, more: Partial<Visit> = {}): Visit => ({
  method: 'GET',
  headers: userAgent === undefined ? {} : { 'user-agent': userAgent },
  ip: '189.6.1.1',
  ...more,
});

describe('[RUN8] who opens a message', () => {
  test.each([
    chrome,
    iphone,
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; Trident/7.0; Microsoft Outlook 16.0.17928)',
    'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
  ])('a person: %s', (userAgent) => {
    expect(isMachineOpen(by(userAgent), 60_000)).toBe(false);
  });

  test.each(['Mozilla/5.0', ' ', 'curl/8.5.0', 'Barracuda Sentinel (EE)'])('a machine: %j', (userAgent) => {
    expect(isMachineOpen(by(userAgent), 60_000)).toBe(true);
  });

  test('a machine: no user agent, Apple’s network, or immediately after sending', () => {
    expect(isMachineOpen(by(undefined), 60_000)).toBe(true);
    expect(isMachineOpen(by(chrome, { ip: '17.58.1.1' }), 60_000)).toBe(true);
    expect(isMachineOpen(by(chrome, { ip: '::ffff:17.58.1.1' }), 60_000)).toBe(true);
    expect(isMachineOpen(by(chrome), 1_999)).toBe(true);
    expect(isMachineOpen(by(chrome, { ip: '::1' }), 2_000)).toBe(false);
  });

  test('a mailbox: Apple’s network and its partners’, and no scanner', () => {
    expect(isMailbox(by(chrome, { ip: '17.58.1.1' }))).toBe(true);
    expect(isMailbox(by('Mozilla/5.0'))).toBe(true);
    expect(isMailbox(by('Barracuda Sentinel (EE)'))).toBe(false);
  });
});

describe('[RUN8] who follows a link or visits a page', () => {
  test.each([
    chrome,
    iphone,
    webview,
    `${iphone} Instagram 334.0.0.0.0 (iPhone14,5; iOS 19_1; pt_BR; pt; scale=3.00; 1170x2532; 123)`,
    `${iphone} [FBAN/FBIOS;FBAV/450.0.0.1;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBLC/pt_BR;FBOP/5]`,
    `${webview} [FB_IAB/FB4A;FBAV/450.0.0.1;]`,
    `${webview} Instagram 334.0.0.0.0 Android (34/14; 450dpi; 1080x2340; samsung; SM-A546E; pt_BR; 123)`,
    `${webview} WhatsApp/2.24.6.77 A`,
    `${webview} musical_ly_2023 BytedanceWebview/d8a21c6`,
    `${iphone} [LinkedInApp]/9.28`,
    `${iphone} GSA/300.0 Safari/604.1`,
    'Mozilla/5.0 (Linux; Android 11; CUBOT NOTE 20) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)',
    'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
    'Opera/9.80 (Android; Opera Mini/36.2/191; U; pt) Presto/2.12 Version/12.16',
  ])('a person: %s', (userAgent) => {
    expect(isMachineVisit(by(userAgent))).toBe(false);
  });

  test.each([
    '',
    'Mozilla/5.0',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
    'WhatsApp/2.24.6.77 A',
    'WhatsApp/2.2403.7 W',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
    'meta-externalfetcher/1.1',
    'TelegramBot (like TwitterBot)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Slack-ImgProxy (+https://api.slack.com/robots)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'Twitterbot/1.0',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) ${webkit} Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0`,
    'Mozilla/5.0 (Windows NT 6.1; rv:6.0) Gecko/20110814 Firefox/6.0 Google (+https://developers.google.com/+/web/snippet/)',
    `${chrome} (compatible; Google-Read-Aloud; +https://support.google.com/webmasters/answer/1061943)`,
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) ${webkit} Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)`,
    'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
    'Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)',
    `${chrome} (compatible; Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots)`,
    'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0 Safari/537.36',
    'Viber/13.3.0',
    'curl/8.5.0',
    'python-requests/2.31.0',
    'Go-http-client/2.0',
    'Dalvik/2.1.0 (Linux; U; Android 14; SM-A546E)',
  ])('a machine: %j', (userAgent) => {
    expect(isMachineVisit(by(userAgent))).toBe(true);
  });

  test('a machine: HEAD, a page loaded before anyone asks for it, or immediately after sending', () => {
    expect(isMachineVisit(by(chrome, { method: 'HEAD' }))).toBe(true);
    for (const [name, value] of [
      ['purpose', 'prefetch'],
      ['sec-purpose', 'prefetch;prerender'],
      ['x-purpose', 'preview'],
      ['x-moz', 'prefetch'],
    ] as const)
      expect(isMachineVisit(by(chrome, { headers: { 'user-agent': chrome, [name]: value } }))).toBe(true);
    expect(isMachineVisit(by(chrome), 1_999)).toBe(true);
    expect(isMachineVisit(by(chrome), 2_000)).toBe(false);
  });
});
