import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { labelled, type SettingsForm } from '../../../../base/settings-form.ts';
import { gatewayAddress, secretText } from '../../connection-shape.ts';
import { smsSettings } from '../sms-gateway.ts';

const sender = z.string().regex(/^(?:\+\d{8,15}|[A-Za-z0-9 ]{1,11}|\d{3,8})$/);

const settings = z
  .object({
    ...smsSettings,
    baseUrl: gatewayAddress.default('https://api.twilio.com'),
    accountSid: labelled(
      z.string().regex(/^AC[0-9a-fA-F]{32}$/),
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
      z
        .string()
        .regex(/^MG[0-9a-fA-F]{32}$/)
        .optional(),
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
