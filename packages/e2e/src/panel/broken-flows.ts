// Invalid definitions: samples with one to three parts broken, the same ones each time.

type Json = Record<string, unknown> | unknown[];

/** Returns a generator of numbers from 0 to 1; each seed gives the same sequence (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const deep = Array.from({ length: 30 }).reduce<unknown>((inside) => ({ type: 'loop', id: 'deep', steps: [inside] }), 5);

const values: readonly unknown[] = [
  null,
  7,
  -1,
  0.5,
  true,
  '',
  'dance',
  'order.exploded',
  [],
  {},
  [null],
  [[]],
  'h'.repeat(20_000),
  deep,
  { type: 'condition' },
  { type: 'dance', onNext: [{ type: 'end' }] },
  [{ type: 'condition', branches: [{}] }],
];

/** All objects and arrays in a value, including the value itself. */
function placesIn(value: unknown, found: Json[] = []): Json[] {
  if (typeof value !== 'object' || value === null) return found;
  found.push(value as Json);
  for (const inside of Object.values(value)) placesIn(inside, found);
  return found;
}

function breakOne(document: unknown, next: () => number): void {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!;
  const place = pick(placesIn(document)) as Record<string, unknown>;
  const other = pick(placesIn(document)) as Record<string, unknown>;
  const [keys, otherKeys] = [Object.keys(place), Object.keys(other)];
  if (keys.length === 0 || otherKeys.length === 0) return;
  const [key, otherKey] = [pick(keys), pick(otherKeys)];
  const kind = Math.floor(next() * 5);
  if (kind === 0 && Array.isArray(place)) place.splice(Number(key), 1);
  else if (kind === 0) Reflect.deleteProperty(place, key);
  else if (kind === 1 && Array.isArray(place)) place.push(structuredClone(place[0]));
  else if (kind === 2) [place[key], other[otherKey]] = [structuredClone(other[otherKey]), structuredClone(place[key])];
  else place[key] = structuredClone(pick(values));
}

/** Makes `count` broken definitions from valid ones; each is still an object. */
export function brokenFlows(sound: readonly object[], count: number, seed = 20_260_105): object[] {
  const next = numbersFrom(seed);
  return Array.from({ length: count }, (_, index) => {
    const document = structuredClone(sound[index % sound.length]!);
    for (let left = 1 + Math.floor(next() * 3); left > 0; left--) breakOne(document, next);
    return document;
  });
}
