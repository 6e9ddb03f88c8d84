import { z } from 'zod';
import { expecting, labelled, type SettingsForm } from '../../../base/settings-form.ts';

const key = (pattern: RegExp, begins: string, description: string) =>
  expecting(
    z.string().trim().max(300).regex(pattern, `begins with ${begins}`).describe(description),
    `Copie inteira: começa com ${begins.replace(' or ', ' ou ')}.`,
    `Copy it whole: it begins with ${begins}.`,
  );

const settings = z.strictObject({
  publishableKey: labelled(
    key(
      /^pk_(test|live)_\w{10,}$/,
      'pk_',
      'Publishable key: the shopper’s browser turns card data into a token with it',
    ),
    { 'pt-BR': 'Chave publicável', en: 'Publishable key' },
    { 'pt-BR': 'Começa com pk_live_ ou pk_test_', en: 'Begins with pk_live_ or pk_test_' },
  ),
  statementSuffix: labelled(
    expecting(
      z
        .string()
        .trim()
        .regex(
          /^(?=.*[A-Za-z])[A-Za-z0-9 .-]{2,10}$/,
          '2 to 10 letters without accents, digits, spaces, dots or hyphens',
        ),
      'De 2 a 10 letras sem acento, números, espaços, pontos ou hifens.',
      '2 to 10 letters without accents, digits, spaces, dots or hyphens.',
    ).optional(),
    { 'pt-BR': 'Final do nome na fatura do cartão', en: 'End of the name on the card’s statement' },
    {
      'pt-BR': 'De 2 a 10 letras sem acento, números ou espaços. A Stripe põe antes o nome curto da sua conta.',
      en: '2 to 10 letters without accents, digits or spaces. Stripe puts the short name of your account before it.',
    },
  ),
});

const credentials = z.strictObject({
  secretKey: labelled(
    key(/^[sr]k_(test|live)_\w{10,}$/, 'sk_ or rk_', 'Secret key, or a restricted one'),
    { 'pt-BR': 'Chave secreta', en: 'Secret key' },
    { 'pt-BR': 'Começa com sk_live_ ou sk_test_', en: 'Begins with sk_live_ or sk_test_' },
  ),
  webhookSecret: labelled(
    key(
      /^whsec_[\w+/=]{10,}$/,
      'whsec_',
      'Signing secret of the webhook endpoint; without it webhooks are refused',
    ).optional(),
    { 'pt-BR': 'Segredo de assinatura dos avisos', en: 'Signing secret of webhooks' },
    {
      'pt-BR': 'Começa com whsec_. Sem ele, os pagamentos são consultados de tempos em tempos.',
      en: 'Begins with whsec_. Without it, payments are only asked about now and then.',
    },
  ),
});

/** A store's account at Stripe. */
export const stripeForm = { settings, credentials } satisfies SettingsForm;

/** The settings of an account, which are not secret. */
export type StripeSettings = z.infer<typeof settings>;

/** Whether both keys are for tests, or both for production. */
export const isOneMode = (publishableKey: string, secretKey: string): boolean =>
  modeOf(publishableKey) === modeOf(secretKey);

/** `test` or `live`, from the prefix of a key. */
const modeOf = (key: string): string | undefined => key.split('_')[1];
