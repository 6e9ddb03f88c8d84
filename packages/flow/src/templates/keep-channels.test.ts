import { expect, test } from 'vitest';
import { naturalData } from '../analyse/natural-data.ts';
import { walkFlow } from '../definition/walk.ts';
import { channels, type Channel } from '../members/trigger.ts';
import { simulate } from '../simulate/simulate.ts';
import { validateFlow } from '../validate/validate.ts';
import { channelsOf, flowTemplates, keepChannels } from './index.ts';

const named = (name: string) => flowTemplates.find((template) => template.name === name)!.flow;
const sent = (name: string, ...kept: Channel[]) => {
  const flow = keepChannels(named(name), kept);
  const { messages } = simulate(flow, { start: '2026-01-05T10:00:00-03:00', context: naturalData(flow.trigger_event) });
  return messages.map(({ at, channel }) => `${channel} ${at}`);
};

test('[EDT10] every template stays valid with every choice of its channels, and sends over no other', () => {
  const choices = (all: readonly Channel[]): Channel[][] =>
    all.reduce<Channel[][]>((found, channel) => [...found, ...found.map((one) => [...one, channel])], [[]]);
  for (const { name, flow } of flowTemplates) {
    for (const chosen of choices(channelsOf(flow)).filter(({ length }) => length > 0)) {
      const kept = keepChannels(flow, chosen);
      if (kept.steps.length === 0) continue;
      expect(channelsOf(kept), name).toEqual(chosen);
      expect(validateFlow(kept), name).toMatchObject({ valid: true, structure: [] });
      for (const { step } of walkFlow(kept))
        if (step.type === 'condition') expect(JSON.stringify(step)).toMatch(/send_/);
    }
    expect(keepChannels(flow, channels)).toBe(flow);
  }
});

test('[EDT10] the messages that stay on one path move up to the times of those that go', () => {
  expect(sent('pix-three-reminders', 'whatsapp', 'email', 'sms')).toEqual(['whatsapp 20', 'sms 260', 'email 1320']);
  expect(sent('pix-three-reminders', 'sms')).toEqual(['sms 20']);
  expect(sent('pix-three-reminders', 'whatsapp', 'email')).toEqual(['whatsapp 20', 'email 260']);
  expect(sent('boleto-due-date', 'email')).toEqual(['email 10', 'email 1450']);
});

test('[EDT10] a message that only answers another goes with it', () => {
  expect(channelsOf(keepChannels(named('cart-question'), ['whatsapp']))).toEqual(['whatsapp']);
  expect(keepChannels(named('cart-question'), ['email']).steps).toEqual([]);
});
