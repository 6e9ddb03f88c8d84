import fc from 'fast-check';
import { arbitraryFlow } from './arbitrary-flow.ts';

// Invalid definitions: valid flows with a few errors, JSON of any shape, texts of any kind.

const values = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    '',
    ' ',
    'end',
    'delay',
    'payment_status',
    0,
    -1,
    0.5,
    1e300,
    51,
    true,
    [],
    {},
    [[]],
    [{ type: 'end' }],
    [{ type: 'condition', branches: [{}] }],
    '{{order.total}}',
    '<b>',
    '\u0000',
    '\ud800',
    'a'.repeat(300),
    'javascript:alert(1)',
    JSON.parse('{"__proto__":{"type":"end"}}'),
    { type: 'dance', id: 'x', onNext: [{ type: 'end' }] },
    'order.exploded',
    'h'.repeat(20_000),
    Array.from({ length: 40 }).reduce<unknown>((inner) => ({ type: 'loop', id: 'deep', steps: [inner] }), null),
  ),
  fc.jsonValue(),
);

const members = fc.constantFrom(
  ...(
    'type id parentId nextId minutes name data onNext onResponse branches conditions operator field value steps if_true ' +
    'if_false condition message choices html active trigger_event settings __proto__ constructor toString hasOwnProperty length'
  ).split(' '),
);

type Change = { at: number; kind: 'set' | 'remove' | 'add' | 'repeat' | 'swap'; member: string; value: unknown };

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom('set', 'remove', 'add', 'repeat', 'swap'),
  member: members,
  value: values,
});

/** All objects and lists of a value. */
function placesIn(value: unknown, found: object[] = []): object[] {
  if (typeof value !== 'object' || value === null) return found;
  found.push(value);
  for (const inner of Object.values(value)) placesIn(inner, found);
  return found;
}

function apply(document: unknown, { at, kind, member, value }: Change): void {
  const places = placesIn(document);
  const place = places[at % places.length];
  if (!place) return;
  const keys = Object.keys(place);
  const key = keys[at % Math.max(1, keys.length)];
  if (kind === 'swap') swap(place, places[(at * 7 + 1) % places.length]!, at);
  else if (Array.isArray(place)) {
    if (kind === 'remove') place.splice(at % (place.length + 1), 1);
    else if (kind === 'repeat' && place.length > 0) place.push(structuredClone(place[at % place.length]));
    else place.splice(at % (place.length + 1), kind === 'set' ? 1 : 0, structuredClone(value));
  } else if (kind === 'add') define(place, member, value);
  else if (key !== undefined) {
    if (kind === 'remove') Reflect.deleteProperty(place, key);
    else define(place, key, value);
  }
}

/** Swaps a member of each of two objects, unless one is inside the other. */
function swap(one: object, other: object, at: number): void {
  const [key, otherKey] = [one, other].map((place) => Object.keys(place)[at % Math.max(1, Object.keys(place).length)]);
  if (key === undefined || otherKey === undefined) return;
  const [value, otherValue] = [Reflect.get(one, key), Reflect.get(other, otherKey)].map((part) =>
    structuredClone(part),
  );
  define(one, key, otherValue);
  define(other, otherKey, value);
}

/** Sets an own member, including `__proto__`. */
function define(place: object, member: string, value: unknown): void {
  Object.defineProperty(place, member, {
    value: structuredClone(value),
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** A valid flow with at most four errors: a value of any shape, a missing member, a duplicate entry, or two swapped members. */
export const arbitraryBrokenFlow: fc.Arbitrary<unknown> = fc
  .record({ flow: arbitraryFlow, changes: fc.array(change, { maxLength: 4 }) })
  .map(({ flow, changes }) => {
    const document: unknown = structuredClone(flow);
    for (const one of changes) apply(document, one);
    return document;
  });

const mutated = arbitraryBrokenFlow.map((document) => JSON.stringify(document));

const brokenText = fc
  .record({
    text: mutated,
    at: fc.nat(),
    cut: fc.nat({ max: 5 }),
    put: fc.constantFrom('', ',', '}', '"', '\\', '\n', '/*', '\u0000'),
  })
  .map(
    ({ text, at, cut, put }) =>
      text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + cut),
  );

/** The text of a definition with errors, or any text. A function, since creating arbitraries of all characters takes seconds. */
export function arbitraryDefinitionText(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: mutated },
    { weight: 4, arbitrary: brokenText },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('[', '{"steps":', '['.repeat(100_000), '{"a":'.repeat(50_000), '"', '-', '\uFEFF{}'),
    },
  );
}
