import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { inBoth, labelled, type SettingsForm } from '../../../../base/settings-form.ts';
import { gatewayAddress, noticeSecret, pathName, secretText } from '../../connection-shape.ts';
import { buttonsSetting } from '../gateway.ts';

/** The form of a connection to Z-API. */
export const zApiForm = {
  settings: z.object({
    baseUrl: gatewayAddress.default('https://api.z-api.io'),
    instanceId: labelled(pathName, localized('ID da instância', 'Instance id')),
    buttons: buttonsSetting(
      true,
      localized(
        'Antes, aceite os termos de botões no painel da Z-API. Desligado, os botões vão escritos no texto.',
        'First accept the terms for buttons in Z-API’s panel. Off: buttons are written out in the text.',
      ),
    ),
  }),
  credentials: z.object({
    token: labelled(pathName, inBoth('Token')),
    clientToken: labelled(
      secretText.optional(),
      localized('Token de segurança da conta', 'Security token of the account'),
    ),
    noticeSecret,
  }),
} satisfies SettingsForm;
