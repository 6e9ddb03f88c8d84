import { describe, expect, test } from 'vitest';
import { analyse, type Analysis } from './analyse.ts';
import type { Picks } from './fix-picks.ts';

let made = 0;
const read = (text: string, picks: Picks = {}): Analysis => analyse(text, picks, () => `made-${++made}`, 'pt-BR');
const flow = {
  name: 'Recuperar PIX',
  trigger_event: 'pix.generated',
  settings: { stopOn: 'payment.confirmed' },
  steps: [
    { type: 'delay', id: 'w', minutes: 30 },
    { type: 'action', id: 'm', name: 'send_whatsapp', data: { type: 'text', message: 'Oi, "tudo bem"?\nSeu PIX' } },
  ],
};
const text = JSON.stringify(flow, null, 2);
const fenced = (body: string, language = 'json'): string => `\`\`\`${language}\n${body}\n\`\`\``;
const step = '{"type": "delay", "minutes": 30}';

describe('[EDT16] a text from elsewhere', () => {
  test.each([
    [
      'an answer that quotes its words',
      `Claro! Aqui está "Recuperar PIX":\n\n${fenced(text)}\n\nEla espera ("delay").`,
    ],
    ['metatags and a step in the prose', `Uso {{customer.first_name}} e ${step}.\n${fenced(text)}`],
    ['two fences, one of them a step', `${fenced(text)}\nO passo:\n${fenced(step)}`],
    ['an empty automation before the whole one', `Antes:\n${fenced('{"steps": []}')}\nDepois:\n${fenced(text)}`],
    ['prose about the list', `O {"steps"} fica assim:\n${fenced(text)}\nNote que {"steps": [...]} é a lista.`],
    ['a program', fenced(`const flow = ${text};\nexport default flow;`, 'js')],
    ['a mark of order', `\ufeff${text}`],
    ['curly quotation marks', text.replaceAll('\\"', "'").replace(/"(\w+)"/g, '“$1”')],
    ['comments and commas', text.replace('"steps": [', '"steps": [ // os passos').replace(/\]\n\}$/, '],\n}')],
    ['names without quotation marks', text.replace(/"(\w+)":/g, '$1:')],
    ['single quotation marks', `{name: 'Recuperar PIX', ${text.slice(text.indexOf('"trigger_event"'))}`],
    ['Python', text.replace('"steps"', '"active": True, "description": None, "steps"')],
    ['line ends in a message', text.replace('\\n', '\n')],
    ['JSON in a string', JSON.stringify(text)],
    ['JSON in a string twice', JSON.stringify(JSON.stringify(text))],
    ['an envelope', `{"automation": ${text}}`],
    ['an envelope with a text', JSON.stringify({ success: true, data: text })],
    ['a list of one', `[${text}]`],
  ])('%s is the automation', (_, input) => {
    const { result } = read(input);
    expect(result).toMatchObject({ structureErrors: 0 });
    expect(result!.flow).toMatchObject({ name: 'Recuperar PIX', trigger_event: 'pix.generated' });
    expect(JSON.stringify(result!.flow)).toContain('Seu PIX');
  });

  test.each([
    ['n8n', JSON.stringify({ nodes: [{ type: 'n8n-nodes-base.wait' }], connections: {} }), /^Isto é do n8n/],
    ['n8n in a fence', fenced('{"name": "x", "nodes": [{"type": "@n8n/n8n.ai"}], "connections": {}}'), /do n8n/],
    ['nodes and edges', '{"nodes": [{"id": "1"}], "edges": []}', /um diagrama de outro programa/],
    ['Make', '{"name": "x", "flow": [{"module": "gateway:CustomWebHook"}]}', /do Make/],
    ['Typebot', '{"groups": [{"blocks": []}], "edges": []}', /do Typebot/],
    ['Node-RED', '[{"id": "a", "type": "inject", "wires": [["b"]]}]', /do Node-RED/],
    ['several automations', `[${text}, ${text}]`, /mais de uma automação/],
    ['several fences', `Um:\n${fenced(text)}\nOutro:\n${fenced(text)}`, /mais de uma automação/],
    ['an answer that was cut', fenced(text.slice(0, -40)), /acabou no meio/],
    ['YAML', 'name: PIX\ntrigger_event: pix.generated\nsteps:\n  - type: delay\n', /parece YAML/],
    ['an object without steps', '{"name": "x"}', /Não há passos/],
    ['an empty object', '{}', /Não há passos/],
  ])('%s is named, with what to do instead, and cannot be saved', (_, input, message) => {
    const { found, result } = read(input);
    expect(found.map((one) => one.message).join('\n')).toMatch(message);
    expect(result).toBeUndefined();
  });

  test('near words are replaced, with the list of what was; unticked they stay', () => {
    const input = JSON.stringify({
      nome: 'Recuperar PIX',
      trigger: 'pix_gerado',
      steps: [
        { type: 'wait', hours: 2 },
        {
          type: 'if',
          condition: { field: 'payment_status', operator: '=', value: 'pendente' },
          then: [
            { type: 'whatsapp', message: 'Seu PIX espera.' },
            { type: 'sms', texto: 'Seu PIX' },
          ],
          else: [{ type: 'fim' }],
        },
      ],
    });
    const analysis = read(input);
    expect(analysis.result).toMatchObject({ structureErrors: 0, templateErrors: 0 });
    expect(analysis.result!.flow).toMatchObject({
      name: 'Recuperar PIX',
      trigger_event: 'pix.generated',
      steps: [
        { type: 'delay', minutes: 120 },
        {
          type: 'condition',
          conditions: [{ value: 'pending' }],
          if_true: [
            { type: 'action', name: 'send_whatsapp', data: { type: 'text', message: 'Seu PIX espera.' } },
            { type: 'action', name: 'send_sms', data: { message: 'Seu PIX' } },
          ],
          if_false: [{ type: 'end' }],
        },
      ],
    });
    const words = analysis.choices.find(({ code }) => code === 'words')!;
    expect(words.details).toEqual(
      expect.arrayContaining([
        'trigger_event: pix_gerado → pix.generated',
        'steps[0].type: wait → delay',
        'steps[1].if_true[0].type: whatsapp → action',
      ]),
    );
    expect(read(input, { words: false }).result!.structureErrors).toBeGreaterThan(0);
    expect(read(text).choices.map(({ code }) => code)).not.toContain('words');
  });

  test.each(['pagamento aprovado', 'Cart Abandoned', 'boleto-gerado', 'novo lead', 'order_shipped', 'cartão_recusado'])(
    'the event %s is understood',
    (event) => {
      const { result } = read(JSON.stringify({ ...flow, trigger_event: event }));
      expect(result!.flow.trigger_event).not.toBe(event);
      expect(result).toMatchObject({ structureErrors: 0 });
    },
  );

  test('a value that nothing explains is answered with those that exist', () => {
    const { found } = read(JSON.stringify({ ...flow, trigger_event: 'lua.cheia', steps: [{ type: 'dançar' }] }));
    const messages = found.map(({ message }) => message).join('\n');
    expect(messages).toMatch(/lua\.cheia.*pix\.generated.*cart\.abandoned/);
    expect(messages).toMatch(/dançar.*delay.*condition/);
  });
});
