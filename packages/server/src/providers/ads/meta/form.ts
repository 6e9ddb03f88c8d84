import { z } from 'zod';
import { expecting, inBoth, labelled, type SettingsForm } from '../../../base/settings-form.ts';

const settings = z.strictObject({
  pixelId: labelled(
    expecting(
      z
        .string()
        .trim()
        .regex(/^\d{5,20}$/, 'only digits')
        .describe('Id of the pixel, or data set'),
      'São de 5 a 20 números.',
      '5 to 20 digits.',
    ),
    {
      'pt-BR': 'ID do pixel (conjunto de dados)',
      en: 'Id of the pixel (data set)',
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
        .regex(/^[\w.|-]{20,500}$/, 'an access token')
        .describe('Access token'),
      'Copie inteiro: tem 20 letras e números ou mais, sem espaços.',
      'Copy it whole: 20 characters or more, without spaces.',
    ),
    {
      'pt-BR': 'Token de acesso da API de Conversões',
      en: 'Access token of the Conversions API',
    },
  ),
});

/** A store's data set at Meta. */
export const metaForm = { settings, credentials } satisfies SettingsForm;

/** The name of the destination, which is the same in both languages. */
export const metaLabel = inBoth('Meta (Facebook e Instagram)');
