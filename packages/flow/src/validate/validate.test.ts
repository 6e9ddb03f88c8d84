import { describe, expect, test } from 'vitest';
import { limits } from '../members/limits.ts';
import type { Flow } from '../definition/flow.ts';
import { validateFlow, validateText, type Validation } from './validate.ts';

const flow = (steps: unknown[], more: object = {}): unknown => ({
  name: 'Exemplo',
  trigger_event: 'pix.generated',
  steps,
  ...more,
});
const sms = (message: string, more: object = {}) => ({ type: 'action', name: 'send_sms', data: { message }, ...more });
const templatesOf = ({ _validation: templates }: Validation): Validation['_validation'] => templates;
const codesOf = (value: unknown): string[] => validateFlow(value, { mode: 'off' }).structure.map(({ code }) => code);

describe('[DEF8] template validation', () => {
  const wrong = flow([{ type: 'delay', minutes: 1, onNext: [sms('Oi {{cliente.nome}}', { id: 'aviso' })] }]);

  test('reports every invalid step with its path', () => {
    expect(templatesOf(validateFlow(wrong))).toMatchObject({
      valid: false,
      totalErrors: 1,
      totalWarnings: 0,
      steps: [
        {
          stepId: 'aviso',
          path: 'steps[0].onNext[0]',
          errors: [{ code: 'UNKNOWN_METATAG', metatag: 'cliente.nome', member: 'message' }],
          warnings: [],
        },
      ],
    });
  });

  test('block makes an active automation invalid, warn does not, off skips the check', () => {
    expect(validateFlow(wrong).valid).toBe(false);
    expect(validateFlow(wrong, { mode: 'block' }).valid).toBe(false);
    expect(validateFlow({ ...(wrong as Flow), active: false }, { mode: 'block' }).valid).toBe(true);
    expect(validateFlow(wrong, { mode: 'warn' })).toMatchObject({ valid: true, _validation: { valid: false } });
    const unlooked = validateFlow(wrong, { mode: 'off' });
    expect(unlooked).not.toHaveProperty('_validation');
    expect(unlooked).toMatchObject({
      valid: true,
      format: 'nested',
      structure: [{ code: 'RECOVERY_WITHOUT_CHECK' }, { code: 'REMINDER_AFTER_PAYMENT' }],
    });
  });

  test('is null if no validator applies, and for an invalid definition', () => {
    for (const trigger_event of ['payment.failed', 'boleto.generated', 'lead.created', 'pix.gerado', 7, '__proto__']) {
      expect(templatesOf(validateFlow(flow([sms('{{cliente.nome}}')], { trigger_event })))).toBeNull();
    }
    expect(templatesOf(validateText('{'))).toBeNull();
    expect(validateText('{', { mode: 'off' })).not.toHaveProperty('_validation');
  });

  test('an action that is not executed is an error, an empty text a warning', () => {
    const email = {
      type: 'action',
      name: 'send_email',
      data: { remetente_nome: 'Loja', remetente_email: 'a@b.example', subject: 'Oi!', html: '', body: 'Oi' },
    };
    const image = {
      type: 'action',
      name: 'send_whatsapp',
      data: { type: 'image', image: '{{store.logo}}', message: ' ' },
    };
    const steps = [{ type: 'action', name: 'webhook', data: { url: '{{x}}' } }, image, email];
    expect(templatesOf(validateFlow(flow(steps)))).toMatchObject({
      totalErrors: 1,
      totalWarnings: 1,
      steps: [
        { path: 'steps[0]', stepId: null, errors: [{ code: 'UNIMPLEMENTED_ACTION', metatag: null, member: 'name' }] },
        { path: 'steps[1]', warnings: [{ code: 'EMPTY_TEMPLATE', member: 'message' }] },
      ],
    });
  });

  test('templates of a step with other errors are checked too', () => {
    const found = validateFlow(flow([{ ...sms('{{ order.id }}'), onNext: 5 }]));
    expect(found.structure.map(({ code }) => code)).toContain('WRONG_TYPE');
    expect(templatesOf(found)?.steps[0]?.errors).toMatchObject([{ code: 'INVALID_SYNTAX' }]);
  });

  test('messages are in the requested language', () => {
    const english = validateFlow(flow([sms('{{x.y}}', { minutos: 1 })]), { locale: 'en' });
    expect(english.structure[0]?.message).toMatch(/Unknown field/);
    expect(templatesOf(english)?.steps[0]?.errors[0]?.message).toMatch(/is not in the catalogue/);
  });
});

