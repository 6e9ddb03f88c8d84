import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { labelled, type SettingsForm } from '../../../../base/settings-form.ts';
import { gatewayAddress, noticeSecret, secretText } from '../../connection-shape.ts';

const pix = z.object({
  merchantName: labelled(
    z.string().min(1).max(100),
    localized('Nome no pedido de pagamento', 'Name on payment requests'),
  ),
  key: labelled(
    z.string().min(1).max(77),
    localized('Chave PIX do pedido de pagamento', 'PIX key of payment requests'),
  ),
  keyType: labelled(
    z.enum(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP']),
    localized('Tipo da chave PIX', 'Kind of PIX key'),
    undefined,
    {
      EMAIL: localized('E-mail', 'E-mail'),
      PHONE: localized('Telefone', 'Phone'),
      EVP: localized('Chave aleatória', 'Random key'),
    },
  ),
});

const version = z
  .string()
  .regex(/^v\d{1,3}\.\d$/)
  .default('v25.0');

/** The form of a connection to the Cloud API. */
export const cloudApiForm = {
  settings: z.object({
    baseUrl: gatewayAddress.default('https://graph.facebook.com'),
    version: labelled(version, localized('Versão da API', 'Version of the API')),
    phoneNumberId: labelled(
      z.string().regex(/^\d{1,30}$/),
      localized('ID do número de telefone', 'Phone number id'),
      localized('Só números, em WhatsApp → Configuração da API.', 'Digits only, under WhatsApp → API setup.'),
    ),
    wabaId: labelled(
      z
        .string()
        .regex(/^\d{1,30}$/)
        .optional(),
      localized('ID da conta do WhatsApp (WABA)', 'WhatsApp business account id (WABA)'),
      localized(
        'Sem ele, assine os avisos na Meta por conta própria.',
        'Without it, subscribe to the webhooks at Meta yourself.',
      ),
      undefined,
      true,
    ),
    pix: pix.nullable().default(null),
  }),
  credentials: z.object({
    accessToken: labelled(secretText, localized('Token de acesso', 'Access token')),
    appSecret: labelled(z.string().min(16).max(200), localized('Chave secreta do aplicativo', 'App secret')),
    noticeSecret,
  }),
} satisfies SettingsForm;
