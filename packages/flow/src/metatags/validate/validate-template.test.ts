import fc from 'fast-check';
import { expect, test } from 'vitest';
import { triggers, type Channel, type Trigger } from '../../members/trigger.ts';
import { availableMetatags } from '../available.ts';
import { metatags } from '../catalogue/index.ts';
import { templateCodes, templateMessage, type TemplateCode } from './codes.ts';
import type { TextKind } from '../../members/member.ts';
import { validateTemplate, type TemplateIssue } from './validate-template.ts';

type Options = {
  trigger?: Trigger;
  channel?: Channel;
  kind?: TextKind;
  locale?: 'pt-BR' | 'en';
  knowsPixCode?: boolean;
};

function issues(text: string, options: Options = {}): TemplateIssue[] {
  const { errors, warnings } = validateTemplate({
    text,
    trigger: 'pix.generated',
    channel: 'whatsapp',
    member: 'message',
    kind: 'plain',
    ...options,
  });
  expect(errors.every(({ code }) => templateCodes[code].severity === 'error')).toBe(true);
  expect(warnings.every(({ code }) => templateCodes[code].severity === 'warning')).toBe(true);
  return [...errors, ...warnings];
}

const short = (text: string, options: Options = {}): unknown[] =>
  issues(text, options).map(({ code, suggestion }) => [code, suggestion ?? null]);

/** The text with every suggestion applied. */
function corrected(text: string, options: Options = {}): string {
  let result = text;
  for (const { suggestion, start, end } of issues(text, options).sort((one, other) => other.start - one.start)) {
    if (suggestion !== undefined) result = result.slice(0, start) + suggestion + result.slice(end);
  }
  return result;
}

test('[DEF8] an issue has a cause, a position and a suggestion', () => {
  expect(issues('Oi {{order.totl}}!')).toEqual([
    {
      code: 'UNKNOWN_METATAG',
      metatag: 'order.totl',
      member: 'message',
      message: '{{order.totl}} não existe no catálogo.',
      suggestion: '{{order.total}}',
      start: 3,
      end: 17,
    },
  ]);
  expect(issues('{{order.pix_code}}', { trigger: 'cart.abandoned', locale: 'en' })[0]?.message).toBe(
    '{{order.pix_code}} does not exist for the trigger “Cart abandoned”.',
  );
});

test('[DEF9] every active metatag is accepted for its trigger and channel', () => {
  for (const trigger of triggers) {
    for (const channel of ['whatsapp', 'email'] as const) {
      for (const { name } of availableMetatags(trigger, channel)) {
        const { errors } = validateTemplate({ text: `{{${name}}}`, trigger, channel, member: 'html', kind: 'html' });
        expect(errors).toEqual([]);
      }
    }
  }
});

test.each([
  ['{{ order.id }}', '{{order.id}}'],
  ['{{order.id}', '{{order.id}}'],
  ['{order.id}}', '{{order.id}}'],
  ['{{{order.id}}}', '{{order.id}}'],
  ['{{ order.totl }}', '{{order.total}}'],
  ['{{order_id}}', '{{order.id}}'],
  ['{{pix_code}}', '{{order.pix_code}}'],
  ['{{ nada.disso.existe }}', '{{nada.disso.existe}}'],
  ['{{order}}', null],
  ['{{', null],
])('[TAG3] %s is INVALID_SYNTAX', (text, suggestion) => {
  expect(short(text)).toEqual([['INVALID_SYNTAX', suggestion]]);
});

test.each([
  ['{{Order.Id}}', '{{order.id}}'],
  ['{{order.payment_metod}}', '{{order.payment_method}}'],
  ['{{order.itmes}}', '{{order.items}}'],
  ['{{cliente.nome}}', '{{customer.name}}'],
  ['{{Loja.Nome}}', '{{store.name}}'],
  ['{{foo.bar}}', null],
  ['{{constructor.name}}', null],
  ['{{__proto__.polluted}}', null],
])('[DEF9] %s is UNKNOWN_METATAG', (text, suggestion) => {
  const code = text.startsWith('{{_') ? 'INVALID_SYNTAX' : 'UNKNOWN_METATAG';
  expect(short(text)).toEqual([[code, suggestion]]);
});

