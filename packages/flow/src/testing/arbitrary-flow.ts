import fc from 'fast-check';
import type { Flow } from '../definition/flow.ts';
import { limits } from '../members/limits.ts';
import type { Step, Steps } from '../steps/step.ts';
import { triggers } from '../members/trigger.ts';
import { walkFlow } from '../definition/walk.ts';

// Random valid flows with every kind of step, shape and list. Ids are numbered at the end, so that they are unique.

type Loose = { [member: string]: unknown };

/** A placeholder for an id that is numbered at the end. */
const toNumber = '?';

const maybe = <T>(arbitrary: fc.Arbitrary<T>, weight = 1): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight, arbitrary }, { weight: 2, arbitrary: fc.constant(undefined) });

const minutes = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: limits.delayMinutes.max }));
const until = fc.record(
  {
    time: fc.constantFrom('00:00', '09:00', '12:30', '17:59', '18:00', '22:00'),
    days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 4 }),
    atLeast: fc.constantFrom(1, 60, 1440, 4320),
    nextDay: fc.boolean(),
  },
  { requiredKeys: ['time'] },
);
const text = fc.constantFrom(
  'Oi, {{store.name}} aqui!',
  'Seu pedido está separado 🧡',
  'Ainda dá tempo de pagar.',
  'Chegou? Conta pra gente.',
);
const url = fc.constantFrom(
  'https://loja.example/banner.png',
  '{{store.url}}',
  'https://loja.example/p?x={{store.id}}',
);

const rule: fc.Arbitrary<Loose> = fc.oneof(
  fc.record({
    field: fc.constantFrom('payment_status', 'payment_method', 'customer.state', 'lead.isCompleted', 'tracking.status'),
    operator: fc.constantFrom('=', '!='),
    value: fc.constantFrom('paid', 'PENDING', 'pix', 'credit_card', 'SP', true, 'failed'),
  }),
  fc.record({
    field: fc.constantFrom('payment_status', 'payment_method', 'shipping.name'),
    operator: fc.constantFrom('in', 'not-in'),
    value: fc.uniqueArray(fc.constantFrom('paid', 'pending', 'cancelled', 'pix', 'boleto', 'PAC'), { maxLength: 3 }),
  }),
  fc.record({
    field: fc.constantFrom('customer.email', 'lead.phone', 'order.pix_code', 'browser.ip', 'browser.utms.source'),
    operator: fc.constantFrom('empty', 'not-empty'),
  }),
  fc.record({
    field: fc.constantFrom('amount', 'order.total'),
    operator: fc.constantFrom('>', '<', '>=', '<=', '='),
    value: fc.constantFrom(0, 5000, 12990, '20000', 99.5),
  }),
);
const rules = fc.array(rule, { minLength: 1, maxLength: 3 });
const connective = maybe(fc.constantFrom('AND', 'OR'));

const whatsappData: fc.Arbitrary<Loose> = fc.oneof(
  fc.record({ type: fc.constantFrom('text', 'whatsapp'), message: text }),
  fc.record({
    type: fc.constant('text'),
    message: text,
    template: fc.record({
      name: fc.constantFrom('lembrete', 'lembrete_2'),
      parameters: fc.array(text, { maxLength: 2 }),
    }),
  }),
  fc.record({ type: fc.constant('text'), text }),
  fc.record({ type: fc.constant('image'), image: url, message: text }),
  fc.record({ type: fc.constant('audio'), audio: url }),
  fc.record({ type: fc.constant('video'), video: url }),
  fc.record({ type: fc.constant('document'), document: url, documentType: fc.constant('application/pdf') }),
  fc.record({ type: fc.constant('link'), linkUrl: url, title: text, linkDescription: text }),
  fc.record({
    type: fc.constant('button-actions'),
    message: text,
    buttonActions: fc.constant([
      { id: '1', type: 'URL', label: 'Pagar', url: '{{store.url}}' },
      { id: '2', type: 'CALL', label: 'Ligar', phone: '+5511900000000' },
    ]),
  }),
  fc.record({ type: fc.constant('button-actions'), message: text, choices: fc.constant(['Pagar|url:{{store.url}}']) }),
  fc.record({
    type: fc.constant('button-list'),
    buttonList: fc.constant({ buttons: [{ id: 'sim', label: 'Sim' }] }),
    message: text,
  }),
  fc.record({ type: fc.constant('button-otp'), code: fc.constant('123456'), message: text }),
);
const emailData: fc.Arbitrary<Loose> = fc.record({
  remetente_nome: fc.constant('Loja'),
  remetente_email: fc.constant('oi@loja.example'),
  subject: fc.constantFrom('Seu pedido', 'Novidades da {{store.name}}'),
  html: fc.constantFrom(
    '<p>Oi!</p>',
    '<mjml><mj-body><mj-section><mj-column><mj-text>{{store.name}}</mj-text></mj-column></mj-section></mj-body></mjml>',
  ),
});

