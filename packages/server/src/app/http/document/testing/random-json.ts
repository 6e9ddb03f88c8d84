import type { JsonObject } from '../json-schema.ts';

/** A source of choices, repeatable by its seed. */
export class Choices {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)]!;
  }
}

/** Values of every type that fit few schemas. */
const junk = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53 + 1,
  0.5,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '💥',
  '%',
  'x'.repeat(3_000),
  [],
  {},
  [[]],
  { id: 1 },
];

const texts: Readonly<Record<string, readonly string[]>> = {
  uuid: ['01a1fe5c-f845-7707-aa7c-8133869df714'],
  uri: ['https://loja.example/a?b=c#d', 'http://loja.example'],
  'date-time': ['2026-03-12T17:05:00Z', '2026-03-12T14:05:00-03:00'],
};

/** A value for a schema of the document. With `faults`, a part of it is now and then replaced by junk or left out. */
export function randomJson(
  schemas: Readonly<Record<string, JsonObject>>,
  schema: JsonObject,
  choices: Choices,
  faults: number,
): unknown {
  const make = (part: JsonObject, depth: number): unknown => {
    if (choices.chance(faults)) return choices.pick(junk);
    const { $ref, const: value, enum: values, oneOf, anyOf, allOf, type } = part as Sketch;
    if ($ref !== undefined) return make(schemas[$ref.split('/').at(-1)!]!, depth);
    if (value !== undefined) return value;
    if (values) return choices.pick(values);
    if (oneOf ?? anyOf) return make(choices.pick((oneOf ?? anyOf)!), depth);
    if (allOf && !part['properties']) return merged(allOf.map((one) => make(one, depth)));
    const one = Array.isArray(type) ? choices.pick(type) : type;
    if (one === 'object') return objectOf(part, depth);
    if (one === 'array') return listOf(part, depth);
    return scalarOf(one, part, choices);
  };
  const objectOf = ({ properties = {}, required = [] }: Sketch, depth: number): JsonObject => {
    const isIn = (name: string): boolean =>
      required.includes(name) ? !choices.chance(faults) : choices.chance(depth > 4 ? 0.1 : 0.4);
    const names = Object.keys(properties).filter(isIn);
    return Object.fromEntries(names.map((name) => [name, make(properties[name]!, depth + 1)]));
  };
  const listOf = ({ items = {}, minItems = 0 }: Sketch, depth: number): unknown[] =>
    Array.from({ length: minItems + Math.floor(choices.next() * 3) }, () => make(items, depth + 1));
  return make(schema, 0);
}

type Sketch = {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  oneOf?: JsonObject[];
  anyOf?: JsonObject[];
  allOf?: JsonObject[];
  type?: string | string[];
  properties?: Record<string, JsonObject>;
  required?: string[];
  items?: JsonObject;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
};

function scalarOf(
  type: string | undefined,
  { minimum = 0, maximum = 1_000, format }: Sketch,
  choices: Choices,
): unknown {
  if (type === 'boolean') return choices.chance(0.5);
  if (type === 'null') return null;
  if (type === 'integer' || type === 'number') {
    return choices.pick([
      minimum,
      minimum + 1,
      Math.floor((minimum + Math.min(maximum, minimum + 1_000)) / 2),
      maximum,
    ]);
  }
  return choices.pick(texts[format ?? ''] ?? ['a', 'Camiseta Azul', '1042', 'ana@example.com', 'é ☕', '10']);
}

/** The parts of one object, put together: members of a later part complete those of an earlier one. */
function merged(parts: readonly unknown[]): unknown {
  return parts.reduce((whole, part) => {
    if (!isObject(whole) || !isObject(part)) return part;
    const members = Object.keys(part).map((name) => [
      name,
      name in whole ? merged([whole[name], part[name]]) : part[name],
    ]);
    return { ...whole, ...Object.fromEntries(members) };
  });
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
