import { listMetatags, triggers, validatesTrigger } from '@retoma/flow';
import { automationCodes } from '../../automations/codes.ts';
import type { Context } from '../../context.ts';
import { compressResponse } from '../compression/compress-responses.ts';
import { sendRefusal } from '../errors.ts';
import { requireKeyOrSession } from '../guards/key-or-session.ts';
import type { Resource } from '../resource.ts';

/** GET /automation/metatags?triggerType=<trigger>: the metatags for its messages, for any key and for signed-in users (TAG4). */
export function listMetatagsResource(context: Context): NonNullable<Resource['GET']> {
  return {
    onRequest: requireKeyOrSession(context),
    onSend: compressResponse,
    handler: (request, reply) => {
      const { triggerType } = request.query as { triggerType?: unknown };
      const trigger = triggers.find((trigger) => trigger === triggerType);
      if (!trigger) {
        const { status, en } = automationCodes.INVALID_TRIGGER;
        const message = en.replace('{accepted}', triggers.join(', '));
        return sendRefusal(reply, status, { code: 'INVALID_TRIGGER', message, accepted: triggers });
      }
      const metatags = listMetatags(trigger);
      const total = metatags.filter(({ status }) => status === 'active').length;
      return reply.send({ success: true, triggerType: trigger, validated: validatesTrigger(trigger), total, metatags });
    },
  };
}
