import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { expecting, labelled, type SettingsForm } from '../../../../base/settings-form.ts';
import { gatewayAddress } from '../../connection-shape.ts';
import { smsSettings } from '../sms-gateway.ts';

/** The form of a connection to a merchant's own service. */
export const httpSmsForm = {
  settings: z.object({
    ...smsSettings,
    url: labelled(
      gatewayAddress,
      localized('Endereço do seu serviço', 'Address of your service'),
      localized('Comece com https://', 'Begin with https://'),
    ),
    sender: labelled(z.string().min(1).max(64).optional(), localized('Remetente', 'Sender')),
  }),
  credentials: z.object({
    /** The headers that the service requires, such as `authorization`. */
    headers: labelled(
      expecting(
        z.record(z.string().regex(/^[A-Za-z0-9-]{1,100}$/), z.string().regex(/^[ -~]{1,2000}$/)).default({}),
        'Um por linha: o nome, dois-pontos e o valor, sem acentos.',
        'One on each line: the name, a colon and the value, without accents.',
      ),
      localized('Cabeçalhos', 'Headers'),
      localized('Um por linha, como Authorization: Bearer …', 'One on each line, such as Authorization: Bearer …'),
    ),
    /** A secret in the format of Standard Webhooks: `whsec_` and base64 of 24 to 64 bytes. */
    webhookSecret: labelled(
      expecting(
        z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/),
        'Comece com whsec_ e siga com 24 a 64 bytes em base64.',
        'Begin with whsec_, then 24 to 64 bytes in base64.',
      ),
      localized('Segredo dos avisos', 'Secret of webhooks'),
      localized('Começa com whsec_', 'Begins with whsec_'),
    ),
  }),
} satisfies SettingsForm;
