import { fixedFields } from '../conditions/fields.ts';
import { operators } from '../conditions/operators.ts';
import { reentries } from '../definition/flow.ts';
import { limits } from '../definition/limits.ts';
import { actionOutlets, connectives, unexecutedNames, type StepType } from '../definition/step.ts';
import { triggers } from '../definition/trigger.ts';
import {
  emailDataSchema,
  filled,
  smsDataSchema,
  textSchema,
  whatsappDataSchema,
  type Schema,
} from './message-schema.ts';

// The schema helps authors in their editor (completion, titles, first errors). The validator decides: it also has rules about the whole
// flow, and warnings.

const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

const integer = (title: string, { min, max }: { min: number; max: number }, more: Schema = {}): Schema => ({
  type: 'integer',
  minimum: min,
  maximum: max,
  title,
  ...more,
});

const stepList = (description: string): Schema => ({ type: 'array', items: ref('step'), description });

const common: Schema = {
  id: {
    type: 'string',
    minLength: 1,
    title: 'Id',
    description: 'Criado ao salvar quando não vem; único na automação.',
  },
  parentId: {
    type: 'string',
    minLength: 1,
    title: 'Ramo',
    description: 'Formato plano: id do ramo a que o passo pertence. Só na lista principal.',
  },
  nextId: {
    type: 'string',
    minLength: 1,
    title: 'Próximo',
    description: 'Formato plano: id do próximo passo, para o desenho. Só na lista principal.',
  },
};

const step = (
  type: StepType,
  title: string,
  description: string,
  required: string[],
  members: Schema,
  more: Schema = {},
): Schema => ({
  type: 'object',
  title,
  description,
  required: ['type', ...required],
  properties: { type: { const: type }, ...common, ...members },
  ...more,
});

const outletText: Record<(typeof actionOutlets)[number], string> = {
  onNext: 'Roda depois do envio, antes do próximo passo.',
  onResponse: 'Roda quando o cliente responde (WhatsApp, SMS).',
  onOpen: 'Roda quando o e-mail é aberto.',
  onClickLink: 'Roda quando um link do e-mail é clicado.',
  onNoReply: 'Roda quando o cliente não responde em 24 horas.',
};

const outlets: Schema = Object.fromEntries(actionOutlets.map((outlet) => [outlet, stepList(outletText[outlet])]));

const send = (name: string, title: string, data: string): Schema => ({
  title,
  required: ['name', 'data'],
  properties: { name: { const: name }, data: ref(data) },
});

const action = step('action', 'Ação', 'Envia uma mensagem.', ['name'], outlets, {
  discriminator: { propertyName: 'name' },
  oneOf: [
    send('send_whatsapp', 'Enviar WhatsApp', 'whatsappData'),
    send('send_email', 'Enviar e-mail', 'emailData'),
    send('send_sms', 'Enviar SMS', 'smsData'),
    {
      title: 'Ação que não é executada',
      deprecated: true,
      required: ['name'],
      properties: { name: { enum: unexecutedNames }, data: { type: 'object' } },
    },
  ],
});

const scalar: Schema = { type: ['string', 'number', 'boolean', 'null'] };
const fieldAndOperator: Schema = { field: ref('field'), operator: ref('operator') };

const valueSchema = (kinds: readonly string[], value: Schema | undefined): Schema => ({
  required: ['operator', ...(value ? ['value'] : [])],
  properties: { operator: { enum: kinds }, value: value ?? { anyOf: [scalar, { type: 'array', items: scalar }] } },
});

const lists = ['in', 'not-in'];
const withoutValue = ['empty', 'not-empty'];
const comparison: Schema = {
  discriminator: { propertyName: 'operator' },
  oneOf: [
    valueSchema(
      operators.filter((operator) => ![...lists, ...withoutValue].includes(operator)),
      scalar,
    ),
    valueSchema(lists, { type: 'array', items: scalar }),
    valueSchema(withoutValue, undefined),
  ],
};

const rule: Schema = {
  type: 'object',
  title: 'Regra',
  required: ['field', 'operator'],
  properties: fieldAndOperator,
  ...comparison,
};

const rules: Schema = { type: 'array', minItems: 1, items: ref('rule'), title: 'Regras' };
const connective: Schema = { enum: connectives, default: 'AND', title: 'Todas as regras (AND) ou alguma (OR)' };

const branch: Schema = {
  type: 'object',
  title: 'Ramo',
  required: ['id', 'conditions'],
  properties: {
    id: { type: 'string', minLength: 1, title: 'Id do ramo', description: 'Único na automação.' },
    label: textSchema('Nome'),
    operator: connective,
    conditions: rules,
    steps: stepList('Formato aninhado: o que roda quando este ramo é escolhido.'),
  },
};

