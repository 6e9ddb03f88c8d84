import { messageStateNames, namesIn } from '@retoma/flow';
import type { ApiResponse } from '../../../api/call.ts';
import type { Texts } from '../../../ui/texts.ts';
import type { Tone } from '../../../ui/tone-badge.tsx';

/** A message of a run, as the service reports it. */
export type RunMessage = ApiResponse<'GET /panel/api/stores/:storeId/runs/:runId'>['run']['messages'][number];

type MessageLabels = {
  channel: Record<RunMessage['channel'], string>;
  state: Record<RunMessage['state'], string>;
};

const channel = { whatsapp: 'WhatsApp', email: 'E-mail', sms: 'SMS' };

/** The labels of channels and message states. */
export const messageTexts: Texts<MessageLabels> = {
  'pt-BR': {
    channel,
    state: namesIn(messageStateNames, 'pt-BR'),
  },
  en: {
    channel,
    state: namesIn(messageStateNames, 'en'),
  },
};

/** The tone of a message state. */
export const messageTones: Readonly<Record<RunMessage['state'], Tone>> = {
  queued: 'wait',
  sending: 'calm',
  sent: 'ok',
  delivered: 'ok',
  read: 'ok',
  failed: 'bad',
  unknown: 'wait',
  skipped: 'plain',
};

/** The first words of a message: its subject or its text; undefined: it is hidden, or has none. */
export const firstWords = (content: RunMessage['content']): string | undefined =>
  [content?.['subject'], content?.['message'], content?.['caption'], content?.['text']].find(
    (one): one is string => typeof one === 'string' && one.trim() !== '',
  );
