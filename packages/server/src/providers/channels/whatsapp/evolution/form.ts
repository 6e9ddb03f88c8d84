import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { labelled, type SettingsForm } from '../../../../base/settings-form.ts';
import { gatewayAddress, noticeSecret, pathName, secretText } from '../../connection-shape.ts';
import { buttonsSetting } from '../gateway.ts';

/** The form of a connection to Evolution API. */
export const evolutionForm = {
  settings: z.object({
    baseUrl: gatewayAddress,
    instance: labelled(pathName, localized('Nome da instância', 'Name of the instance')),
    buttons: buttonsSetting(
      false,
      localized(
        'A Evolution API aceita botões, mas o WhatsApp quase nunca os entrega. Desligado, vão escritos no texto.',
        'Evolution API accepts buttons, but WhatsApp hardly ever delivers them. Off: they are written out in the text.',
      ),
    ),
  }),
  credentials: z.object({ apiKey: labelled(secretText, localized('Chave de API', 'API key')), noticeSecret }),
} satisfies SettingsForm;
