import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../../../app/http/panel/testing/browser.ts';

const samples = path.resolve(import.meta.dirname, '../../../../../flow/samples');
const recovery = readFileSync(path.join(samples, 'pix-recovery/flow.json'), 'utf8');

const services: TestService[] = [];
const owners = {} as Record<'off' | 'warn' | 'block', { browser: PanelBrowser; list: string }>;
beforeAll(async () => {
  for (const mode of ['off', 'warn', 'block'] as const) {
    const service = await startTestService({ AUTOMATION_TEMPLATE_VALIDATION_MODE: mode });
    services.push(service);
    await newUser(service, 'ana@loja.example', 'owner');
    const browser = new PanelBrowser(service);
    await browser.post('/sign-in', { email: 'ana@loja.example', password });
    owners[mode] = { browser, list: `/stores/${service.storeId}/automations` };
  }
});
afterAll(() => Promise.all(services.map((service) => service.stop())));

/** The responses to an import as a draft, an import that activates, a save and a publication. */
async function answers(mode: keyof typeof owners, text: string): Promise<Record<string, unknown>[]> {
  const { browser, list } = owners[mode];
  const paused = await browser.post(list, { source: { kind: 'text', text, activate: false } });
  const active = await browser.post(list, { source: { kind: 'text', text, activate: true } });
  const one = `${list}/${String(paused.body['automationId'])}`;
  const saved = await browser.send('PUT', `${one}/draft`, { text, revision: 1 });
  const published = await browser.post(`${one}/publish`, { revision: 2, active: true });
  return [paused, active, saved, published].map(({ body }) => body);
}

test('[DEF8] in mode warn import, save and publish report errors in metatags and block nothing', async () => {
  const wrong = { valid: false, totalErrors: 1, steps: [{ errors: [{ code: 'UNKNOWN_METATAG' }] }] };
  for (const body of await answers('warn', recovery.replace('{{', '{{order.nothing}} {{')))
    expect(body).toMatchObject({ success: true, _validation: wrong });
});

test('[DEF8] in mode block responses without errors contain the warnings', async () => {
  for (const body of await answers('block', recovery.replace('{{', '{{payment.pix_code}} {{')))
    expect(body).toMatchObject({ success: true, _validation: { valid: true, totalErrors: 0, totalWarnings: 1 } });
});

test('[DEF8] in mode off responses contain no validation', async () => {
  for (const body of await answers('off', recovery.replace('{{', '{{order.nothing}} {{'))) {
    expect(body).toMatchObject({ success: true });
    expect(body).not.toHaveProperty('_validation');
  }
});
