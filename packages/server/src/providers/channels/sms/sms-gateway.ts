import { localized } from '@retoma/commerce';
import { textOfSms, type MessageReason } from '@retoma/flow';
import { z } from 'zod';
import type { CallOut } from '../../../base/net/http-client.ts';
import { labelled, type SettingsForm } from '../../../base/settings-form.ts';
import { gatewayProvider, type Gateway } from '../gateway.ts';
import { objectIn } from '../json.ts';
import type { Delivery, ProviderDefinition } from '../provider.ts';

/** The settings of every SMS connection. */
export const smsSettings = {
  removeAccents: labelled(
    z.boolean().default(true),
    localized('Tirar acentos antes de enviar', 'Take accents away before sending'),
    localized(
      'Com acentos, um SMS custa duas ou três vezes mais.',
      'With accents, an SMS costs two or three times as much.',
    ),
  ),
};

/** An SMS for a provider. `number`: digits only, country code first. */
export type Sms = { readonly number: string; readonly text: string; readonly delivery: Delivery };

/** An SMS provider that calls its gateway. */
export const smsGateway = <Form extends SettingsForm>(
  gateway: Omit<Gateway<Sms, Form>, 'concurrency'>,
): ProviderDefinition<{ readonly callOut: CallOut }> => gatewayProvider({ ...gateway, concurrency: 8 }, readSms);

/** The text of an SMS, or why it cannot be sent. */
export function readSms(delivery: Delivery, number: string): Sms | MessageReason {
  const text = textOfSms(objectIn(delivery.content), delivery.settings['removeAccents'] !== false);
  return text === '' ? 'EMPTY_MESSAGE' : { number, text, delivery };
}
