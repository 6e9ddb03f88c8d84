import { triedAs } from '../../provider-response.ts';
import { objectsIn, textIn } from '../../json.ts';
import type { PairingState } from '../../provider.ts';
import { letGo, phoneIn, started, memberAt, type GatewayPairing } from '../pairing.ts';
import { readResponse } from './errors.ts';

/** `instance/connect` returns the current QR code, or `{ "count": 0 }` while the gateway generates one. */
export const pairing: GatewayPairing<{ instance: string }> = {
  async look(ask, { instance }): Promise<PairingState> {
    const status = await ask('GET', 'instance/connectionState');
    if ('outcome' in status) return status;
    const state = textIn(memberAt(status.json, 'instance', 'state'));
    if (status.status !== 200 || state === '') return triedAs(readResponse(status), instance);
    if (state !== 'open') {
      return started(await ask('GET', 'instance/connect'), (json) => memberAt(json, 'base64'), readResponse);
    }
    const all = await ask('GET', 'instance/fetchInstances');
    const phone =
      'outcome' in all ? null : phoneIn(objectsIn(all.json).find(({ name }) => name === instance)?.ownerJid);
    return { outcome: 'works', account: phone ?? instance };
  },
  async end(ask, { instance }) {
    return letGo(await ask('DELETE', 'instance/logout'), instance, readResponse);
  },
};
