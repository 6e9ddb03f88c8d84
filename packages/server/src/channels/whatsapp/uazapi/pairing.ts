import { triedAs } from '../../provider-response.ts';
import { textIn } from '../../json.ts';
import type { PairingSeen } from '../../provider.ts';
import { letGo, phoneIn, waiting, within, type GatewayPairing } from '../pairing.ts';
import { readAnswer } from './errors.ts';

/** `connect` begins to wait for a phone; from then on the status has the QR code, which it renews by itself. */
export const pairing: GatewayPairing<unknown> = {
  async look(ask): Promise<PairingSeen> {
    const status = await ask('GET', 'instance/status');
    if ('outcome' in status) return status;
    const state = textIn(within(status.json, 'instance', 'status'));
    if (status.status !== 200 || state === '') return triedAs(readAnswer(status), '');
    const name = textIn(within(status.json, 'instance', 'profileName'));
    if (state === 'connected') {
      return { outcome: 'works', account: phoneIn(within(status.json, 'instance', 'owner')) ?? name };
    }
    if (state === 'connecting') return waiting(within(status.json, 'instance', 'qrcode'));
    const begun = await ask('POST', 'instance/connect', {});
    if ('outcome' in begun) return begun;
    return begun.status === 200 ? waiting(within(begun.json, 'instance', 'qrcode')) : triedAs(readAnswer(begun), '');
  },
  async end(ask) {
    return letGo(await ask('POST', 'instance/disconnect', {}), '', readAnswer);
  },
};