test('[DEF9] a name that exists for another trigger is refused, with a replacement', () => {
  const cart: Options = { trigger: 'cart.abandoned' };
  expect(short('{{order.pix_code}}', cart)).toEqual([['UNAVAILABLE_FOR_TRIGGER', '{{checkout.url}}']]);
  expect(short('{{customer.name}}', cart)).toEqual([['UNAVAILABLE_FOR_TRIGGER', '{{lead.name}}']]);
  expect(short('{{order.total}}', cart)).toEqual([['UNAVAILABLE_FOR_TRIGGER', '{{cart.total}}']]);
  expect(short('{{order.pix_code}}', { trigger: 'payment.confirmed' })).toEqual([['UNAVAILABLE_FOR_TRIGGER', null]]);
});

test('[DEF9] the PIX image is for e-mail; [part 11] the trigger is reported before the channel', () => {
  expect(short('{{order.pix_qr_code}}')).toEqual([['UNAVAILABLE_FOR_CHANNEL', '{{order.url_pix_gerado}}']]);
  expect(short('{{order.pix_qr_code}}', { channel: 'email', kind: 'html' })).toEqual([]);
  expect(short('{{order.pix_qr_code}}', { channel: 'email', kind: 'subject' })).toEqual([
    ['UNAVAILABLE_FOR_CHANNEL', null],
  ]);
  for (const channel of ['email', 'sms'] as const) {
    expect(short('{{order.pix_qr_code}}', { trigger: 'cart.abandoned', channel })[0]).toMatchObject([
      'UNAVAILABLE_FOR_TRIGGER',
      '{{checkout.url}}',
    ]);
  }
});

test('[DEF9] errors come before warnings: a legacy or sensitive metatag is refused where its trigger or channel has none', () => {
  expect(short('{{customer.birth_date}}')).toEqual([['PLANNED_METATAG', null]]);
  expect(short('{{payment.pix_code}}')).toEqual([['LEGACY_METATAG', '{{order.pix_code}}']]);
  expect(short('{{payment.pix_code}}', { trigger: 'cart.abandoned' })).toEqual([
    ['UNAVAILABLE_FOR_TRIGGER', '{{checkout.url}}'],
  ]);
  for (const trigger of ['payment.confirmed', 'tracking_code_updated'] as const) {
    for (const name of ['payment.pix_code', 'payment.expiration_time'])
      expect(short(`{{${name}}}`, { trigger })).toEqual([['UNAVAILABLE_FOR_TRIGGER', null]]);
  }
  expect(short('{{payment.pix_code}}', { channel: 'email', kind: 'sender' })).toEqual([
    ['UNAVAILABLE_FOR_CHANNEL', null],
  ]);
  expect(short('{{payment.expiration_time}}')).toEqual([['LEGACY_METATAG', null]]);
  expect(short('{{current_year}}')).toEqual([['LEGACY_METATAG', null]]);
  expect(short('{{ current_year }}')).toEqual([['INVALID_SYNTAX', '{{current_year}}']]);
  expect(short('{{customer.document}}')).toEqual([['SENSITIVE_METATAG', null]]);
});

test('[DEF4] the sender is fixed and may hold no metatag', () => {
  const sender: Options = { channel: 'email', kind: 'sender' };
  expect(short('Loja Exemplo', sender)).toEqual([]);
  expect(issues('{{store.name}}', sender)).toMatchObject([
    { code: 'UNAVAILABLE_FOR_CHANNEL', message: '{{store.name}} não funciona em remetente, que é fixo.' },
  ]);
  expect(short('{{nada.disso}}', sender)).toEqual([['UNKNOWN_METATAG', null]]);
});

