import { checkStoreEvent, eventWarnings } from '@retoma/commerce';
import type { Context } from '../../context.ts';
import { ingestEvent } from '../orders/ingest-event.ts';
import { readJson, withoutMark } from '../../base/json.ts';
import { storeOf } from '../../stores/guards/api-key.ts';
import type { Handler } from '../../http/handler.ts';
import type { PublicContract } from '../../http/public-contract.ts';

/** POST /stores/external/events: records an event of a store's own system (COM6). */
export function ingestEventHandler(context: Context): Handler<PublicContract['ingestEvent']> {
  return async ({ body, request, reply }) => {
    const json = readJson(withoutMark(body));
    if ('issue' in json) return { ok: false, code: 'INVALID_PAYLOAD', issues: [json.issue] };
    const checked = checkStoreEvent(json.value);
    if (!checked.ok) return { ok: false, code: 'INVALID_PAYLOAD', issues: checked.issues };
    const { eventId, duplicate } = await ingestEvent(context, storeOf(request).storeId, checked.event);
    reply.code(duplicate ? 200 : 202);
    const warnings = eventWarnings(checked.event);
    return { success: true, eventId, duplicate, ...(warnings.length > 0 && { warnings }) };
  };
}
