import { listMetatags, triggers, validatesTrigger } from '@retoma/flow';
import type { Handler } from '../../../http/handler.ts';
import type { PublicContract } from '../../../http/public-contract.ts';

/** GET /automation/metatags?triggerType=<trigger>: the metatags for its messages, for any key and for signed-in users (TAG4). */
export const listMetatagsHandler: Handler<PublicContract['listMetatags']> = ({ request }) => {
  const { triggerType } = request.query as { triggerType?: unknown };
  const trigger = triggers.find((trigger) => trigger === triggerType);
  if (!trigger) return Promise.resolve({ ok: false, code: 'INVALID_TRIGGER', accepted: triggers });
  const metatags = listMetatags(trigger);
  const total = metatags.filter(({ status }) => status === 'active').length;
  const validated = validatesTrigger(trigger);
  return Promise.resolve({ success: true, triggerType: trigger, validated, total, metatags });
};