test.each(['', '  ', '\n\t'])('[Errors B] %j is EMPTY_TEMPLATE', (text) => {
  expect(short(text)).toEqual([['EMPTY_TEMPLATE', null]]);
});

test.each([
  ['R$ {{order.total}}', '{{order.total}}'],
  ['R${{order.total}}', '{{order.total}}'],
  ['r$  {{order.total}}', '{{order.total}}'],
  ['R$&nbsp;<b>{{order.total}}</b>', '&nbsp;<b>{{order.total}}</b>'],
  ['BRL {{shipping.price}}', '{{shipping.price}}'],
])('[DEF7] %s is DUPLICATE_CURRENCY', (text, without) => {
  expect(issues(`Total: ${text}`)).toMatchObject([{ code: 'DUPLICATE_CURRENCY', start: 7 }]);
  expect(corrected(`Total: ${text}`)).toBe(`Total: ${without}`);
});

test('[DEF7] a symbol in another position, or before a value that is not an amount, is valid', () => {
  expect(short('R$ 10 de desconto! {{order.total}} R$')).toEqual([]);
  expect(short('R$ {{order.id}}')).toEqual([]);
});

test('[DEF7] an SMS whose sample exceeds 160 characters may overflow, reported at its longest metatag', () => {
  const sms: Options = { channel: 'sms' };
  const pay = '{{order.url_pix_gerado}}';
  expect(short('{{order.pix_code}}', sms)).toEqual([['SMS_MAY_OVERFLOW', pay]]);
  expect(short('{{order.pix_code}}')).toEqual([]);
  const link = 'https://pay.loja.example/pay/3f0c9a52-7d1e-4b8a-9c55-1e2d3c4b5a69?view=pix';
  const fits = 'é'.repeat(160 - link.length) + pay;
  expect(short(fits, sms)).toEqual([]);
  expect(issues(`a${fits}`, sms)).toMatchObject([
    { code: 'SMS_MAY_OVERFLOW', metatag: 'order.url_pix_gerado', message: expect.stringContaining('161') },
  ]);
  expect(short('😀'.repeat(160), sms)).toEqual([]);
  expect(short('😀'.repeat(161), sms)).toEqual([['SMS_MAY_OVERFLOW', null]]);
});

test.each(['payment.failed', 'boleto.generated', 'lead.created'] as const)(
  '[Events B] %s has no validator',
  (trigger) => {
    expect(short('{{ order.id }} {{foo.bar}} R$ {{order.total}}', { trigger })).toEqual([]);
  },
);

test('[DEF7] a text that relies on the PIX code is a warning where the store never has it', () => {
  const without = { knowsPixCode: false, locale: 'en' } as const;
  expect(issues('{{order.pix_code}} {{order.url_pix_gerado}}', without)).toMatchObject([
    { code: 'PIX_CODE_UNKNOWN', metatag: 'order.pix_code', start: 0, end: 18 },
  ]);
  const email = { ...without, channel: 'email', kind: 'html' } as const;
  expect(issues('{{order.pix_qr_code}}', email).map(({ code }) => code)).toEqual(['PIX_CODE_UNKNOWN']);
  expect(issues('{{order.pix_code}}')).toEqual([]);
});

test('every code occurs, except the two that this function never returns', () => {
  const raised = new Set<TemplateCode>(
    [
      '{{x}}',
      '{{a.b}}',
      '{{coupon.code}}',
      '{{tracking.code}}',
      '{{order.pix_qr_code}}',
      '{{current_year}}',
      '{{browser.ip}}',
      '',
    ]
      .concat('R$ {{order.total}}', '{total')
      .flatMap((text) => issues(text))
      .concat(issues('{{order.pix_code}}', { channel: 'sms' }))
      .concat(issues('{{order.pix_code}}', { knowsPixCode: false }))
      .map(({ code }) => code),
  );
  const raisedByOthers: TemplateCode[] = ['UNIMPLEMENTED_ACTION', 'DEPRECATED_METATAG'];
  expect([...raised, ...raisedByOthers].sort()).toEqual(Object.keys(templateCodes).sort());
  expect(metatags.some(({ status }) => status === 'deprecated')).toBe(false);
});

