import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashContact } from '../../base/crypto/contact-hash.ts';
import { send, eventData } from '../../testing/engine-reading.ts';
import { ana, startTestEngine, type TestEngine } from '../../testing/test-engine.ts';
import { readUnsubscribeToken } from '../../base/links/unsubscribe-link.ts';

let service: TestEngine;
beforeEach(async () => {
  service = await startTestEngine();
});
afterEach(() => service.stop());

const tag = '{{store.unsubscribe_url}}';
const email = (html: string) => ({
  type: 'action',
  name: 'send_email',
  data: { remetente_nome: 'Loja', remetente_email: 'oi@loja.example', subject: 'Olá!', html },
});

describe('the unsubscribe link in a message', () => {
  test('[COM8] identifies its contact and its channel, on every channel', async () => {
    const sms = { type: 'action', name: 'send_sms', data: { message: tag } };
    await service.publish({ steps: [send(tag), sms, email(`<p>${tag}</p>`)] as never });
    await service.happen({ type: 'pix.generated', data: eventData });
    await service.settle();
    // An SMS has a shorter link, which redirects there.
    const { rows } = await service.db.query<{ target: string }>('select target from short_links');
    const named = service.delivered.map(({ channel, content }) => {
      const [, token] = /\/u\/([\w-]+)/.exec(channel === 'sms' ? rows[0]!.target : JSON.stringify(content)) ?? [];
      return [channel, token && readUnsubscribeToken(service.engine.unsubscribeKey, token)];
    });
    const whom = (channel: 'whatsapp' | 'sms' | 'email', address: string) => [
      channel,
      {
        storeId: service.storeId,
        channel,
        contactHash: hashContact(service.engine, service.storeId, channel, address),
      },
    ];
    expect(Object.fromEntries(named)).toEqual(
      Object.fromEntries([whom('email', ana.email), whom('sms', ana.phone), whom('whatsapp', ana.phone)]),
    );
  });

  test('[DEF9] the provider gets MJML separately from its values', async () => {
    const mjml = `<mjml><mj-body><mj-section><mj-column><mj-text>{{customer.name}} ${tag}</mj-text></mj-column></mj-section></mj-body></mjml>`;
    await service.publish({ steps: [email(mjml)] as never });
    await service.happen({ type: 'pix.generated', data: eventData });
    await service.settle();
    const { mjml: parts } = service.delivered[0]!;
    expect(parts?.template).not.toContain(ana.name);
    expect(parts?.values).toEqual([ana.name, expect.stringMatching(/\/u\/[\w-]+$/)]);
  });
});
