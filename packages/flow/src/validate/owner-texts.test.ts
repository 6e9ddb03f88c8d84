import { locales, type Locale } from '@retoma/commerce/locale';
import { describe, expect, test } from 'vitest';
import { templateCodes, templateMessage, type TemplateCode } from '../metatags/validate/codes.ts';
import { metatags } from '../metatags/catalogue/index.ts';
import { describeMember } from '../members/member-labels.ts';
import { automationSchema } from '../schema/automation-schema.ts';
import { codes, jsonSyntaxTexts, wordLabels, type Code, type JsonSyntaxIssue, type Word } from '../members/codes.ts';
import { toIssue } from './issue.ts';
import type { Key, Values } from '../members/report.ts';
import { validateFlow } from './validate.ts';

/** Every member name of the published schema. */
function membersIn(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found;
  for (const [keyword, part] of Object.entries(schema)) {
    if (keyword === 'properties') for (const member of Object.keys(part as object)) found.add(member);
    membersIn(part, found);
  }
  return found;
}

const members = [...membersIn(automationSchema)];

/** Names that only a definition contains: members that are not ordinary words, and names of metatags, actions and fields. */
const codeNames = {
  'pt-BR': [...members.filter((member) => member !== 'data'), 'true', 'false'],
  // An English text may contain "name" or "steps".
  en: members.filter((member) => /[A-Z_]/.test(member)),
} satisfies Record<Locale, string[]>;
const codePatterns = [
  'send_whatsapp',
  'send_email',
  'send_sms',
  'payment_status',
  'null',
  'true or false',
  'steps[',
  '{{',
];

/** The code names that occur in a text as separate words. */
function codeIn(text: string, locale: Locale): string[] {
  const names = codeNames[locale].filter((name) =>
    new RegExp(`(?<![\\p{L}\\p{N}_])${name}(?![\\p{L}\\p{N}_])`, 'u').test(text),
  );
  return [...names, ...codePatterns.filter((word) => text.includes(word)), ...(/\{\w+\}/.test(text) ? [text] : [])];
}

/** All values that a rule may use for a placeholder. */
function everyValues(code: Code): Values[] {
  const text = codes[code]['pt-BR'];
  const base: Values = {
    min: 1,
    max: 5,
    length: 9,
    got: 'X',
    other: '{{order.boleto_url}}',
    accepted: ['send_sms'],
    trigger: 'pix.generated',
    sequence: { 'pt-BR': 'PIX às 10:00', en: 'PIX at 10:00' },
    cause: { 'pt-BR': 'O e-mail é grande demais.', en: 'The e-mail is too large.' },
  };
  const names = Object.keys(wordLabels) as Word[];
  if (text.includes('{reason}'))
    return (Object.keys(jsonSyntaxTexts) as JsonSyntaxIssue[]).map((reason) => ({ ...base, reason }));
  if (text.includes('{expected}')) return names.map((expected) => ({ ...base, expected, got: null }));
  if (text.includes('{subject}')) return names.map((subject) => ({ ...base, subject }));
  if (text.includes('{scope}')) return names.map((scope) => ({ ...base, scope }));
  return [base, { ...base, got: true }, { ...base, got: [] }, { ...base, got: {} }, { ...base, got: null }];
}

describe.each(locales)('the texts for store owners, in %s', (locale) => {
  test.each(Object.keys(codes) as Code[])(
    '[DEF1] %s contains no member name of the definition, for any member',
    (code) => {
      const wrong = members.flatMap((member) =>
        everyValues(code).flatMap((values) => {
          const places: Key[][] = [
            ['steps', 0, 'data', member],
            ['steps', 0, member, 2],
          ];
          return places.flatMap((keys) => {
            const finding = { keys, code, values, suggestion: 'remetente_email' };
            return codeIn(toIssue(finding, locale, 'owner').message, locale);
          });
        }),
      );
      expect([...new Set(wrong)]).toEqual([]);
    },
  );

  test.each(Object.keys(templateCodes) as TemplateCode[])(
    '[DEF7] %s of a text contains no member name and no metatag',
    (code) => {
      const values = { metatag: 'Código PIX', trigger: 'PIX', place: 'SMS', length: '170', member: 'Assunto' };
      expect(codeIn(templateMessage(code, locale, values, 'owner'), locale)).toEqual([]);
    },
  );

  test('every member has a label', () => {
    expect(members.filter((member) => describeMember(member, locale) === member)).toEqual([]);
  });

  test('[DEF7] every metatag that a text cannot hold is shown with its label', () => {
    const texts = metatags.map(({ name }) => `{{${name}}}`);
    const steps = texts.map((message) => ({ type: 'action', name: 'send_sms', data: { message } }));
    for (const trigger_event of ['cart.abandoned', 'lead.created'] as const) {
      const flow = { name: 'Teste', trigger_event, steps };
      const { structure, _validation } = validateFlow(flow, { locale, audience: 'owner', mode: 'warn' });
      const ofTexts = (_validation?.steps ?? []).flatMap(({ errors, warnings }) => [...errors, ...warnings]);
      const sentences = [...structure.filter(({ code }) => code === 'UNFILLED_METATAG'), ...ofTexts];
      expect(sentences.length).toBeGreaterThan(20);
      expect(sentences.flatMap(({ message }) => codeIn(message, locale))).toEqual([]);
    }
  });
});

test('[DEF1] owners get the panel’s labels, developers the definition’s names', () => {
  const flow = {
    name: 'Teste',
    trigger_event: 'pix.generated',
    steps: [
      { type: 'delay', minutes: 20_000 },
      {
        type: 'action',
        name: 'send_email',
        data: { remetente_nome: 'Loja', subject: '', html: '<p>{{cart.abandonedAt}}</p>' },
      },
    ],
  };
  const sentences = (audience: 'owner' | 'developer'): string[] => {
    const { structure, _validation } = validateFlow(flow, { audience });
    return [...structure, ..._validation!.steps.flatMap(({ errors }) => errors)]
      .filter(({ code }) => codes[code as Code]?.severity !== 'warning')
      .map(({ message }) => message);
  };
  expect(sentences('owner')).toEqual([
    'Espera deve ficar entre 1 minuto e 7 dias, mas é 13 dias, 21 horas e 20 minutos.',
    'Falta preencher: E-mail do remetente.',
    'Assunto não pode ficar vazio.',
    'Carrinho abandonado em não existe em PIX gerado.',
  ]);
  expect(sentences('developer')).toEqual([
    'minutes deve ficar entre 1 e 10080, mas é 20000.',
    'Falta o campo remetente_email.',
    'subject não pode ficar vazio.',
    '{{cart.abandonedAt}} não existe no gatilho “PIX gerado”.',
  ]);
});