test('every text has all placeholders filled and differs between the two languages', () => {
  for (const code of Object.keys(templateCodes) as TemplateCode[]) {
    const [portuguese, english] = (['pt-BR', 'en'] as const).map((locale) =>
      templateMessage(code, locale, { metatag: '{place}', trigger: 'T', place: 'P', length: '9' }),
    );
    expect(portuguese).not.toBe(english);
    expect(portuguese).not.toMatch(/\{(trigger|length)\}/);
  }
});

const writing = fc
  .array(
    fc.oneof(
      fc.constantFrom('{{', '}}', '{', '}', 'R$ ', ' ', '\ud800', '<b>', '\0'),
      fc.constantFrom(...metatags.map(({ name }) => `{{${name}}}`), ...metatags.map(({ name }) => `{{ ${name}`)),
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(''));

test('[TAG3] applying every suggestion removes the errors that had one, for any text', () => {
  fc.assert(
    fc.property(writing, fc.constantFrom(...triggers), (text, trigger) => {
      for (const issue of issues(text, { trigger, channel: 'email', kind: 'html' })) {
        expect(text.slice(issue.start, issue.end).length).toBe(issue.end - issue.start);
        if (issue.suggestion === undefined || issue.code === 'DUPLICATE_CURRENCY') continue;
        const [again] = issues(issue.suggestion, { trigger, channel: 'email', kind: 'html' });
        if (again)
          expect([
            'UNKNOWN_METATAG',
            'LEGACY_METATAG',
            'SENSITIVE_METATAG',
            'PLANNED_METATAG',
            'UNAVAILABLE_FOR_TRIGGER',
          ]).toContain(again.code);
        if (again && issue.code !== 'INVALID_SYNTAX') expect(again.code).toBe('SENSITIVE_METATAG');
      }
    }),
  );
});

test('hostile text of a megabyte gives at most a hundred errors', () => {
  for (const unit of ['{{ ', '{{order.totl}}', 'R$ {{order.total}}']) {
    const { errors, warnings } = validateTemplate({
      text: unit.repeat(1_000_000 / unit.length),
      trigger: 'pix.generated',
      channel: 'sms',
      member: 'message',
      kind: 'plain',
    });
    expect(errors.length).toBeLessThanOrEqual(100);
    expect(warnings.length).toBeLessThanOrEqual(100);
    expect(errors.length + warnings.length).toBeGreaterThanOrEqual(100);
  }
});

test('[TAG3] a single brace before a word is a doubt outside HTML, with the metatag that it probably means', () => {
  expect(short('Seu pedido de {total')).toEqual([['SINGLE_BRACE', '{{order.total}}']]);
  expect(short('Oi {first_name}, falta {valor }')).toEqual([
    ['SINGLE_BRACE', '{{customer.first_name}}'],
    ['SINGLE_BRACE', '{{order.total}}'],
  ]);
  expect(short('Oi {promoção}')).toEqual([['SINGLE_BRACE', null]]);
  expect(short('Oi {order.total}')).toEqual([['INVALID_SYNTAX', '{{order.total}}']]);
  expect(short('Oi {{order.total}} :{ {1} ${x} {{order.total')).toEqual([['INVALID_SYNTAX', '{{order.total}}']]);
  expect(short('<style>p {color: red}</style>', { channel: 'email', kind: 'html' })).toEqual([]);
  expect(issues('{total')[0]!.message).toBe(
    '{total seria enviado assim: um dado tem duas chaves, {{categoria.campo}}.',
  );
});
