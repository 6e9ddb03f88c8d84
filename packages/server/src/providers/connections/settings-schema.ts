import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { inBoth } from '../../base/settings-form.ts';
import type { FormField } from './form-field.ts';

/** The part of JSON Schema that the provider schemas use. */
type Shape = {
  type?: string;
  enum?: unknown[];
  default?: unknown;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  anyOf?: Shape[];
  label?: FormField['label'];
  hint?: FormField['hint'];
  expects?: FormField['expects'];
  choices?: Record<string, FormField['label']>;
  isProminent?: boolean;
};

/** Members that we generate; no form shows them. */
const ours = new Set(['noticeSecret']);
/** A text field with a higher length limit than this has several lines. */
const longFrom = 5_000;

/** The form fields of a schema, in the order of its members. */
export const fieldsOf = (shape: z.ZodType): FormField[] =>
  fieldsIn(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Shape, '', true);

function fieldsIn({ properties = {}, required = [] }: Shape, above: string, isNeeded: boolean): FormField[] {
  return Object.entries(properties).flatMap(([member, declared]) => {
    if (ours.has(member)) return [];
    // A nullable member uses the schema of its other type.
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
  const { label, hint, choices: labels = {}, isProminent } = shape;
  const choices = shape.enum?.map(String).map((value) => ({ value, label: labels[value] ?? inBoth(value) }));
  return {
    name,
    kind: kindOf(shape),
    required,
    ...(isProminent === true && { isProminent }),
    ...fallback,
    ...(choices && { choices }),
    label: label ?? inBoth(name),
    ...(hint && { hint }),
    expects: shape.expects ?? expectedBy(shape),
  };
}

/** What a field expects, from its limits alone. */
function expectedBy({ type, enum: choices, format, maxLength, minimum, maximum }: Shape): FormField['expects'] {
  if (choices) return localized('Escolha uma opção da lista.', 'Choose one of the list.');
  if (format === 'email')
    return localized('Escreva o e-mail completo, como voce@loja.com.br.', 'Write the whole e-mail address.');
  if (type === 'integer' || type === 'number')
    return localized(`Um número de ${minimum} a ${maximum}.`, `A number from ${minimum} to ${maximum}.`);
  if (type === 'boolean') return localized('Ligue ou desligue.', 'Turn it on or off.');
  return localized(`Escreva de 1 a ${maxLength} letras.`, `Write 1 to ${maxLength} characters.`);
}

function kindOf({ type, enum: choices, maxLength = 0 }: Shape): FormField['kind'] {
  if (choices) return 'choice';
  if (type === 'boolean') return 'flag';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'object') return 'map';
  return maxLength > longFrom ? 'long' : 'text';
}
