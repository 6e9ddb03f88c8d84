import { z } from 'zod';
import type { Context } from '../../../../context.ts';
import { pageOfMessages, type ListedRow, type MessagePlace } from '../../read-runs.ts';
import { maskedName } from '../../../../base/contacts/mask.ts';
import type { PanelAnswer, PanelHandlers } from '../../../../panel-contract.ts';
import { canSeeContacts } from '../../../../members/guards/can-see-contacts.ts';
import { parseFilter } from '../../../../base/requested-filter.ts';
import { instant, presentMessage } from './present-run.ts';

const pageSize = 50;

/** GET /panel/api/stores/:storeId/messages: messages in any state, 50 at a time, latest due first. */
export const listMessagesHandlers = (context: Context): PanelHandlers<'listMessages'> => ({
  listMessages: async ({ params: { storeId }, query: { before, ...requested }, request }) => {
    const maySee = await canSeeContacts(context, request, storeId);
    const filter = parseFilter(requested, { now: context.clock(), people: maySee });
    const page = { before: placeIn(before), size: pageSize };
    const { messages, next, reached } = await pageOfMessages(context.db, storeId, filter, page);
    return {
      success: true,
      messages: messages.map((row) => presentMessageRow(row, maySee)),
      next: next && encodeCursor(next),
      reached: instant(reached),
    };
  },
});

/** A message in a list. */
export const presentMessageRow = (
  row: ListedRow,
  maySee: boolean,
): PanelAnswer<'listMessages'>['messages'][number] => ({
  ...presentMessage(row, maySee),
  runId: row.runId,
  automationId: row.automationId,
  automation: row.automation,
  name: row.name ? maskedName(row.name, maySee) : null,
});

const encodeCursor = ({ due, runId, message }: MessagePlace): string =>
  Buffer.from(JSON.stringify({ due, runId, message })).toString('base64url');

const place = z.object({
  due: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/),
  runId: z.uuid(),
  message: z.string().max(300),
});

/** Where the previous page ended; an invalid cursor is ignored. */
function placeIn(text: string | undefined): MessagePlace | undefined {
  if (text === undefined) return undefined;
  try {
    return place.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}
