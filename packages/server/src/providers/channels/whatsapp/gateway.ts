import { localized } from '@retoma/commerce';
import type { MessageReason, WhatsappTemplate } from '@retoma/flow';
import { z } from 'zod';
import type { CallOut } from '../../../base/net/http-client.ts';
import { labelled, type SettingsForm } from '../../../base/settings-form.ts';
import { connectedBy, type Connected } from '../connected.ts';
import { gatewayProvider, type Gateway } from '../gateway.ts';
import { ask, triedUnanswered } from '../provider-response.ts';
import type { ChannelConnection, Delivery, Pairing, ProviderDefinition } from '../provider.ts';
import type { Asking, GatewayPairing } from './pairing.ts';
import { readWhatsapp, type WhatsappMessage } from '@retoma/flow';

/** A message to send, with its content parsed and a number in WhatsApp's format. */
export type Outbound = {
  readonly message: WhatsappMessage;
  readonly template: WhatsappTemplate | null;
  readonly number: string;
  readonly delivery: Delivery;
};

/** The parts in which WhatsApp providers differ. */
export type WhatsappGateway<Form extends SettingsForm> = Gateway<Outbound, Form> & {
  /** How the store's phone is paired; absent: the provider needs no phone. */
  readonly pairing?: GatewayPairing<Connected<NoInfer<Form>>['settings']>;
};

/** The setting of unofficial providers that decides whether buttons are sent. `sendsButtons`: its default. */
export const buttonsSetting = (
  sendsButtons: boolean,
  help = localized(
    'Desligado, os botões vão escritos no texto. Números não oficiais às vezes não os mostram.',
    'Off: buttons are written out in the text. Unofficial numbers sometimes do not show them.',
  ),
): z.ZodDefault<z.ZodBoolean> =>
  labelled(z.boolean().default(sendsButtons), localized('Enviar botões', 'Send buttons'), help);

/** A WhatsApp provider that calls its gateway. */
export function whatsappGateway<Form extends SettingsForm>(
  gateway: WhatsappGateway<Form>,
): ProviderDefinition<{ readonly callOut: CallOut }> {
  const provider = gatewayProvider(gateway, outboundOf);
  const { pairing } = gateway;
  if (!pairing) return provider;
  return {
    ...provider,
    open: (parts) => ({ ...provider.open(parts), pairing: pairingOf(parts.callOut, gateway, pairing) }),
  };
}

function outboundOf(delivery: Delivery, number: string): Outbound | MessageReason {
  const read = readWhatsapp(delivery.content);
  return read.ok ? { message: read.message, template: read.template, number, delivery } : read.reason;
}

/** The pairing of a gateway. Connections with incomplete settings are `broken`. */
function pairingOf<Form extends SettingsForm>(
  callOut: CallOut,
  gateway: Gateway<Outbound, Form>,
  pairing: GatewayPairing<Connected<Form>['settings']>,
): Pairing {
  const connect = connectedBy(gateway.form);
  const withConnected =
    <Result>(call: (ask: Asking, settings: Connected<Form>['settings']) => Promise<Result>) =>
    (connection: ChannelConnection, signal: AbortSignal) => {
      const connected = connect(connection);
      if (!connected) return Promise.resolve({ outcome: 'broken', reason: 'INVALID_SETTINGS' } as const);
      return call(async (method, path, body) => {
        const answer = await ask(callOut, { method, ...gateway.address(path, connected), body, signal });
        return 'status' in answer ? answer : triedUnanswered(answer);
      }, connected.settings);
    };
  return {
    look: withConnected((ask, settings) => pairing.look(ask, settings)),
    end: withConnected((ask, settings) => pairing.end(ask, settings)),
  };
}
