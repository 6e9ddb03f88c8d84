import fc from 'fast-check';
import { expect, test } from 'vitest';
import { enteredByBrowsers, hasEntered, openedBy, valuesOf, type ShopperData, type ShopperMember } from './entered.ts';
import {
  act,
  enteredOf,
  newCheckout,
  pageOf,
  sentBy,
  sentValue,
  showsCode,
  type CheckoutAct,
  type CheckoutModel,
} from './testing/checkout-model.ts';

// Random acts of several browsers at one checkout: all forms, in any order, with values of anyone. PROPERTY_RUNS=100000 runs more cases.
const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 500);

/** Three people. Some of their values are equal, as those of a family are. */
const people = [
  { email: 'ana@exemplo.com.br', name: 'Ana Lima', document: '52998224725', phone: '+5511987654321' },
  { email: 'rui@exemplo.com.br', name: 'Rui Prado', document: '11144477735', phone: '+5521999990000' },
  { email: 'ana@exemplo.com.br', name: 'Bia Souza', document: '39053344705', phone: '+5511987654321' },
] as const;
const places = [
  { zipcode: '01310-100', street: 'Avenida Paulista', number: '1000', neighborhood: 'Bela Vista', city: 'São Paulo' },
  { zipcode: '50030-230', street: 'Rua da Aurora', number: '7', neighborhood: 'Boa Vista', city: 'Recife' },
  { zipcode: '01310-100', street: 'Rua Augusta', number: '7', neighborhood: 'Bela Vista', city: 'São Paulo' },
] as const;
const states = ['SP', 'PE', 'SP'] as const;

const person = fc.integer({ min: 0, max: 2 });
const browser = fc.integer({ min: 0, max: 2 });
const complete = person.map((one) => ({ ...people[one]!, ...places[one]!, state: states[one]!, complement: '' }));

/** Some fields of anyone, or all of one person; also values that are refused. */
const typed = fc.oneof(
  complete,
  fc
    .tuple(
      complete,
      complete,
      fc.subarray(['email', 'name', 'document', 'phone', 'zipcode', 'street', 'number', 'city']),
    )
    .map(([one, other, members]) =>
      Object.fromEntries(members.map((at, index) => [at, (index % 2 ? one : other)[at as 'email']])),
    ),
  fc.constant({ email: 'x', phone: 'x', name: 'x', document: 'x', street: 'x' }),
  fc.constant({}),
);
const anyAct: fc.Arbitrary<CheckoutAct> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('form' as const), browser, typed }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('contact', 'forget', 'pay', 'pay', 'look'), browser, typed }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'expire' as const }) },
);
const requested = fc.oneof(
  fc.constant({}),
  fc.constant(people[0]),
  fc.constant({ email: people[1].email, name: people[1].name }),
  fc.constant({ email: people[0].email, phone: '11 98765-4321' }),
);

const isShort = (member: string): boolean => member === 'city' || member === 'state';
const sentAll = (model: CheckoutModel, by: number, data: ShopperData): boolean =>
  Object.entries(valuesOf(data)).every(([member, value]) => sentBy(model, by).has(sentValue(member, value)));
const changedMembers = (before: ShopperData, after: ShopperData): string[] => {
  const values = valuesOf(after);
  return Object.entries(valuesOf(before)).flatMap(([member, value]) =>
    values[member as ShopperMember] === value ? [] : [member],
  );
};

/** The digits and letters of a value, as no formatting changes them. */
const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').replace(/^55(?=\d{11}$)/, '');

/** Plays acts and calls `check` after each of a browser, with the checkout before it. */
function play(request: object, acts: readonly CheckoutAct[], check: Check) {
  const model = newCheckout(request);
  for (const one of acts) {
    const before = { ...model };
    act(model, one);
    if ('browser' in one) check(before, model, one.browser);
  }
  return model;
}

type Check = (before: CheckoutModel, after: CheckoutModel, by: number) => void;

