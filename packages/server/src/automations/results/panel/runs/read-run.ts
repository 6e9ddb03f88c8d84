import type { Context } from '../../../../context.ts';
import { findListedRun, isWaitedFor } from '../../read-runs.ts';
import { auditAccess } from '../../../../members/audit/audit-log.ts';
import { currentSteps, flowOfRun } from '../../current-steps.ts';
import type { VersionCache } from '../../../definitions/compiled-versions.ts';
import { readRun, type WaitsFor } from '../../read-run.ts';
import type { PanelAnswer, PanelHandlers } from '../../../../panel-contract.ts';
import { canSeeContacts } from '../../../../members/guards/can-see-contacts.ts';
import { optOutCauses } from '../../../delivery/opt-out-causes.ts';
import { instant, presentListing, presentMessage, presentOptOut } from './present-run.ts';

/** GET /panel/api/stores/:storeId/runs/:runId: one run with its timeline, its messages and the operations on it. */
export const readRunHandlers = (context: Context, plans: VersionCache): PanelHandlers<'readRun' | 'seeRunPerson'> => ({
  readRun: async ({ params: { storeId, runId }, locale, request }) => {
    const { db } = context;
    const listing = await findListedRun(db, storeId, runId);
    const reading = await readRun(db, storeId, runId);
    if (!listing || !reading) return 'NOT_FOUND';
    const steps = await currentSteps(db, plans, { storeId, runs: [listing], locale });
    const maySee = await canSeeContacts(context, request, storeId);
    const optOutOf = await optOutCauses(context, storeId, reading.messages, () => listing);
    const { event, orderId, checkoutId, orderStatus, paymentMethod } = listing;
    return {
      success: true,
      run: {
        ...presentListing(listing, steps.get(runId), maySee),
        event,
        orderId,
        checkoutId,
        orderStatus,
        paymentMethod,
        occurredAt: reading.occurredAt.toISOString(),
        waitsFor: reading.waitsFor && presentWait(reading.waitsFor),
        flow: await flowOfRun(db, plans, storeId, listing),
        timeline: [...(reading.timeline ?? [])],
        messages: reading.messages.map((message) => ({
          ...presentMessage(message, maySee),
          optOut: presentOptOut(optOutOf(message)),
        })),
        inbound: (await isWaitedFor(db, runId)).map(({ messageKey, kind, receivedAt }) => ({
          message: messageKey,
          kind,
          at: receivedAt.toISOString(),
        })),
        operations: reading.operations.map(({ kind, requestedBy, at, outcome }) => ({
          kind,
          by: requestedBy,
          at: at.toISOString(),
          outcome,
        })),
      },
    };
  },
  /** POST /panel/api/stores/:storeId/runs/:runId/person: the shopper of a run, unmasked (AUT6: the access is audited). */
  seeRunPerson: async ({ params: { storeId, runId }, audit }) => {
    const run = await findListedRun(context.db, storeId, runId);
    if (!run) return 'NOT_FOUND';
    await auditAccess(context.db, audit, { storeId, action: 'shopper_seen', detail: runId });
    return { success: true, name: run.name, email: run.email, phone: run.phone };
  },
});

function presentWait(wait: WaitsFor): PanelAnswer<'readRun'>['run']['waitsFor'] {
  switch (wait.for) {
    case 'held':
    case 'message':
      return wait;
    case 'timer':
      return { ...wait, at: instant(wait.at)! };
    case 'reply':
      return { ...wait, until: instant(wait.until)! };
    default:
      return wait satisfies never;
  }
}
