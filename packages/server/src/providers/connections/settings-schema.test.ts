import { expect, test } from 'vitest';
import { channelRegistry as channels } from '../channels/registry.ts';
import { pixKeyForm } from '../payments/pix-key/form.ts';
import { paymentProviders } from '../payments/registry.ts';
import { inBoth } from '../../base/settings-form.ts';
import { fieldsOf } from './settings-schema.ts';

test('the form of a provider has its declared fields with their texts, without generated ones', () => {
  expect(fieldsOf(channels.whatsapp['z-api'].form.settings)).toContainEqual({
    name: 'instanceId',
    kind: 'text',
    required: true,
    label: { 'pt-BR': 'ID da instância', en: 'Instance id' },
  });
  expect(fieldsOf(channels.whatsapp['z-api'].form.credentials)).toEqual([
    { name: 'token', kind: 'text', required: true, label: inBoth('Token') },
    {
      name: 'clientToken',
      kind: 'text',
      required: false,
      label: { 'pt-BR': 'Token de segurança da conta', en: 'Security token of the account' },
    },
  ]);
  const smtp = fieldsOf(channels.email.smtp.form.settings);
  expect(smtp).toContainEqual({
    name: 'host',
    kind: 'text',
    required: true,
    label: { 'pt-BR': 'Servidor', en: 'Server' },
    hint: { 'pt-BR': 'Como smtp.exemplo.com.br', en: 'Such as smtp.example.com' },
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
