import { describe, expect, test } from 'vitest';
import { parseHtml } from '../testing/parse-html.ts';
import { store } from '../testing/views.ts';
import { renderUnsubscribe } from './unsubscribe.ts';

describe.each(['pt-BR', 'en'] as const)('the unsubscribe page in %s', (locale) => {
  test.each(['confirm', 'out', 'back'] as const)('%s: one heading, one button, the store and the channel', (state) => {
    for (const channel of ['whatsapp', 'email', 'sms'] as const) {
      const { html } = renderUnsubscribe({ store, channel, state }, locale);
      const { tags, text } = parseHtml(html);
      expect(tags.filter(({ name }) => name === 'h1')).toHaveLength(1);
      expect(tags.filter(({ name }) => name === 'button')).toHaveLength(1);
      expect(text).toContain(store.name);
      expect(text).toContain({ whatsapp: 'WhatsApp', email: 'e-mail', sms: 'SMS' }[channel]);
      expect(html).toContain(`value="${state === 'out' ? 'back' : 'out'}"`);
    }
  });

  test('has no script; a hostile name stays text, and a deleted store has a generic name', () => {
    const hostile = { ...store, name: '<img src=x onerror=alert(1)>' };
    const { html, policy } = renderUnsubscribe({ store: hostile, channel: 'sms', state: 'confirm' }, locale);
    expect(html).not.toMatch(/<script|<img src=x/);
    expect(policy).toContain("form-action 'self'");
    const rendered = renderUnsubscribe({ store: undefined, channel: 'sms', state: 'out' }, locale);
    expect(parseHtml(rendered.html).text).toMatch(/esta loja|this store/);
  });
});
