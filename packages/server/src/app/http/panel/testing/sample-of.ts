import { z } from 'zod';

/** How a sample is made where the schema leaves a choice. */
export type Choices = {
  /** Whether an optional member is included. */
  readonly includes: () => boolean;
  /** Picks one of several items. */
  readonly pick: <Item>(items: readonly Item[]) => Item;
  /** A text for a format, if the schema names one; undefined: the usual text. */
  readonly text: (format: string | undefined) => string | undefined;
};

const minimal: Choices = { includes: () => false, pick: (items) => items[0]!, text: () => undefined };

/** A value that a schema accepts: the smallest one, or as `choices` decides. */
export const sampleOf = (schema: z.ZodType | undefined, choices: Choices = minimal): unknown =>
  schema && sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Sketch, choices);

type Sketch = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Sketch[];
  oneOf?: Sketch[];
  properties?: Record<string, Sketch>;
  required?: string[];
  items?: Sketch;
  minItems?: number;
  minLength?: number;
  minimum?: number;
  format?: string;
};

const texts: Record<string, string> = {
  uuid: '01890000-0000-7000-8000-000000000001',
  email: 'alguem@propria.example',
  'date-time': '2026-11-21T12:00:00Z',
  date: '2026-11-21',
  uri: 'https://loja.example/',
};

function sample(sketch: Sketch, choices: Choices): unknown {
  if (sketch.const !== undefined) return sketch.const;
  if (sketch.enum) return choices.pick(sketch.enum);
  const some = sketch.anyOf ?? sketch.oneOf;
  if (some) return sample(choices.pick(some), choices);
  if (sketch.type === 'object') return objectOf(sketch, choices);
  if (sketch.type === 'array')
    return Array.from({ length: sketch.minItems ?? (choices.includes() ? 1 : 0) }, () =>
      sample(sketch.items!, choices),
    );
  if (sketch.type === 'integer' || sketch.type === 'number') return Math.max(1, sketch.minimum ?? 1);
  if (sketch.type === 'boolean') return choices.pick([true, false]);
  if (sketch.type === 'null') return null;
  const usual = texts[sketch.format ?? ''] ?? 'x'.repeat(Math.max(1, sketch.minLength ?? 1));
  return choices.text(sketch.format) ?? usual;
}

function objectOf({ properties = {}, required = [] }: Sketch, choices: Choices): object {
  const names = Object.keys(properties).filter((name) => required.includes(name) || choices.includes());
  return Object.fromEntries(names.map((name) => [name, sample(properties[name]!, choices)]));
}