const outcomes: Schema = {
  if_true: stepList('Roda quando a condição é verdadeira.'),
  if_false: stepList('Roda quando a condição é falsa.'),
};

const condition = step(
  'condition',
  'Condição',
  'Escolhe um caminho: o primeiro ramo que combina.',
  [],
  {},
  {
    if: { required: ['branches'] },
    // eslint-disable-next-line unicorn/no-thenable -- JSON Schema's own keyword
    then: { properties: { branches: { type: 'array', minItems: 1, items: ref('branch'), title: 'Ramos' } } },
    else: {
      if: { required: ['conditions'] },
      // eslint-disable-next-line unicorn/no-thenable -- JSON Schema's own keyword
      then: { properties: { operator: connective, conditions: rules, ...outcomes } },
      else: { required: ['field', 'operator'], properties: { ...fieldAndOperator, ...outcomes }, ...comparison },
    },
  },
);

const time: Schema = { type: 'string', pattern: '^(?:[01]\\d|2[0-3]):[0-5]\\d$', examples: ['21:00'] };

const settings: Schema = {
  type: 'object',
  title: 'Ajustes',
  properties: {
    stopOn: {
      title: 'Parar quando',
      description: 'Um destes eventos do mesmo pedido ou carrinho encerra a execução na hora.',
      anyOf: [{ enum: triggers }, { type: 'array', items: { enum: triggers } }],
    },
    quietHours: {
      type: 'object',
      title: 'Horário de silêncio',
      required: ['from', 'to'],
      properties: {
        from: time,
        to: time,
        days: {
          type: 'array',
          minItems: 1,
          items: { type: 'integer', minimum: 0, maximum: 6 },
          description: '0 é domingo, 6 é sábado.',
        },
      },
    },
    reentry: { enum: reentries, title: 'Repetição', default: 'every' },
    withinDays: integer('Dias em que a repetição conta', limits.withinDays),
  },
};

const repeated = { steps: stepList('O que se repete.') };

const definitions = {
  step: {
    type: 'object',
    required: ['type'],
    discriminator: { propertyName: 'type' },
    oneOf: ['delay', 'action', 'condition', 'retry', 'loop', 'end'].map(ref),
  },
  delay: step('delay', 'Espera', 'Espera antes de seguir.', ['minutes'], {
    minutes: integer('Minutos', limits.delayMinutes, { description: 'De 1 minuto a 7 dias.', examples: [30, 1440] }),
    onNext: stepList('Roda depois da espera, antes do próximo passo.'),
  }),
  action,
  condition,
  retry: step('retry', 'Tentar de novo', 'Repete os passos até darem certo.', ['steps'], {
    maxAttempts: integer('Tentativas', limits.maxAttempts, { default: limits.maxAttempts.default }),
    delayBetweenAttempts: integer('Minutos entre tentativas', limits.delayBetweenAttempts, {
      default: limits.delayBetweenAttempts.default,
    }),
    ...repeated,
  }),
  loop: step('loop', 'Repetir', 'Repete os passos enquanto a condição vale.', ['steps'], {
    maxIterations: integer('Vezes, no máximo', limits.maxIterations, { default: limits.maxIterations.default }),
    stopOnError: { type: 'boolean', title: 'Parar se um envio falhar', default: false },
    condition: ref('rule'),
    ...repeated,
  }),
  end: step('end', 'Fim', 'Encerra a automação na hora.', [], {}),
  branch,
  rule,
  field: {
    type: 'string',
    title: 'Campo',
    anyOf: [{ enum: fixedFields }, { pattern: '^(?:customer|lead)\\.[A-Za-z_][A-Za-z0-9_]{0,63}$' }],
    examples: ['payment_status', 'customer.email', 'lead.name'],
  },
  operator: { enum: operators, title: 'Operador' },
  whatsappData: whatsappDataSchema,
  emailData: emailDataSchema,
  smsData: smsDataSchema,
} as const satisfies Record<StepType | (string & {}), Schema>;

/** The JSON Schema (2020-12) of an automation definition, as published in docs/automation.schema.json. */
export const automationSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Automação',
  description: 'Uma automação de mensagens: o evento que a inicia e os passos, na ordem em que rodam.',
  type: 'object',
  required: ['name', 'trigger_event', 'steps'],
  properties: {
    name: filled('Nome', { minLength: limits.name.min, maxLength: limits.name.max }),
    trigger_event: { enum: triggers, title: 'Gatilho', description: 'O evento da loja que inicia a automação.' },
    active: { type: 'boolean', default: true, title: 'Ativa', description: 'Desligada, a automação não roda.' },
    settings,
    steps: {
      type: 'array',
      minItems: limits.rootSteps.min,
      maxItems: limits.rootSteps.max,
      items: ref('step'),
      title: 'Passos',
    },
  },
  $defs: definitions,
};
