import { availableMetatags, triggers } from '@retoma/flow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUser, PanelBrowser, password } from '../../../app/http/panel/testing/browser.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const ask = (query: string, key = service.checkoutKey, prefix = ''): Promise<Response> =>
  fetch(`${service.baseUrl}${prefix}/automation/metatags${query}`, { headers: { 'x-api-key': key } });

type List = {
  success: boolean;
  triggerType: string;
  validated: boolean;
  total: number;
  metatags: Record<string, unknown>[];
};

describe('[TAG4] the metatag catalogue', () => {
  test('the active ones of pix.generated, each with all that an editor needs', async () => {
    const answer = await ask('?triggerType=pix.generated');
    expect(answer.status).toBe(200);
    const total = availableMetatags('pix.generated').length;
    const list = (await answer.json()) as List;
    expect(list).toMatchObject({ success: true, triggerType: 'pix.generated', validated: true, total });
    expect(list.metatags.filter(({ status }) => status === 'active')).toHaveLength(total);
    expect(list.metatags.find(({ name }) => name === 'order.total')).toEqual({
      name: 'order.total',
      category: 'order',
      field: 'total',
      type: 'money',
      description: expect.any(String) as string,
      example: expect.stringContaining('R$ ') as string,
      channels: ['whatsapp', 'email', 'sms'],
      status: 'active',
      sensitive: false,
    });
  });

  test.each(triggers)('%s has its list, for a key of any kind, at both addresses', async (trigger) => {
    const lists = await Promise.all([
      ask(`?triggerType=${trigger}`).then((answer) => answer.json() as Promise<List>),
      ask(`?triggerType=${trigger}`, service.secretKey, '/api').then((answer) => answer.json() as Promise<List>),
    ]);
    expect(lists[0]).toEqual(lists[1]);
    expect(lists[0].total).toBeGreaterThan(0);
    expect(lists[0].validated).toBe(!['payment.failed', 'boleto.generated', 'lead.created'].includes(trigger));
  });

  test.each(['', '?triggerType=', '?triggerType=paid', '?triggerType=a&triggerType=b'])(
    '%j is 400 INVALID_TRIGGER with the accepted values',
    async (query) => {
      const answer = await ask(query);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        success: false,
        error: { code: 'INVALID_TRIGGER', accepted: [...triggers] },
      });
    },
  );

  test('a signed-in panel user needs no key; an invalid session is 401, and so is a wrong key beside a valid session', async () => {
    await newUser(service, 'ana@loja.example');
    const browser = new PanelBrowser(service);
    await browser.post('/sign-in', { email: 'ana@loja.example', password });
    const statusWith = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(`${service.baseUrl}/automation/metatags?triggerType=lead.created`, { headers })).status;
    expect(await statusWith({ cookie: browser.cookie! })).toBe(200);
    expect(await statusWith({ cookie: browser.cookie!, 'x-api-key': 'rtm_live_x' })).toBe(401);
    expect(await statusWith({ cookie: `__Host-retoma=${'A'.repeat(43)}` })).toBe(401);
  });

  test('without a key it is 401', async () => {
    expect((await ask('?triggerType=pix.generated', '')).status).toBe(401);
  });
});

test('the JSON Schema of a definition is served as published', async () => {
  const answer = await fetch(`${service.baseUrl}/automation.schema.json`);
  expect(answer.headers.get('content-type')).toContain('application/schema+json');
  expect(await answer.json()).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
});