const seesOnlyWhatItSent: Check = (_before, after) => {
  for (const by of [0, 1, 2]) {
    const sent = [...sentBy(after, by)].map((one) => plain(one.slice(one.indexOf('=') + 1)));
    for (const [member, displayed] of Object.entries(pageOf(after, by))) {
      if (!isShort(member) && !displayed.includes('•')) expect(sent).toContain(plain(displayed));
    }
  }
};

/** The customer as the store and its messages know it. */
const customerOf = ({ known }: CheckoutModel): ShopperData => ({
  customer: { ...known.requested, ...known.stored?.customer },
  address: {},
});

const changesOnlyWhatItKnows: Check = (before, after, by) => {
  const was = enteredByBrowsers(before.known);
  if (changedMembers(was, enteredByBrowsers(after.known)).length > 0) expect(sentAll(after, by, was)).toBe(true);
  const customer = customerOf(before);
  if (changedMembers(customer, customerOf(after)).length === 0) return;
  expect(sentAll(after, by, customer) || sentAll(after, by, was)).toBe(true);
};

const ordersItsOwn: Check = (before, after, by) => {
  const [was, is] = [before.known.ordered, after.known.ordered];
  if (!is || is === was) return;
  const requestedEntries = Object.entries(valuesOf({ customer: after.known.requested, address: {} }));
  const own = new Set([...sentBy(after, by), ...requestedEntries.map(([member, value]) => sentValue(member, value))]);
  const isOwn = (data: ShopperData): boolean =>
    Object.entries(valuesOf(data)).every(([member, value]) => own.has(sentValue(member, value)));
  if (!hasEntered(enteredOf(after, by))) return was ? expect(changedMembers(was, is)).toEqual([]) : undefined;
  expect(isOwn(is)).toBe(true);
  if (!was || !before.hasOpenPayment || changedMembers(was, is).length === 0) return undefined;
  const knewStored = hasEntered(enteredByBrowsers(before.known)) && sentAll(after, by, enteredByBrowsers(before.known));
  return expect(isOwn(was) || knewStored).toBe(true);
};

const opensOnlyWhatCameWithIt: Check = (_before, after) => {
  const { ordered, requested: request } = after.known;
  if (!ordered) return;
  const [values, requestedValues] = [valuesOf(ordered), valuesOf({ customer: request, address: {} })];
  for (const kind of ['email', 'phone'] as const) {
    const contact = values[kind]!;
    const senders = [0, 1, 2].filter((by) => sentBy(after, by).has(sentValue(kind, contact)));
    for (const [member, value] of Object.entries(valuesOf(openedBy(kind, ordered, request)))) {
      const isRequested = requestedValues[kind] === contact && requestedValues[member as ShopperMember] === value;
      expect(isRequested || senders.some((by) => sentBy(after, by).has(sentValue(member, value)))).toBe(true);
    }
  }
};

const showsNoCodeOfAnotherAddress: Check = (_before, after) => {
  for (const by of [0, 1, 2]) {
    const own = valuesOf(enteredOf(after, by));
    if (!showsCode(after, by) || own.street === undefined) continue;
    const { street, number } = valuesOf(after.known.ordered!);
    expect([street, number]).toEqual([own.street, own.number]);
  }
};

test('[COM24] for all forms in any order, a browser sees, changes, orders and opens only what it sent or knows', () => {
  const checks = [
    seesOnlyWhatItSent,
    changesOnlyWhatItKnows,
    ordersItsOwn,
    opensOnlyWhatCameWithIt,
    showsNoCodeOfAnotherAddress,
  ];
  const reached = { stored: 0, ordered: 0, others: 0 };
  const property = fc.property(requested, fc.array(anyAct, { minLength: 2, maxLength: 12 }), (request, acts) => {
    const { known } = play(request, acts, (...states) => {
      for (const check of checks) check(...states);
    });
    if (hasEntered(enteredByBrowsers(known))) reached.stored++;
    if (known.ordered) reached.ordered++;
    if (known.ordered && changedMembers(enteredByBrowsers(known), known.ordered).length > 0) reached.others++;
  });
  fc.assert(property, { numRuns });
  // The cases reach what the checks are about.
  expect(Math.min(...Object.values(reached))).toBeGreaterThan(numRuns / 50);
});
