import { expect, test } from 'vitest';
import { typedOf, valuesOf, type FormField } from './values.ts';

const field = (name: string, kind: FormField['kind'] = 'text', more: Partial<FormField> = {}): FormField => ({
  name,
  kind,
  required: false,
  label: { 'pt-BR': name, en: name },
  expects: { 'pt-BR': '', en: '' },
  ...more,
});

test('stored values are shown, edited and sent back in their original form', () => {
  const fields = [
    field('host'),
    field('port', 'number', { fallback: 587 }),
    field('buttons', 'flag', { fallback: true }),
    field('pix.key'),
    field('pix.keyType', 'choice'),
  ];
  const stored = { host: 'smtp.loja.example', buttons: false, pix: { key: 'a@b.example', keyType: 'EMAIL' } };
  const typed = typedOf(fields, stored);
  expect(typed).toEqual({
    host: 'smtp.loja.example',
    port: 587,
    buttons: false,
    'pix.key': 'a@b.example',
    'pix.keyType': 'EMAIL',
  });
  expect(valuesOf(fields, typed)).toEqual({ ...stored, port: 587 });
});

test('empty members are left out, and a group of empty members with them', () => {
  const fields = [field('host'), field('pix.key')];
  expect(typedOf(fields, { pix: null })).toEqual({});
  expect(valuesOf(fields, { host: ' smtp ', 'pix.key': '' })).toEqual({ host: 'smtp' });
  expect(valuesOf(fields, { host: '\u200bEAAG\nx\ufeff ', 'pix.key': '👩‍👧' })).toEqual({
    host: 'EAAGx',
    pix: { key: '👩‍👧' },
  });
});

test('a map is edited as one line for each entry', () => {
  const fields = [field('headers', 'map')];
  expect(valuesOf(fields, { headers: 'Authorization: Bearer a:b\n\nnada\nX-Loja: 1' })).toEqual({
    headers: { Authorization: 'Bearer a:b', 'X-Loja': '1' },
  });
});
