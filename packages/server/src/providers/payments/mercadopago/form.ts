import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { expecting, labelled, type SettingsForm } from '../../../base/settings-form.ts';

/** A key or token of Mercado Pago: `APP_USR-…`, or `TEST-…` for test credentials. Printable, since it is sent in a header. */
const key = expecting(
  z
    .string()
    .trim()
    .max(300)
    .regex(/^(APP_USR|TEST)-[\w-]{10,}$/, 'begins with APP_USR- or TEST-'),
  'Copie inteira: começa com APP_USR- (ou TEST-, para testes).',
  'Copy it whole: it begins with APP_USR- (or TEST-, for tests).',
);

const keyHint = localized('Começa com APP_USR- ou TEST-', 'Begins with APP_USR- or TEST-');

const settings = z.strictObject({
  publicKey: labelled(key, localized('Chave pública', 'Public key'), keyHint),
  installments: labelled(
    z.int().min(1).max(24).default(12),
    localized('Máximo de parcelas', 'Most instalments'),
    localized(
      'De 1 a 24. Os juros são os da sua conta no Mercado Pago.',
      '1 to 24. Interest is what your account at Mercado Pago says.',
    ),
  ),
  statementDescriptor: labelled(
    expecting(
      z
        .string()
        .trim()
        .regex(
          /^[A-Za-z0-9 .*-]{3,13}$/,
          '3 to 13 letters without accents, digits, spaces, dots, asterisks or hyphens',
        ),
      'De 3 a 13 letras sem acento, números ou espaços.',
      '3 to 13 letters without accents, digits or spaces.',
    ).optional(),
    localized('Nome na fatura do cartão', 'Name on the card’s statement'),
    localized('De 3 a 13 letras sem acento, números ou espaços.', '3 to 13 letters without accents, digits or spaces.'),
  ),
});

const credentials = z.strictObject({
  accessToken: labelled(key, localized('Token de acesso', 'Access token'), keyHint),
  webhookSecret: labelled(
    expecting(
      z.string().trim().min(16).max(300),
      'Copie inteira, como o Mercado Pago mostra depois de salvar o endereço: tem 16 letras ou mais.',
      'Copy it whole, as Mercado Pago shows it once the address is saved: 16 characters or more.',
    ).optional(),
    localized('Assinatura secreta dos avisos', 'Secret signature of webhooks'),
    localized(
      'Sem ela, os pagamentos são consultados de tempos em tempos.',
      'Without it, payments are only asked about now and then.',
    ),
  ),
});

/** A store's account at Mercado Pago. */
export const mercadopagoForm = { settings, credentials } satisfies SettingsForm;

/** The settings of an account, which are not secret. */
export type MercadopagoSettings = z.infer<typeof settings>;
