import { expect, test } from 'vitest';
import { channelRegistry as channels } from '../channels/registry.ts';
import { pixKeyForm } from '../payments/pix-key/form.ts';
import { paymentProviders } from '../payments/registry.ts';
import { freightRegistry } from '../freight/registry.ts';
import { conversionDestinations } from '../ads/registry.ts';
import { secretText } from '../channels/connection-shape.ts';
import type { z } from 'zod';
import { checkForm } from './check-form.ts';
import { inBoth } from '../../base/settings-form.ts';
import { fieldsOf } from './settings-schema.ts';

const lettersTo = (most: number) => ({
  'pt-BR': `Escreva de 1 a ${most} letras.`,
  en: `Write 1 to ${most} characters.`,
});

test('the form of a provider has its declared fields with their texts, without generated ones', () => {
  expect(fieldsOf(channels.whatsapp['z-api'].form.settings)).toContainEqual({
    name: 'instanceId',
    kind: 'text',
    required: true,
    label: { 'pt-BR': 'ID da instância', en: 'Instance id' },
    expects: lettersTo(100),
  });
  expect(fieldsOf(channels.whatsapp['z-api'].form.credentials)).toEqual([
    { name: 'token', kind: 'text', required: true, label: inBoth('Token'), expects: lettersTo(100) },
    {
      name: 'clientToken',
      kind: 'text',
      required: false,
      label: { 'pt-BR': 'Token de segurança da conta', en: 'Security token of the account' },
      expects: secretText.meta()!['expects'],
    },
  ]);
  const smtp = fieldsOf(channels.email.smtp.form.settings);
  expect(smtp).toContainEqual({
    name: 'host',
    kind: 'text',
    required: true,
    label: { 'pt-BR': 'Servidor', en: 'Server' },
    hint: { 'pt-BR': 'Como smtp.exemplo.com.br', en: 'Such as smtp.example.com' },
    expects: lettersTo(253),
  });
  expect(smtp.find(({ name }) => name === 'security')).toMatchObject({
    kind: 'choice',
    choices: [
      { value: 'tls', label: { en: 'TLS from the start (port 465)' } },
      { value: 'starttls', label: { en: 'STARTTLS (port 587)' } },
      { value: 'none', label: { en: 'None (private networks only)' } },
    ],
  });
  expect(fieldsOf(channels.email.smtp.form.credentials)).toContainEqual(
    expect.objectContaining({ name: 'dkimPrivateKey', kind: 'long', required: false }),
  );
  expect(fieldsOf(channels.sms.http.form.credentials)).toContainEqual(
    expect.objectContaining({ name: 'headers', kind: 'map', required: false }),
  );
  expect(fieldsOf(channels.sms.twilio.form.settings).map(({ name }) => name)).toContain('accountSid');
});

test('a group of members has one field for each, which are optional if the group is', () => {
  const fields = fieldsOf(channels.whatsapp['cloud-api'].form.settings);
  // Optional, but no webhook arrives without the subscription that needs it.
  expect(fields.find(({ name }) => name === 'wabaId')).toMatchObject({ required: false, isProminent: true });
  expect(fields).toContainEqual(expect.objectContaining({ name: 'pix.key', kind: 'text', required: false }));
  expect(fields.find(({ name }) => name === 'pix.keyType')).toMatchObject({
    kind: 'choice',
    choices: expect.arrayContaining([{ value: 'CPF', label: inBoth('CPF') }]) as unknown,
  });
});

test('every provider has a form, whose fields have texts in both languages', () => {
  const all = { ...channels, payments: paymentProviders };
  for (const [kind, named] of Object.entries(all)) {
    for (const [provider, { isSimulated = false, form }] of Object.entries(named)) {
      const fields = [...fieldsOf(form.settings), ...fieldsOf(form.credentials)];
      expect(fields.length === 0, `${kind} ${provider}`).toBe(isSimulated);
      for (const { name, label } of fields)
        expect(Object.values(label), `${kind} ${provider}: ${name} is not labelled`).not.toContain(name);
    }
  }
  expect(fieldsOf(pixKeyForm.settings).map(({ name }) => name)).toEqual(['key', 'name', 'city']);
});

/** Every provider's form, with the members whose refusal must say more than their length. */
const forms = Object.entries({
  ...channels,
  payments: paymentProviders,
  freight: freightRegistry,
  ads: conversionDestinations,
})
  .flatMap(([kind, named]) => Object.entries(named).map(([name, { form }]) => ({ name: `${kind} ${name}`, form })))
  .flatMap(({ name, form }) => [
    { name: `${name} settings`, shape: form.settings },
    { name: `${name} credentials`, shape: form.credentials },
  ]);

/** Texts that a member without a format takes. */
const anyTexts = ['ação', 'a b', '日本', 'x'.repeat(40)];

test.each(forms)('[COM15] the fields of $name say what they expect', ({ shape }) => {
  const declared = new Map(
    Object.entries(shape.shape as Record<string, z.ZodType>).map(([name, member]) => [name, member] as const),
  );
  for (const { name, kind, expects } of fieldsOf(shape)) {
    expect(
      Object.values(expects).every(
        (text) => /^[\p{Lu}\d].*\.$|^\p{Lu}.*:\/\/$/u.test(text) && !text.includes('undefined'),
      ),
      `${name}: ${expects.en}`,
    ).toBe(true);
    const member = declared.get(name);
    if (!member || (kind !== 'text' && kind !== 'long')) continue;
    const takesAny = anyTexts.every((text) => member.safeParse(text).success);
    const isOfLength = expects.en.startsWith('Write 1 to');
    // A member with a format does not only name a length, and one without does.
    expect([name, isOfLength]).toEqual([name, takesAny]);
  }
});

test('[COM15] a phone in place of the id of the number is refused with what the id is', () => {
  const { form } = channels.whatsapp['cloud-api'];
  const refused = (phoneNumberId: string): boolean => {
    const checked = checkForm(form, { settings: { phoneNumberId } }, undefined);
    return !checked.ok && checked.code === 'WRONG_SETTINGS';
  };
  expect(['5511987654321', '11987654321', '(11) 98765-4321', '551133334444'].map(refused)).not.toContain(false);
  expect(refused('106540352242922')).toBe(false);
  const field = fieldsOf(form.settings).find(({ name }) => name === 'phoneNumberId');
  expect(field?.expects['pt-BR']).toContain('É o ID de 15 números, não o telefone');
});
