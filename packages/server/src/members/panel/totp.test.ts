import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { base32, totpCode, totpStep } from '../totp.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../../app/http/panel/testing/browser.ts';

const email = 'ana@loja.example';
const wrong = '000000';
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await newUser(service, email, 'owner');
});
afterAll(() => service.stop());

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** The code of an authenticator app for a secret. */
function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
const codeNow = (secret: string): string => totpCode(bytesOf(secret), totpStep(service.context.clock()));
const later = (): void => service.pass(60_000);

describe('a second factor', () => {
  test('[AUT4] is shown once, confirmed with a code, then required, and removed after a new confirmation', async () => {
    const browser = new PanelBrowser(service);
    const other = new PanelBrowser(service);
    for (const one of [browser, other]) await one.post('/sign-in', { email, password });
    expect(await browser.code(browser.post('/totp/confirm', { code: wrong }))).toBe('TOTP_IS_OFF');
    const setup = await browser.post('/totp');
    const secret = setup.body['secret'] as string;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(base32(bytesOf(secret))).toBe(secret);
    expect(setup.body['uri']).toContain(`secret=${secret}`);
    const { rows } = await service.context.db.query<{ text: string }>('select f::text as text from second_factors f');
    expect(rows.filter(({ text }) => text.includes(bytesOf(secret).toString('hex')) || text.includes(secret))).toEqual(
      [],
    );

    // Not required before its confirmation.
    expect((await new PanelBrowser(service).post('/sign-in', { email, password })).status).toBe(200);
    expect(await browser.code(browser.post('/totp/confirm', { code: wrong }))).toBe('WRONG_TOTP');
    const used = codeNow(secret);
    expect(await browser.code(browser.post('/totp/confirm', { code: used }))).toBe(200);
    expect((await browser.get('/me')).body).toMatchObject({ user: { totp: true } });
    expect(await other.code(other.get('/me'))).toBe('NOT_SIGNED_IN');

    const guest = new PanelBrowser(service);
    const signIn = (extra: object) => guest.code(guest.post('/sign-in', { email, password, ...extra }));
    expect(await signIn({})).toBe('TOTP_REQUIRED');
    expect(await signIn({ code: wrong })).toBe('WRONG_TOTP');
    expect(await signIn({ password: 'errada', code: codeNow(secret) })).toBe('WRONG_SIGN_IN');
    expect(guest.cookie).toBeUndefined();
    // The confirming code cannot be used again.
    expect(await signIn({ code: used })).toBe('WRONG_TOTP');
    later();
    const next = codeNow(secret);
    // As apps show it, and with a mark that was copied with it.
    expect(await signIn({ code: `\u202a${next.slice(0, 3)} ${next.slice(3)}` })).toBe(200);
    expect(await signIn({ code: next })).toBe('WRONG_TOTP');

    expect(await browser.code(browser.post('/totp'))).toBe('TOTP_IS_ON');
    later();
    service.pass(10 * 60_000);
    expect(await browser.code(browser.post('/totp/remove'))).toBe('REAUTHENTICATION_REQUIRED');
    // With a second factor the password alone does not reauthenticate.
    expect(await browser.code(browser.post('/reauthenticate', { password }))).toBe('TOTP_REQUIRED');
    expect(await browser.code(browser.post('/reauthenticate', { code: wrong }))).toBe('WRONG_TOTP');
    expect(await browser.code(browser.post('/reauthenticate', { code: codeNow(secret) }))).toBe(200);
    expect(await browser.code(browser.post('/totp/remove'))).toBe(200);
    expect(await browser.code(browser.post('/totp/remove'))).toBe('TOTP_IS_OFF');
    expect(await signIn({})).toBe(200);
    const { body } = await browser.get(`/stores/${service.storeId}/activity`);
    const done = (body['entries'] as { what: string }[]).map(({ what }) => what);
    expect(done.filter((what) => what.startsWith('second'))).toEqual(['second_factor_off', 'second_factor_on']);
  });

  test('[AUT4] two concurrent uses of one code: exactly one succeeds', async () => {
    const account = 'bia@loja.example';
    await newUser(service, account);
    const browser = new PanelBrowser(service);
    await browser.post('/sign-in', { email: account, password });
    const secret = (await browser.post('/totp')).body['secret'] as string;
    await browser.post('/totp/confirm', { code: codeNow(secret) });
    later();
    const code = codeNow(secret);
    const both = await Promise.all(
      [1, 2].map(() => new PanelBrowser(service).post('/sign-in', { email: account, password, code })),
    );
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('[AUT3][AUT4] guesses of codes are limited, even with the password', async () => {
    const account = 'caio@loja.example';
    await newUser(service, account);
    const browser = new PanelBrowser(service);
    await browser.post('/sign-in', { email: account, password });
    const secret = (await browser.post('/totp')).body['secret'] as string;
    await browser.post('/totp/confirm', { code: codeNow(secret) });
    later();
    const guest = new PanelBrowser(service);
    const guess = (code: string) => guest.code(guest.post('/sign-in', { email: account, password, code }));
    for (let time = 0; time < 10; time++) expect(await guess(wrong)).toBe('WRONG_TOTP');
    expect(await guess(codeNow(secret))).toBe('TOO_MANY_ATTEMPTS');
  });
});
