import { z } from 'zod';
import { inBoth, labelled, type SettingsForm } from '../../../../base/settings-form.ts';
import { gatewayAddress, noticeSecret, secretText } from '../../connection-shape.ts';
import { buttonsSetting } from '../gateway.ts';

/** The form of a connection to uazapi. */
export const uazapiForm = {
  settings: z.object({ baseUrl: gatewayAddress, buttons: buttonsSetting(true) }),
  credentials: z.object({ token: labelled(secretText, inBoth('Token')), noticeSecret }),
} satisfies SettingsForm;
