import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { expecting, labelled, type SettingsForm } from '../../../../base/settings-form.ts';
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

const version = expecting(
  z
    .string()
    .regex(/^v\d{1,3}\.\d$/)
    .default('v25.0'),
  'Como v25.0: um v, o número, ponto e outro número.',
  'Such as v25.0.',
);

/** The form of a connection to the Cloud API. */
export const cloudApiForm = {
  settings: z.object({
    baseUrl: gatewayAddress.default('https://graph.facebook.com'),
    version: labelled(version, localized('Versão da API', 'Version of the API')),
    phoneNumberId: labelled(
      expecting(
        // Not a Brazilian phone, with or without its country code, which owners confuse it with.
        z.string().regex(/^(?!(?:55)?[1-9]{2}9?\d{8}$)\d{1,30}$/),
        'É o ID de 15 números, não o telefone: fica ao lado do número, na Configuração da API.',
        'It is the id of 15 digits, not the phone: it stands beside the number, under API setup.',
      ),
      localized('ID do número de telefone', 'Phone number id'),
      localized('Só números, em WhatsApp → Configuração da API.', 'Digits only, under WhatsApp → API setup.'),
    ),
    wabaId: labelled(
      expecting(
        z.string().regex(/^\d{1,30}$/),
        'São só números: o ID da conta, no topo da Configuração da API.',
        'Digits only: the id of the account, at the top of API setup.',
      ).optional(),
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
    appSecret: labelled(
      expecting(
        z.string().min(16).max(200),
        'Copie inteira, em Configurações do app → Básico: tem 32 letras e números.',
        'Copy it whole, under App settings → Basic: 32 letters and digits.',
      ),
      localized('Chave secreta do aplicativo', 'App secret'),
    ),
    noticeSecret,
  }),
} satisfies SettingsForm;
