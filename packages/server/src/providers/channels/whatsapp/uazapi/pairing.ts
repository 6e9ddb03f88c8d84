import { triedAs } from '../../provider-response.ts';
import { textIn } from '../../json.ts';
import type { PairingState } from '../../provider.ts';
import { letGo, phoneIn, started, waiting, memberAt, type GatewayPairing } from '../pairing.ts';
import { readResponse } from './errors.ts';

/** `instance/connect` starts the pairing. After it, the status contains the QR code, which uazapi renews. */
export const pairing: GatewayPairing<unknown> = {
  async look(ask): Promise<PairingState> {
    const status = await ask('GET', 'instance/status');
    if ('outcome' in status) return status;
    const state = textIn(memberAt(status.json, 'instance', 'status'));
    if (status.status !== 200 || state === '') return triedAs(readResponse(status), '');
    const name = textIn(memberAt(status.json, 'instance', 'profileName'));
    if (state === 'connected') {
      return { outcome: 'works', account: phoneIn(memberAt(status.json, 'instance', 'owner')) ?? name };
    }
    if (state === 'connecting') return waiting(memberAt(status.json, 'instance', 'qrcode'));
    return started(
      await ask('POST', 'instance/connect', {}),
      (json) => memberAt(json, 'instance', 'qrcode'),
      readResponse,
    );
  },
  async end(ask) {
    return letGo(await ask('POST', 'instance/disconnect', {}), '', readResponse);
  },
};
