import { triedAs } from '../../provider-response.ts';
import type { PairingState } from '../../provider.ts';
import { letGo, phoneIn, waiting, memberAt, type GatewayPairing } from '../pairing.ts';
import { readResponse } from './errors.ts';

/** A QR code of Z-API is valid for about 20 s; the next request returns the next one. */
export const pairing: GatewayPairing<{ instanceId: string }> = {
  async look(ask, { instanceId }): Promise<PairingState> {
    const status = await ask('GET', 'status');
    if ('outcome' in status) return status;
    const connected = memberAt(status.json, 'connected');
    if (status.status !== 200 || typeof connected !== 'boolean') return triedAs(readResponse(status), instanceId);
    const more = await ask('GET', connected ? 'device' : 'qr-code/image');
    if ('outcome' in more) return more;
    return connected
      ? { outcome: 'works', account: phoneIn(memberAt(more.json, 'phone')) ?? instanceId }
      : waiting(memberAt(more.json, 'value'));
  },
  async end(ask, { instanceId }) {
    return letGo(await ask('GET', 'disconnect'), instanceId, readResponse);
  },
};
