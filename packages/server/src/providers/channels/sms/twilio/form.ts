import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { expecting, labelled, type SettingsForm } from '../../../../base/settings-form.ts';
import { gatewayAddress, secretText } from '../../connection-shape.ts';
import { smsSettings } from '../sms-gateway.ts';

const sender = expecting(
  z.string().regex(/^(?:\+\d{8,15}|[A-Za-z0-9 ]{1,11}|\d{3,8})$/),
  'Um número com + e o código do país, um nome de até 11 letras sem acento, ou um número curto; ou use o serviço abaixo.',
  'A number with + and its country code, a name of up to 11 letters, or a short number; or use the service below.',
);

const settings = z
  .object({
    ...smsSettings,
    baseUrl: gatewayAddress.default('https://api.twilio.com'),
    accountSid: labelled(
      expecting(
        z.string().regex(/^AC[0-9a-fA-F]{32}$/),
        'Começa com AC e tem mais 32 letras e números.',
        'Begins with AC and has 32 more letters and digits.',
      ),
      localized('Identificador da conta (SID)', 'Account SID'),
    ),
    /** The number or name that sends. Absent: the messaging service chooses one. */
    from: labelled(
      sender.optional(),
      localized('Remetente', 'Sender'),
      localized(
        'O número ou nome que envia, ou o serviço abaixo.',
        'The number or name that sends, or the service below.',
      ),
    ),
    messagingServiceSid: labelled(
      expecting(
        z.string().regex(/^MG[0-9a-fA-F]{32}$/),
        'Começa com MG e tem mais 32 letras e números.',
        'Begins with MG and has 32 more letters and digits.',
      ).optional(),
      localized('Serviço de mensagens (SID)', 'Messaging service SID'),
      localized('No lugar do remetente.', 'In place of the sender.'),
    ),
  })
  .refine(({ from, messagingServiceSid }) => (from === undefined) !== (messagingServiceSid === undefined), {
    message: 'either from or messagingServiceSid',
    path: ['from'],
  });

/** The form of a connection to Twilio. */
export const twilioForm = {
  settings,
  credentials: z.object({
    authToken: labelled(secretText, localized('Token de autenticação', 'Auth token')),
  }),
} satisfies SettingsForm;
