import { hashContact } from '../../../base/crypto/contact-hash.ts';
import { consentRecord } from '../../../base/contacts/consents.ts';
import type { DispatchedMessage } from '../../delivery/dispatcher.ts';
import { newId } from '../../../base/ids.ts';
import type { Batch } from '../batch/types.ts';
import type { Engine } from '../engine.ts';

/** COM8: records opt-outs that providers report. */
export async function recordOptOuts(
  engine: Engine,
  { client, now }: Batch,
  dispatched: readonly DispatchedMessage[],
): Promise<void> {
  for (const { reservation, result } of dispatched) {
    if (result.outcome !== 'opted_out') continue;
    const { storeId, channel, to } = reservation.delivery;
    const contactHash = hashContact(engine, storeId, channel, to);
    if (!contactHash) continue;
    const consent = { consentId: newId(storeId), state: 'withdrawn', source: 'provider', at: now } as const;
    await consentRecord(client, { ...consent, storeId, channel, contactHash });
  }
}