const known = new Map<string, fc.Arbitrary<Loose[]>>();

/** Lists of steps with at most `depth` levels of nested lists. Cached by depth, since building arbitraries is slow. */
function steps(depth: number, minLength = 0): fc.Arbitrary<Loose[]> {
  const key = `${depth} ${minLength}`;
  const arbitrary = known.get(key) ?? fc.array(step(depth), { minLength, maxLength: depth > 2 ? 4 : 3 });
  known.set(key, arbitrary);
  return arbitrary;
}

/** An object without undefined members: absent differs from undefined. */
function compact(raw: Loose): Loose {
  return Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== undefined));
}

const id = fc.constantFrom(toNumber, toNumber, undefined);

function step(depth: number): fc.Arbitrary<Loose> {
  const list = depth > 0 ? maybe(steps(depth - 1)) : fc.constant(undefined);
  const kinds: fc.WeightedArbitrary<Loose>[] = [
    {
      weight: 4,
      arbitrary: fc.record({
        type: fc.constant('delay'),
        id,
        minutes,
        until: fc.option(until, { freq: 5, nil: undefined }),
        businessHours: fc.option(fc.boolean(), { freq: 5, nil: undefined }),
        onNext: list,
      }),
    },
    { weight: 6, arbitrary: action(list) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('end'), id }) },
  ];
  if (depth > 0)
    kinds.push({ weight: 5, arbitrary: condition(depth - 1) }, { weight: 3, arbitrary: repetition(depth - 1) });
  return fc.oneof(...kinds).map(compact);
}

function action(list: fc.Arbitrary<Loose[] | undefined>): fc.Arbitrary<Loose> {
  const named = (name: string, data: fc.Arbitrary<Loose | undefined>, outlets: string[]): fc.Arbitrary<Loose> =>
    fc.record({
      type: fc.constant('action'),
      id,
      name: fc.constant(name),
      data,
      ...Object.fromEntries(outlets.map((outlet) => [outlet, list])),
    });
  return fc.oneof(
    { weight: 6, arbitrary: named('send_whatsapp', whatsappData, ['onNext', 'onResponse', 'onNoReply']) },
    { weight: 3, arbitrary: named('send_email', emailData, ['onNext', 'onOpen', 'onClickLink']) },
    { weight: 3, arbitrary: named('send_sms', fc.record({ message: text }), ['onNext', 'onResponse', 'onNoReply']) },
    { weight: 1, arbitrary: named('webhook', fc.constant({ url: 'https://x.example' }), ['onNext']) },
    { weight: 1, arbitrary: named('create_coupon', fc.constant(undefined), ['onNext']) },
  );
}

function condition(depth: number): fc.Arbitrary<Loose> {
  const type = fc.constant('condition');
  const outcomes = { if_true: maybe(steps(depth)), if_false: maybe(steps(depth)) };
  const branch = fc
    .record({
      id: fc.constant(toNumber),
      label: maybe(fc.constant('Ramo')),
      operator: connective,
      conditions: rules,
      steps: steps(depth),
    })
    .map(compact);
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ type, id, branches: fc.array(branch, { minLength: 1, maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ type, id, operator: connective, conditions: rules, ...outcomes }) },
    {
      weight: 1,
      arbitrary: fc
        .record({ rule, own: fc.record({ type, id, ...outcomes }) })
        .map(({ rule, own }) => ({ ...own, ...rule })),
    },
  );
}

function repetition(depth: number): fc.Arbitrary<Loose> {
  return fc.oneof(
    fc.record({
      type: fc.constant('retry'),
      id,
      maxAttempts: maybe(fc.integer({ min: 1, max: 4 })),
      delayBetweenAttempts: maybe(fc.integer({ min: 0, max: 30 })),
      steps: steps(depth),
    }),
    fc.record({
      type: fc.constant('loop'),
      id,
      maxIterations: maybe(fc.integer({ min: 1, max: 4 })),
      stopOnError: maybe(fc.boolean()),
      condition: maybe(rule),
      steps: steps(depth),
    }),
  );
}

/** Replaces every placeholder id by a numbered one, in document order. */
function numbered(value: unknown, count = { steps: 0, branches: 0 }): unknown {
  if (Array.isArray(value)) return value.map((entry) => numbered(entry, count));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => {
      if (member !== 'id' || inner !== toNumber) return [member, numbered(inner, count)];
      return [member, 'type' in value ? `s${++count.steps}` : `b${++count.branches}`];
    }),
  );
}

