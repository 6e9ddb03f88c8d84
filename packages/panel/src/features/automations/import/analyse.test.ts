import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { importFlow, isFlat, validateText, walkFlow, type Flow } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { analyse, type Analysis } from './analyse.ts';
import type { Picks } from './fix-picks.ts';
import { fixText } from './fix-text.ts';

const samples = path.join(import.meta.dirname, '../../../../../flow/samples');
const sample = (name: string): string => readFileSync(path.join(samples, name, 'flow.json'), 'utf8');
let made = 0;
const read = (text: string, picks: Picks = {}): Analysis => analyse(text, picks, () => `made-${++made}`, 'pt-BR');
const codes = ({ found }: Analysis): string[] => found.map(({ code }) => code);

const broken = sample('pix-recovery-flat')
  .replaceAll('check2-pending', 'check1-pending')
  .replace('"field": "payment_status"', '"field": "order.status"')
  .replace('"active": true,\n', '"active": true, // ligada\n')
  .replace(/\]\n\}\s*$/, '],\n}\n');

describe('analysing a text', () => {
  test('[EDT8] a reminder that can reach someone who has paid is reported with its path; the offered fix ends the run by the payment', () => {
    const analysis = read(sample('reminder-after-payment'));
    const reminder = analysis.found.find(({ code }) => code === 'REMINDER_AFTER_PAYMENT');
    expect(reminder?.message).toMatch(/^Este lembrete pode chegar a quem já pagou \(PIX às 10:00, pago às /);
    const choice = analysis.choices.find(({ code }) => code === 'REMINDER_AFTER_PAYMENT');
    expect([choice?.picked, fixText('REMINDER_AFTER_PAYMENT', 'pt-BR')]).toEqual([
      true,
      'Encerrar a automação quando o pagamento entrar',
    ]);
    expect(analysis.result!.flow.settings?.stopOn).toBe('payment.confirmed');
  });

  test('[EDT2] every issue is reported with its position, and the offered fixes remove them', () => {
    const analysis = read(broken);
    expect(codes(analysis)).toEqual(expect.arrayContaining(['comment', 'trailing_comma', 'UNKNOWN_FIELD']));
    expect(analysis.found.find(({ code }) => code === 'UNKNOWN_FIELD')).toMatchObject({ layer: 'structure', line: 22 });
    expect(analysis.choices.map(({ key, picked }) => [key.split(' ')[0], picked])).toEqual([
      ['syntax', true],
      ['branch-ids', true],
      ['nested', true],
      ['UNKNOWN_FIELD', true],
    ]);
    const { flow, text, structureErrors } = analysis.result!;
    expect(structureErrors).toBe(0);
    expect(isFlat(flow)).toBe(false);
    expect(importFlow(text)).toMatchObject({ ok: true });
    expect(analysis.found.filter((one) => one.severity === 'error' && !analysis.resolved.has(one))).toEqual([]);
    const tree = (one: Flow): unknown[] => [...walkFlow(one)].map(({ path, step }) => [path, step.id]);
    expect(tree(flow)).toEqual(tree(read(sample('pix-recovery-flat')).result!.flow));
  });

  test('[EDT16] the answer of a chat: every defect at its place, the offered fix leaves a valid automation', () => {
    const answer = `Claro! Segue:\n\`\`\`json\n${sample('pix-recovery').replaceAll('"', '”')}\`\`\`\nEspero ter ajudado!`;
    const analysis = read(answer);
    expect(analysis.found.map(({ code, line, column, layer }) => [code, line, column, layer])).toEqual([
      ['text_outside', 1, 1, 'syntax'],
      ['quote', 4, 3, 'syntax'],
      ['text_outside', answer.split('\n').length - 2, 2, 'syntax'],
    ]);
    expect(analysis.found.every((one) => analysis.resolved.has(one) && one.message !== '')).toBe(true);
    expect(analysis.result).toMatchObject({ structureErrors: 0, templateErrors: 0 });
    expect(analysis.result!.flow).toEqual(read(sample('pix-recovery')).result!.flow);
    expect(read(answer, { syntax: false }).result).toBeUndefined();
  });

  test('an unselected fix is not applied', () => {
    expect(read(broken, { syntax: false }).result).toBeUndefined();
    expect(read(broken, { nested: false }).result!.structureErrors).toBeGreaterThan(0);
    const field = read(broken).choices.find(({ code }) => code === 'UNKNOWN_FIELD')!;
    expect(read(broken, { [field.key]: false }).result!.structureErrors).toBe(1);
  });

  test('a fix that loses data is not preselected', () => {
    const flow = JSON.parse(sample('pix-recovery')) as Flow;
    const webhook = { type: 'action', id: 'w', name: 'webhook', data: { url: 'https://loja.example/x' } };
    const text = JSON.stringify({ ...flow, steps: [webhook, ...flow.steps] });
    const { choices, result } = read(text);
    expect(choices).toMatchObject([{ code: 'UNIMPLEMENTED_ACTION', lossy: true, picked: false }]);
    expect(result!.templateErrors).toBe(1);
    const accepted = read(text, { [choices[0]!.key]: true });
    expect(accepted.result).toMatchObject({ templateErrors: 0 });
    expect(accepted.result!.flow.steps).toHaveLength(flow.steps.length);
  });

  test('[DEF8] only in mode block do errors in metatags prevent activating a text', () => {
    const text = sample('pix-recovery').replace('{{', '{{order.nothing}} {{');
    const inMode = (mode: 'off' | 'warn' | 'block') => analyse(text, {}, () => `made-${++made}`, 'pt-BR', mode);
    const severities = (mode: 'off' | 'warn' | 'block') =>
      inMode(mode)
        .found.filter(({ layer }) => layer === 'meaning')
        .map(({ severity }) => severity);
    expect([severities('block'), inMode('block').result!.templateErrors]).toEqual([['error'], 1]);
    expect([severities('warn'), inMode('warn').result!.templateErrors]).toEqual([['warning'], 0]);
    expect([severities('off'), inMode('off').result!.templateErrors]).toEqual([[], 0]);
  });

  test('a text that is not a JSON object gets an issue and no diagram', () => {
    for (const text of ['', 'olá', '[]', 'null', '7']) {
      const { found, result } = read(text);
      expect([text, result, found.length > 0]).toEqual([text, undefined, true]);
    }
  });

  test('[EDT9] any JSON object can be drawn and saved paused, byte for byte, with every error and its line', () => {
    const text = '{\n"trigger_event": "order.exploded",\n"steps": [null,\n{ "type": "condition", "id": "c" }]}';
    const { found, result } = read(text);
    expect(result).toMatchObject({ text, structureErrors: 4 });
    expect(found.map(({ path, line }) => [path, line])).toEqual([
      ['name', 1],
      ['trigger_event', 2],
      ['steps[0]', 3],
      ['steps[1].branches', 4],
    ]);
  });
});

test.each(readdirSync(samples))(
  '[EDT3] %s: opens with the validator’s issues, and a valid text keeps every byte',
  (name) => {
    const text = sample(name);
    const { found, choices, result } = read(text);
    const { structure } = validateText(text, { mode: 'block' });
    if (structure[0]?.code === 'INVALID_JSON')
      return expect(found).toContainEqual(expect.objectContaining({ layer: 'syntax' }));
    expect(
      found.filter(({ layer }) => layer === 'structure').map(({ code, line, column }) => [code, line, column]),
    ).toEqual(structure.map(({ code, line, column }) => [code, line, column]));
    if (!importFlow(text).ok) return;
    const none = Object.fromEntries(choices.map(({ key }) => [key, false]));
    expect(result).toBeDefined();
    expect(read(text, none).result!.text).toBe(text);
  },
);