describe('[DEF1] hostile definitions', () => {
  test.each<[string, () => string]>([
    ['100,000 steps', () => JSON.stringify(flow(Array.from({ length: 60_000 }, () => ({ type: 'end' }))))],
    ['100,000 wrong entries', () => `{"steps":[${'0,'.repeat(100_000)}0]}`],
    ['deep lists', () => `{"name":${'['.repeat(500_000)}${']'.repeat(500_000)}}`],
    ['deep steps', () => `{"steps":[${'{"type":"delay","onNext":['.repeat(40_000)}${']}'.repeat(40_000)}]}`],
    [
      'an unknown member that nests',
      () =>
        JSON.stringify(flow([{ type: 'end' }])).replace('"end"', `"end","x":${'['.repeat(9_000)}${']'.repeat(9_000)}`),
    ],
    [
      'many branches',
      () =>
        JSON.stringify(
          flow([
            {
              type: 'condition',
              branches: Array.from({ length: 9_000 }, (_, index) => ({
                id: `b${index}`,
                conditions: [{ field: 'amount', operator: '>', value: index }],
              })),
            },
          ]),
        ),
    ],
    [
      'many rules',
      () =>
        JSON.stringify(
          flow([
            {
              type: 'condition',
              branches: Array.from({ length: 30 }, (_, index) => ({
                id: `b${index}`,
                operator: 'OR',
                conditions: Array.from({ length: 600 }, () => ({ field: 'amount', operator: '>', value: index })),
              })),
            },
          ]),
        ),
    ],
    ['a long SMS of tags', () => JSON.stringify(flow([sms('<a'.repeat(400_000))]))],
    ['a long text of braces', () => JSON.stringify(flow([sms('{{a'.repeat(200_000))]))],
    [
      'a long e-mail',
      () =>
        JSON.stringify(
          flow([
            {
              type: 'action',
              name: 'send_email',
              data: {
                remetente_nome: ' '.repeat(100_000),
                remetente_email: `${'a.'.repeat(200_000)}@`,
                subject: 'x'.repeat(9),
                html: '<'.repeat(300_000),
              },
            },
          ]),
        ),
    ],
    [
      'a long URL',
      () =>
        JSON.stringify(
          flow([{ type: 'action', name: 'send_whatsapp', data: { type: 'image', image: `{{${'a'.repeat(500_000)}` } }]),
        ),
    ],
    ['long names', () => JSON.stringify(flow([{ type: 'end', ['x'.repeat(900_000)]: 1 }]))],
    [
      'many unknown members',
      () =>
        JSON.stringify(
          flow([
            { type: 'end', ...Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`m${index}`, 1])) },
          ]),
        ),
    ],
  ])(
    '%s: bounded issues, without quadratic work (the runner stops it at its time limit)',
    (_, text) => {
      const found = validateText(text());
      expect(found.structure.length).toBeLessThanOrEqual(limits.issues);
      expect(JSON.stringify(found.structure).length).toBeLessThan(1_500_000);
    },
    10_000,
  );

  test('an error after the last reported warning still makes the flow invalid', () => {
    const unknown = Object.fromEntries(Array.from({ length: limits.issues }, (_, index) => [`m${index}`, 1]));
    expect(validateFlow(flow([{ type: 'end', ...unknown }, { type: 'delay' }]), { mode: 'off' }).valid).toBe(false);
  });

  test('names of Object.prototype are ordinary names', () => {
    const text =
      '{"name":"Exemplo","trigger_event":"cart.abandoned","steps":[{"type":"end","__proto__":{"minutes":1},"constructor":1}]}';
    expect(validateText(text, { mode: 'off' }).structure.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'steps[0].__proto__ UNKNOWN_MEMBER',
      'steps[0].constructor UNKNOWN_MEMBER',
    ]);
    for (const type of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(codesOf(flow([{ type }]))).toEqual(['INVALID_VALUE']);
      expect(codesOf(flow([{ type: 'action', name: type, data: {} }]))).toEqual(['INVALID_VALUE']);
    }
  });

  test('a value that refers to itself is refused without an endless loop', () => {
    const loop: { type: string; minutes: number; onNext: unknown[]; self?: unknown } = {
      type: 'delay',
      minutes: 1,
      onNext: [],
    };
    loop.onNext.push(loop, loop);
    loop.self = [loop, loop];
    const found = validateFlow(flow([loop]));
    expect(found.valid).toBe(false);
    expect(found.structure.map(({ code }) => code)).toContain('TOO_DEEP');
  });
});

describe('[RUN18] settings', () => {
  test('are validated, and valid ones pass', () => {
    const good = {
      stopOn: ['payment.confirmed'],
      quietHours: { from: '21:00', to: '08:00', days: [0, 6] },
      reentry: 'once_per_order',
      withinDays: 30,
    };
    expect(codesOf(flow([{ type: 'end' }], { settings: good }))).toEqual([]);
    const bad = {
      stopOn: 'pago',
      quietHours: { from: '25:00', to: '9h', days: [] },
      reentry: 'sempre',
      withinDays: 0,
      x: 1,
    };
    expect(codesOf(flow([{ type: 'end' }], { settings: bad }))).toEqual([
      'INVALID_VALUE',
      'INVALID_VALUE',
      'INVALID_VALUE',
      'EMPTY',
      'INVALID_VALUE',
      'OUT_OF_RANGE',
      'UNKNOWN_MEMBER',
    ]);
    expect(codesOf(flow([{ type: 'end' }], { settings: { quietHours: { from: '08:00', to: '08:00' } } }))).toEqual([
      'INVALID_VALUE',
    ]);
  });
});