/** Whether a flow is within the limit of 500 steps in all. */
const within = (flow: Flow): boolean => [...walkFlow(flow)].length <= limits.allSteps;

const frame = {
  name: fc.constantFrom('Recuperar PIX', 'Carrinho esquecido', 'Obrigado!'),
  trigger_event: fc.constantFrom(...triggers),
  active: maybe(fc.boolean()),
};

/** Any valid nested flow with every kind of step, condition shape and handler, up to four levels deep. */
export const arbitraryNestedFlow: fc.Arbitrary<Flow> = fc
  .record({ ...frame, steps: steps(4, 1) })
  .map((raw) => numbered(compact(raw)) as Flow)
  .filter(within);

/** A part of a flat root list: trunk steps, or a condition with the steps of its branches. */
const trunkPiece = fc.array(
  step(1).filter(({ type }) => type !== 'condition' && type !== 'end'),
  { minLength: 1, maxLength: 3 },
);
const branchGroup = fc.record({
  conditions: rules,
  operator: connective,
  body: fc.array(
    step(1).filter(({ type }) => type !== 'condition' && type !== 'end'),
    { maxLength: 3 },
  ),
});
const conditionPiece = fc.record({
  groups: fc.array(branchGroup, { minLength: 1, maxLength: 3 }),
  /** Whether the last branch continues in the next condition instead of ending. */
  goesOn: fc.boolean(),
});

type ConditionPiece = { groups: { conditions: Loose[]; operator: unknown; body: Loose[] }[]; goesOn: boolean };

/** Joins parts to one array with parentId and nextId that keeps the flat rules. */
function layOut(pieces: (Loose[] | ConditionPiece)[]): Loose[] {
  const root: Loose[] = [];
  const trunk: Loose[] = [];
  let count = 0;
  const fresh = (raw: Loose): Loose => compact({ ...raw, id: `t${++count}` });
  for (const [at, piece] of pieces.entries()) {
    if (Array.isArray(piece)) {
      const own = piece.map(fresh);
      trunk.push(...own);
      root.push(...own);
      continue;
    }
    const branches = piece.groups.map(({ conditions, operator }, index) =>
      compact({ id: `c${at}-${index}`, operator, conditions }),
    );
    const condition = fresh({ type: 'condition', branches });
    trunk.push(condition);
    root.push(condition);
    for (const [index, { body }] of piece.groups.entries()) {
      const last = index === piece.groups.length - 1;
      const goesOn = last && piece.goesOn && body.length > 0 && 'groups' in (pieces[at + 1] ?? {});
      const group = [...body, ...(goesOn ? [] : [{ type: 'end' }])].map((raw) => ({
        ...fresh(raw),
        parentId: `c${at}-${index}`,
      }));
      link(group);
      root.push(...group);
    }
  }
  link(trunk);
  return root;
}

/** Sets nextId (flat rule 1); a condition has none (rule 6). */
function link(sequence: Loose[]): void {
  for (const [index, raw] of sequence.entries()) {
    const next = sequence[index + 1];
    if (next && raw['type'] !== 'condition') raw['nextId'] = next['id'];
  }
}

/** Any valid flat flow that keeps the topology rules; at least one branch has children. */
export const arbitraryFlatFlow: fc.Arbitrary<Flow> = fc
  .record({
    ...frame,
    pieces: fc.array(fc.oneof({ weight: 1, arbitrary: trunkPiece }, { weight: 2, arbitrary: conditionPiece }), {
      minLength: 1,
      maxLength: 4,
    }),
  })
  .filter(({ pieces }) => pieces.some((piece) => !Array.isArray(piece)))
  .map(
    ({ pieces, ...flow }) =>
      numbered(compact({ ...flow, steps: layOut(pieces as (Loose[] | ConditionPiece)[]) })) as Flow,
  )
  .filter((flow) => flow.steps.length <= limits.rootSteps.max && within(flow));

/** Any valid flow of either format. */
export const arbitraryFlow: fc.Arbitrary<Flow> = fc.oneof(arbitraryNestedFlow, arbitraryFlatFlow);

/** Any list of valid nested steps, for tests of lists. */
export const arbitrarySteps: fc.Arbitrary<Steps> = arbitraryNestedFlow.map(({ steps }) => steps);

/** Any valid nested step. */
export const arbitraryStep: fc.Arbitrary<Step> = arbitrarySteps.map((steps) => steps[0]!);
