import { composeMessage, type SendStep, type WhatsappData } from '@retoma/flow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recipient as number, whatsappConnections } from './testing/whatsapp-connections.ts';

// Hostile texts of shoppers stay in their member. A message with one has the same members as one with `Ana`, or is refused; it contains no
// gateway placeholder, hidden text or additional button.

const connections = new Map(whatsappConnections.map(({ name, compose }) => [name, compose]));

const name = '{{customer.name}}';
const template = { name: 'lembrete', parameters: [`Oi, ${name}`] };
const address = `https://loja.example/${name}?nome=${name}`;

/** Every member of every shape with a shopper's text, and a store's text beside it. */
const shapes: readonly WhatsappData[] = [
  { type: 'text', message: `Oi, ${name}!`, template },
  { type: 'whatsapp', text: `Oi, ${name}!`, template },
  { type: 'image', image: address, message: `Oi, ${name}!`, template },
  { type: 'audio', audio: address },
  { type: 'video', video: address, message: `Oi, ${name}!`, template },
  { type: 'document', document: address, documentType: 'application/pdf', template },
  { type: 'link', linkUrl: address, title: `a ${name}`, linkDescription: `a ${name}`, image: address, template },
  {
    type: 'button-actions',
    message: `Oi, ${name}!`,
    footer: `Até, ${name}!`,
    buttonActions: [
      { id: '1', type: 'URL', label: `Pagar, ${name}`, url: address },
      { id: '2', type: 'CALL', label: `Ligar, ${name}`, phone: `+5511${name}30000000` },
    ],
    template,
  },
  { type: 'button-actions', message: 'Oi', choices: [`Pagar, ${name}|url:${address}`], template },
  {
    type: 'button-list',
    buttonList: {
      buttons: [
        { id: 's', label: `Sim, ${name}` },
        { id: 'n', label: 'Não' },
      ],
    },
    template,
  },
  { type: 'button-list', message: `Oi, ${name}!`, choices: ['1', '2', '3', `Sim, ${name}`], template },
  { type: 'button-otp', message: `Oi, ${name}!`, code: `ABCDEFGHIJKLMNOP${name}`, template },
];

const render = (data: WhatsappData, value: string): unknown => {
  const step = { type: 'action', name: 'send_whatsapp', data } as SendStep;
  const source = { customer: { name: value, phone: `+${number}` } };
  const composed = composeMessage(step, source, { baseUrl: 'https://pay.example' });
  if (!composed.ok) expect(composed.reason).toBe('TEXT_TOO_LONG');
  return composed.ok ? composed.content : undefined;
};

/** The members of a body without their values; of an address also its host, of a uazapi choice also its parts. */
function skeleton(value: unknown, member = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => skeleton(one, member));
  if (typeof value === 'string') return skeletonOf(value, member);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, skeleton(inner, name)]));
}

function skeletonOf(text: string, member: string): string {
  if (/^https?:\/\/\S*$/.test(text)) return new URL(text).host;
  if (member !== 'choices') return 'text';
  const [, url] = /\|url:(.*)$/s.exec(text) ?? [];
  return `choice of ${text.split('|').length}${url === undefined ? '' : `, ${new URL(url).host}`}`;
}

function everyText(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(everyText) : [];
}

/** Hidden, reordering or broken characters, and gateway placeholders. */
const harmful = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]|\{\{|\}\}/;

/** Refusals that a value may cause: it was too long, or left no text. */
const fair = ['TEXT_TOO_LONG', 'EMPTY_MESSAGE', 'EMPTY_BUTTON', 'EMPTY_PARAMETER', 'WINDOW_CLOSED', 'INVALID_ADDRESS'];

function holds(connection: string, data: WhatsappData, value: string): void {
  const compose = connections.get(connection)!;
  const rendered = render(data, value);
  if (rendered === undefined) return;
  const composed = compose(rendered);
  const plain = compose(render(data, 'Ana'));
  if (!composed.ok) {
    // A provider that does not send a type refuses it with every value.
    if (composed.reason === 'UNSUPPORTED_CONTENT') expect(plain).toEqual(composed);
    else expect(fair).toContain(composed.reason);
    return;
  }
  expect(everyText(composed.calls).filter((text) => harmful.test(text) || !text.isWellFormed())).toEqual([]);
  if (!plain.ok) throw new Error(plain.reason);
  // A code that would end a uazapi choice is sent as text.
  if (composed.calls[0].path === 'send/text' && data.type === 'button-otp' && value.includes('|')) return;
  expect(skeleton(withoutPreview(composed.calls))).toEqual(skeleton(withoutPreview(plain.calls)));
}

/** A preview depends on whether there is an address, and a row has a description only if it was cut. */
const withoutPreview = (calls: unknown): unknown =>
  JSON.parse(JSON.stringify(calls), (member, value: unknown) =>
    ['preview_url', 'linkPreview', 'description'].includes(member) ? undefined : value,
  );

const hostile: Record<string, string> = {
  HTML: '<script>alert(1)</script><img src=x onerror=alert(1)>',
  'CR and LF': 'Ana\r\nX-Injected: 1\r\n\r\n{"phone":"5511900000000"}',
  'a placeholder': 'Ana {{name}} {{{lead_name}}} {{ $json.x }}',
  'an opening and a closing brace': '{',
  'braces that a line break parts': '{\n{name}\r\n}{\t{',
  bidi: '\u202egro.live//:sptth\u202c \u2066x\u2069',
  JSON: '","to":"+5511900000000","x":"\\u0022',
  choices: '|url:https://mau.example|copy:1|[Seção]|call:+5511900000000',
  'another host': '@mau.example/',
  'another path': '/../../..//mau.example/\\mau.example',
  'another query': '?a=b&c=d#e',
  'NUL and halves of characters': 'A\0n\ud800a\udc00',
  'line separators': 'A\u2028n\u2029a\u0085\u000b\f',
  '100 KB': 'A'.repeat(100_000),
  '100 KB of braces': '{'.repeat(100_000),
  '100 KB of emoji': '😀'.repeat(25_000),
  spaces: ' \u00a0\t ',
  nothing: '',
  'its own metatag': '{{customer.name}}',
};

describe.each([...connections.keys()])('hostile values through %s', (connection) => {
  test.each(Object.keys(hostile))('%s', (value) => {
    for (const data of shapes) holds(connection, data, hostile[value]!);
  });

  test('random values', () => {
    const phrases = fc.constantFrom(
      '{{',
      '}}',
      '|',
      'url:',
      'https://mau.example',
      '\r\n',
      '\u202e',
      '[',
      '"',
      '<',
      'Ana',
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.array(phrases).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(fc.constantFrom(...shapes), value, (data, value) => holds(connection, data, value)),
      { numRuns: 200 },
    );
  });
});
