import { z } from 'zod';
import { labelled, type AccountForm } from '../settings-form.ts';

/** A key or token of Mercado Pago: `APP_USR-…`, or `TEST-…` for test credentials. Printable, since it is sent in a header. */
const key = (description: string) =>
  z
    .string()
    .trim()
    .max(300)
    .regex(/^(APP_USR|TEST)-[\w-]{10,}$/, 'begins with APP_USR- or TEST-')
    .describe(description);

const keyHint = { 'pt-BR': 'Começa com APP_USR- ou TEST-', en: 'Begins with APP_USR- or TEST-' };

const settings = z.strictObject({
  publicKey: labelled(
    key('Public key: the shopper’s browser turns card data into a token with it'),
    { 'pt-BR': 'Chave pública', en: 'Public key' },
    keyHint,
  ),
  installments: labelled(
    z.int().min(1).max(24).default(12).describe('The most instalments of a card, 1 to 24'),
    { 'pt-BR': 'Máximo de parcelas', en: 'Most instalments' },
    {
      'pt-BR': 'De 1 a 24. Os juros são os da sua conta no Mercado Pago.',
      en: '1 to 24. Interest is what your account at Mercado Pago says.',
    },
  ),
  statementDescriptor: labelled(
    z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9 .*-]{3,13}$/, '3 to 13 letters without accents, digits, spaces, dots, asterisks or hyphens')
      .optional()
      .describe('What stands on the card’s statement'),
    { 'pt-BR': 'Nome na fatura do cartão', en: 'Name on the card’s statement' },
    {
      'pt-BR': 'De 3 a 13 letras sem acento, números ou espaços.',
      en: '3 to 13 letters without accents, digits or spaces.',
    },
  ),
});

const credentials = z.strictObject({
  accessToken: labelled(key('Access token'), { 'pt-BR': 'Token de acesso', en: 'Access token' }, keyHint),
  webhookSecret: labelled(
    z
      .string()
      .trim()
      .min(16)
      .max(300)
      .optional()
      .describe('Secret signature of the webhooks; without it they are refused, and payments are only asked about'),
    { 'pt-BR': 'Assinatura secreta dos avisos', en: 'Secret signature of webhooks' },
    {
      'pt-BR': 'Sem ela, os pagamentos são consultados de tempos em tempos.',
      en: 'Without it, payments are only asked about now and then.',
    },
  ),
});

/** A store's account at Mercado Pago. */
export const mercadopagoForm = { settings, credentials } satisfies AccountForm;

/** The settings of an account, which are not secret. */
export type MercadopagoSettings = z.infer<typeof settings>;
