import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { inBoth, labelled, type SettingsForm } from '../../../../base/settings-form.ts';
import { gatewayAddress, noticeSecret, secretText } from '../../connection-shape.ts';
import { smsSettings } from '../sms-gateway.ts';

/** The form of a connection to Zenvia. */
export const zenviaForm = {
  settings: z.object({
    ...smsSettings,
    baseUrl: gatewayAddress.default('https://api.zenvia.com'),
    /** The sender at Zenvia: the name of the integration, or a number. */
    from: labelled(z.string().min(1).max(64), localized('Remetente', 'Sender')),
  }),
  credentials: z.object({ token: labelled(secretText, inBoth('Token')), noticeSecret }),
} satisfies SettingsForm;
