import { z } from 'zod';
import { expecting, inBoth, labelled, type SettingsForm } from '../../../base/settings-form.ts';

const settings = z.strictObject({
  pixelId: labelled(
    expecting(
      z
        .string()
        .trim()
        .regex(/^[A-Z0-9]{10,40}$/, 'capital letters and digits')
        .describe('Id of the pixel'),
      'De 10 a 40 letras maiúsculas e números.',
      '10 to 40 capital letters and digits.',
    ),
    {
      'pt-BR': 'ID do pixel',
      en: 'Id of the pixel',
    },
  ),
  testEventCode: labelled(
    expecting(
      z
        .string()
        .trim()
        .regex(/^\w{3,40}$/, 'letters and digits')
        .describe('Code of the test events, used by the test alone'),
      'De 3 a 40 letras e números, como TEST12345.',
      '3 to 40 letters and digits, such as TEST12345.',
    ),
    { 'pt-BR': 'Código de evento de teste', en: 'Test event code' },
    {
      'pt-BR': 'Em “Eventos de teste”, como TEST12345. Só o teste usa este código.',
      en: 'In “Test events”, such as TEST12345. Only the test uses it.',
    },
  ),
});

const credentials = z.strictObject({
  accessToken: labelled(
    expecting(
      z
        .string()
        .trim()
        .regex(/^\w{20,200}$/, 'an access token')
        .describe('Access token'),
      'Copie inteiro: tem 20 letras e números ou mais, sem espaços.',
      'Copy it whole: 20 characters or more, without spaces.',
    ),
    {
      'pt-BR': 'Token de acesso da Events API',
      en: 'Access token of the Events API',
    },
  ),
});

/** A store's pixel at TikTok. */
export const tiktokForm = { settings, credentials } satisfies SettingsForm;

/** The name of the destination, which is the same in both languages. */
export const tiktokLabel = inBoth('TikTok');
