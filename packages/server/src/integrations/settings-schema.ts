import { z } from 'zod';
import type { FormField } from './form-field.ts';

/** What of JSON Schema our providers' shapes use. */
type Shape = {
  type?: string;
  enum?: unknown[];
  default?: unknown;
  maxLength?: number;
  properties?: Record<string, Shape>;
  required?: string[];
  anyOf?: Shape[];
};

/** Made by us, never asked for. */
const ours = new Set(['noticeSecret']);
/** A text that may be longer than this is written on several lines. */
const longFrom = 5_000;

/** What a provider asks for, as a form shows it, in the order in which it declares it. */
export const fieldsOf = (shape: z.ZodType): FormField[] =>
  fieldsIn(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Shape, '', true);

function fieldsIn({ properties = {}, required = [] }: Shape, above: string, isNeeded: boolean): FormField[] {
  return Object.entries(properties).flatMap(([member, declared]) => {
    if (ours.has(member)) return [];
    // What may be null is a form of what it else is.
    const shape = { ...declared, ...declared.anyOf?.find(({ type }) => type !== 'null') };
    const name = above + member;
    const isRequired = isNeeded && required.includes(member);
    if (shape.type === 'object' && shape.properties) return fieldsIn(shape, `${name}.`, isRequired);
    return [fieldOf(name, shape, isRequired)];
  });
}

function fieldOf(name: string, shape: Shape, required: boolean): FormField {
  const fallback = ['string', 'number', 'boolean'].includes(typeof shape.default)
    ? { fallback: shape.default as string | number | boolean }
    : {};
  const choices = shape.enum?.every((choice) => typeof choice === 'string') ? { choices: shape.enum } : {};
  return { name, kind: kindOf(shape), required, ...fallback, ...choices };
}

function kindOf({ type, enum: choices, maxLength = 0 }: Shape): FormField['kind'] {
  if (choices) return 'choice';
  if (type === 'boolean') return 'flag';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'object') return 'map';
  return maxLength > longFrom ? 'long' : 'text';
}
