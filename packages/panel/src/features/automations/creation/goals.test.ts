import { channelsOf } from '@retoma/flow/templates';
import { expect, test } from 'vitest';
import { freeName, goals, goalTriggers, templateFor } from './goals.ts';

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
