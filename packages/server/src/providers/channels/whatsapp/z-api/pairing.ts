import { triedAs } from '../../provider-response.ts';
import type { PairingState } from '../../provider.ts';
import { letGo, phoneIn, started, memberAt, type GatewayPairing } from '../pairing.ts';
import { readResponse } from './errors.ts';

/** A QR code of Z-API is valid for about 20 s; the next request returns the next one. */
export const pairing: GatewayPairing<{ instanceId: string }> = {
  async look(ask, { instanceId }): Promise<PairingState> {
    const status = await ask('GET', 'status');
    if ('outcome' in status) return status;
    const connected = memberAt(status.json, 'connected');
    if (status.status !== 200 || typeof connected !== 'boolean') return triedAs(readResponse(status), instanceId);
    if (!connected) {
      return started(await ask('GET', 'qr-code/image'), (json) => memberAt(json, 'value'), readResponse);
    }
    const device = await ask('GET', 'device');
    if ('outcome' in device) return device;
    return { outcome: 'works', account: phoneIn(memberAt(device.json, 'phone')) ?? instanceId };
  },
  async end(ask, { instanceId }) {
    return letGo(await ask('GET', 'disconnect'), instanceId, readResponse);
  },
};
