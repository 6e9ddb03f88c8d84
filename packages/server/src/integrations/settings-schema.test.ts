import { expect, test } from 'vitest';
import { channelProvidersOf } from '../providers.ts';
import type { Database } from '../db/pool.ts';
import { pixKeyForm } from '../payments/pix-key/form.ts';
import { fieldsOf } from './settings-schema.ts';

const providers = channelProvidersOf({ allowPrivateAddresses: false }, undefined as unknown as Database);

test('the form of a provider has its declared fields, without generated ones', () => {
  expect(fieldsOf(providers.whatsapp['z-api'].settings)).toContainEqual({
    name: 'instanceId',
    kind: 'text',
    required: true,
  });
  expect(fieldsOf(providers.whatsapp['z-api'].credentials)).toEqual([
    { name: 'token', kind: 'text', required: true },
    { name: 'clientToken', kind: 'text', required: false },
  ]);
  const smtp = fieldsOf(providers.email.smtp.settings);
  expect(smtp).toContainEqual({ name: 'host', kind: 'text', required: true });
  expect(smtp.find(({ name }) => name === 'security')).toMatchObject({
    kind: 'choice',
    choices: ['tls', 'starttls', 'none'],
  });
  expect(fieldsOf(providers.email.smtp.credentials)).toContainEqual({
    name: 'dkimPrivateKey',
    kind: 'long',
    required: false,
  });
  expect(fieldsOf(providers.sms.http.credentials)).toContainEqual({ name: 'headers', kind: 'map', required: false });
  expect(fieldsOf(providers.sms.twilio.settings).map(({ name }) => name)).toContain('accountSid');
});

test('a group of members has one field for each, which are optional if the group is', () => {
  const fields = fieldsOf(providers.whatsapp['cloud-api'].settings);
  expect(fields).toContainEqual({ name: 'pix.key', kind: 'text', required: false });
  expect(fields.find(({ name }) => name === 'pix.keyType')).toMatchObject({ kind: 'choice' });
});

test('every provider has a form', () => {
  for (const channel of Object.values(providers))
    for (const [name, { settings, credentials }] of Object.entries(channel))
      if (name !== 'sandbox') expect([...fieldsOf(settings), ...fieldsOf(credentials)], name).not.toEqual([]);
  expect(fieldsOf(pixKeyForm.settings).map(({ name }) => name)).toEqual(['key', 'name', 'city']);
});
