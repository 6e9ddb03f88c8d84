import { z } from 'zod';
import { expecting, inBoth, labelled, type SettingsForm } from '../../../base/settings-form.ts';

const settings = z.strictObject({
  measurementId: labelled(
    expecting(
      z
        .string()
        .trim()
        .regex(/^G-[A-Z0-9]{4,20}$/, 'begins with G-')
        .describe('Measurement id of the web stream'),
      'Começa com G-, como G-ABC123XYZ.',
      'Begins with G-, such as G-ABC123XYZ.',
    ),
    { 'pt-BR': 'ID da métrica', en: 'Measurement id' },
    { 'pt-BR': 'Começa com G-', en: 'Begins with G-' },
  ),
});

const credentials = z.strictObject({
  apiSecret: labelled(
    expecting(
      z
        .string()
        .trim()
        .regex(/^[\w-]{8,100}$/, 'letters, digits, - and _')
        .describe('API secret of the Measurement Protocol'),
      'Copie inteira: 8 letras e números ou mais, sem espaços.',
      'Copy it whole: 8 characters or more, without spaces.',
    ),
    { 'pt-BR': 'Chave secreta da API', en: 'API secret' },
  ),
});

/** A store's web stream in Google Analytics. */
export const ga4Form = { settings, credentials } satisfies SettingsForm;

/** The name of the destination, which is the same in both languages. */
export const ga4Label = inBoth('Google Analytics 4');
