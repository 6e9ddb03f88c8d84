import { channelsOf } from '@retoma/flow/templates';
import { expect, test } from 'vitest';
import { beginningFor, freeName, goals, goalTriggers, templateFor } from './goals.ts';

test('[EDT10] every goal has a template of its trigger, whatever is connected', () => {
  for (const goal of goals) {
    for (const connected of [[], ['email'], ['whatsapp', 'email', 'sms']] as const)
      expect(templateFor(goal, connected).flow.trigger_event).toBe(goalTriggers[goal]);
  }
});

test('[EDT10] the template sends only over connected channels where there is such a template', () => {
  const channels = (...connected: Parameters<typeof templateFor>[1]) => channelsOf(templateFor('cart', connected).flow);
  expect(channels('email')).toEqual(['email']);
  expect(channels('whatsapp', 'email', 'sms')).toEqual(['whatsapp', 'email', 'sms']);
  expect(channels('whatsapp')).not.toContain('sms');
  expect(channelsOf(templateFor('card', ['sms']).flow)).toEqual(['sms']);
  expect(channelsOf(templateFor('pix', ['whatsapp']).flow)).toEqual(['whatsapp']);
});

test('[EDT10] two automations of one goal have different names', () => {
  expect(freeName('Recuperar PIX', [])).toBe('Recuperar PIX');
  expect(freeName('Recuperar PIX', ['Recuperar PIX', 'Recuperar PIX 2'])).toBe('Recuperar PIX 3');
});

test('[EDT10] a goal begins over the chosen channels alone, taken from the template that has most of them', () => {
  const begin = (...args: Parameters<typeof beginningFor>) => {
    const { template, channels, flow } = beginningFor(...args) ?? {};
    expect(flow && channelsOf(flow)).toEqual(channels);
    return channels && `${template}: ${channels.join(' ')}`;
  };
  expect(begin('pix', ['whatsapp'])).toBe('pix-by-whatsapp: whatsapp');
  expect(begin('pix', ['sms', 'whatsapp', 'email'])).toBe('pix-three-reminders: whatsapp email sms');
  expect(begin('pix', ['sms'])).toBe('pix-three-reminders: sms');
  expect(begin('boleto', ['whatsapp', 'email', 'sms'], 'sms')).toBe('boleto-or-pix: whatsapp sms');
  expect(begin('pix', [])).toBeUndefined();
  for (const goal of goals)
    for (const channel of ['whatsapp', 'email', 'sms'] as const) expect(begin(goal, [channel])).toMatch(`: ${channel}`);
});
