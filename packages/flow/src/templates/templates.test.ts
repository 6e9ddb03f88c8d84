import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { analysePaths } from '../analyse/analyse-paths.ts';
import { countSms } from '../channels/sms-parts.ts';
import { textMembersOf } from '../steps/action/texts.ts';
import { importFlow } from '../validate/import.ts';
import { triggers } from '../members/trigger.ts';
import { walkFlow } from '../definition/walk.ts';
import { isAvailable } from '../metatags/available.ts';
import { metatagNamed } from '../metatags/catalogue/index.ts';
import { findMetatags } from '../metatags/validate/find.ts';
import { readScenario } from '../simulate/check-scenario.ts';
import { simulate } from '../simulate/simulate.ts';
import { validateText } from '../validate/validate.ts';
import { channelsOf, flowTemplates, withSender, type FlowTemplate } from './index.ts';

const folder = path.join(import.meta.dirname, '../../templates');
const read = ({ name }: FlowTemplate, file: string): string => readFileSync(path.join(folder, name, file), 'utf8');

/** The result of a template's scenario. */
function played(template: FlowTemplate) {
  const checked = readScenario(read(template, 'scenario.json'), 'en', template.flow);
  expect(checked.issues).toEqual([]);
  if (!checked.ok) throw new Error(`the scenario of ${template.name} is wrong`);
  return { scenario: checked.scenario, answer: simulate(template.flow, checked.scenario) };
}

/** Every text of a template's messages. */
const textsOf = ({ flow }: FlowTemplate) =>
  [...walkFlow(flow)].flatMap(({ step }) => (step.type === 'action' ? textMembersOf(step) : []));

/** Replaces metatags by their examples, at the length of real values. */
const withExamples = (text: string): string =>
  text.replace(/\{\{([^{}]+)\}\}/g, (_, name: string) => metatagNamed(name)!.example);

test('every folder and every trigger has a template, under its name', () => {
  expect(flowTemplates.map(({ name }) => name).sort()).toEqual(readdirSync(folder).sort());
  expect(new Set(flowTemplates.map(({ flow }) => flow.trigger_event))).toEqual(new Set(triggers));
  expect(flowTemplates.length).toBeGreaterThanOrEqual(12);
});

test('docs/automations.md lists every template', () => {
  const docs = readFileSync(path.join(import.meta.dirname, '../../../../docs/automations.md'), 'utf8');
  const listed = [...docs.matchAll(/^- `([a-z-]+)`: (.+) \(`/gm)].map(([, name, title]) => [name, title]);
  expect(listed).toEqual(flowTemplates.map(({ name, about }) => [name, about.title['pt-BR']]));
});

describe.each(flowTemplates.map((template) => [template.name, template] as const))('%s', (_, template) => {
  const { flow, about } = template;

  test('[DEF8] is valid, without warnings', () => {
    const text = read(template, 'flow.json');
    expect(validateText(text, { mode: 'block', locale: 'en' })).toMatchObject({
      valid: true,
      structure: [],
      ...(!['payment.failed', 'boleto.generated', 'lead.created'].includes(flow.trigger_event) && {
        _validation: { totalErrors: 0, totalWarnings: 0 },
      }),
    });
    expect(importFlow(text)).toMatchObject({ ok: true, flow });
    expect(flow.name).toBe(about.title['pt-BR']);
  });

  test('[DEF9] contains only active metatags of its trigger and channel, none of them sensitive', () => {
    for (const { text, channel } of textsOf(template)) {
      for (const tag of findMetatags(text)) {
        const metatag = tag.wellFormed ? metatagNamed(tag.name) : undefined;
        expect(metatag, text.slice(tag.start, tag.end)).toMatchObject({ status: 'active' });
        expect(isAvailable(metatag!, flow.trigger_event, channel), metatag!.name).toBe(true);
        expect(metatag!.sensitivity).not.toBe('sensitive');
      }
    }
  });

  test('every step is reached, every branch matches, and no payment reminder reaches a customer who has paid', () => {
    expect(analysePaths(flow)).toMatchObject({ truncated: false, unreachable: [], neverReached: [], afterPaid: [] });
  });

  test('every step has an id, which the story and the timeline use', () => {
    expect([...walkFlow(flow)].filter(({ step }) => !step.id)).toEqual([]);
  });

  test('its story lists every message of its scenario, and the events in between', () => {
    const { scenario, answer } = played(template);
    const sent = about.story.filter(({ step }) => step !== undefined).map(({ at, step }) => [at, step]);
    expect(sent).toEqual(answer.messages.map(({ at, step }) => [at, step]));
    const instants = new Set([0, ...(scenario.changes ?? []).map(({ at }) => at), ...answer.trace.map(({ at }) => at)]);
    expect(about.story.filter(({ at }) => !instants.has(at))).toEqual([]);
    expect(about.story.map(({ at }) => at)).toEqual(about.story.map(({ at }) => at).sort((one, other) => one - other));
    expect(JSON.stringify(answer.messages)).not.toMatch(/\{\{/);
  });

  test('no SMS needs a second part or loses a letter', () => {
    for (const { text, channel } of textsOf(template)) {
      if (channel !== 'sms') continue;
      expect(countSms(text).foreign).toEqual([]);
      expect(countSms(withExamples(text).normalize('NFC'))).toMatchObject({ parts: 1 });
    }
  });

  test('has an opt-out notice: every e-mail, and the first message to a lead without a purchase', () => {
    for (const { text, kind, channel } of textsOf(template)) {
      if (channel === 'email' && kind === 'html') expect(text).toContain('{{store.unsubscribe_url}}');
    }
    if (!['cart.abandoned', 'lead.created'].includes(flow.trigger_event)) return;
    const first = textsOf(template).find(({ kind }) => kind !== 'subject' && kind !== 'sender');
    expect(first!.text).toMatch(/responda SAIR|store\.unsubscribe_url/);
  });

  test('its e-mails get the store’s sender', () => {
    const sent = withSender(flow, { name: 'Loja Aurora', address: 'oi@aurora.example' });
    const senders = [...walkFlow(sent)].flatMap(({ step }) =>
      step.type === 'action' && step.name === 'send_email'
        ? [[step.data.remetente_nome, step.data.remetente_email]]
        : [],
    );
    expect(senders).toEqual(senders.map(() => ['Loja Aurora', 'oi@aurora.example']));
    expect(senders.length > 0).toBe(channelsOf(flow).includes('email'));
    expect(channelsOf(sent)).toEqual(channelsOf(flow));
  });
});
