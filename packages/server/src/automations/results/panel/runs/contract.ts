// Requests and responses of the endpoints of runs, messages and results.
import { z } from 'zod';
import type { Entry, Flow } from '@retoma/flow';
import { runStates } from '../../read-runs.ts';
import { sales } from '../../../../shop/orders/present/sales.ts';
import { done, type PanelEndpoint } from '../../../../http/endpoint.ts';

const at = z.iso.datetime();
const channel = z.enum(['whatsapp', 'email', 'sms']);
const messageState = z.enum(['queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown', 'skipped']);
const cents = z.coerce.number().int().min(0).max(1e12);
const store = '/panel/api/stores/:storeId';

/** A filter of runs. `days`: runs that began in the last days. `min`, `max`: the order's total, in cents. */
const runFilter = {
  state: z.enum(runStates).optional(),
  automationId: z.uuid().optional(),
  version: z.coerce.number().int().min(1).max(1e6).optional(),
  step: z.string().min(1).max(300).optional(),
  channel: channel.optional(),
  days: z.coerce.number().int().min(1).max(400).optional(),
  min: cents.optional(),
  max: cents.optional(),
  search: z.string().max(100).optional(),
};

/** The members of a filter that a saved view stores. `search` is left out: it may identify a shopper. */
const { search: _search, ...savedFilter } = runFilter;

/** A run in a list. Its contact is masked, and its name for members who may not see shoppers. */
const listed = z.object({
  runId: z.uuid(),
  automationId: z.uuid(),
  automation: z.string(),
  version: z.number(),
  state: z.enum(runStates),
  reason: z.string().nullable(),
  /** Whether work is due that waits because the automation is paused. */
  held: z.boolean(),
  /** Its current step, as text in the language of the request; null: none. */
  step: z.string().nullable(),
  /** When it continues; null: no time is known. */
  wakeAt: at.nullable(),
  startedAt: at,
  finishedAt: at.nullable(),
  name: z.string().nullable(),
  contact: z.string().nullable(),
  orderNumber: z.string().nullable(),
  cents: z.number().nullable(),
});

const waitsFor = z.discriminatedUnion('for', [
  z.object({ for: z.literal('held') }),
  z.object({ for: z.literal('message'), message: z.string() }),
  z.object({ for: z.literal('timer'), at, path: z.string() }),
  z.object({ for: z.literal('reply'), message: z.string(), until: at }),
]);

const message = z.object({
  /** The message's key in its run: the path of its step, `#` and the number of the send. */
  message: z.string(),
  channel,
  state: messageState,
  reason: z.string().nullable(),
  /** Masked. */
  recipient: z.string().nullable(),
  /** What was sent, by the step's members; null: not composed, deleted, or hidden from this member. */
  content: z.record(z.string(), z.unknown()).nullable(),
  attempts: z.number(),
  dueAt: at,
  settledAt: at.nullable(),
  /** RUN21: the member who sent it again; null: its run sent it. */
  resentBy: z.string().nullable(),
});

/** Who stopped messages to the recipient: the source of the consent, and the member who recorded it. */
const optOut = z.object({ at, source: z.string(), author: z.string().nullable() });

/** A message in a list. */
const listedMessage = message.extend({
  runId: z.uuid(),
  automationId: z.uuid(),
  automation: z.string(),
  name: z.string().nullable(),
});

const run = listed.extend({
  event: z.string(),
  occurredAt: at,
  orderId: z.string().nullable(),
  checkoutId: z.string().nullable(),
  orderStatus: z.string().nullable(),
  paymentMethod: z.string().nullable(),
  waitsFor: waitsFor.nullable(),
  /** The definition of its version; null: it cannot be shown. */
  flow: z.custom<Flow>().nullable(),
  /** Instants and durations in milliseconds. */
  timeline: z.array(z.object({ entry: z.custom<Entry>(), duration: z.number() })),
  /** `optOut`: of a message that was not sent because the contact gets none. */
  messages: z.array(message.extend({ optOut: optOut.nullable() })),
  /** The shopper's replies, opens and clicks. */
  inbound: z.array(z.object({ message: z.string(), kind: z.enum(['reply', 'open', 'click']), at })),
  operations: z.array(
    z.object({
      kind: z.enum(['cancel', 'retry', 'skip', 'release']),
      by: z.string(),
      at,
      outcome: z.enum(['applied', 'rejected']),
    }),
  ),
});

const operation = z.object({
  operationId: z.uuid(),
  kind: z.enum(['cancel', 'retry', 'skip', 'release']),
  total: z.number(),
  applied: z.number(),
  rejected: z.number(),
  isOver: z.boolean(),
  isStopped: z.boolean(),
  /** The runs that rejected it, at most 100. */
  failures: z.array(listed),
});

const funnelStep = z.object({
  /** The step's id in `flow`; null: `flow` does not have the step any more. */
  id: z.string().nullable(),
  path: z.string(),
  channel,
  label: z.string(),
  /** Runs whose message was requested, sent, delivered, read or opened, replied to or clicked; orders paid because of it. */
  entered: z.number(),
  sent: z.number(),
  delivered: z.number(),
  read: z.number(),
  reacted: z.number(),
  paid: z.number(),
  cents: z.number(),
});

const automationResults = z.object({
  days: z.number(),
  /** Number of runs, in all and by state. */
  entered: z.number(),
  states: z.record(z.enum(runStates), z.number()),
  messages: z.number(),
  /** Those among them that members sent again (RUN21). */
  resent: z.number(),
  recovered: sales.extend({ hours: z.number() }),
  byDay: z.array(z.object({ day: z.string(), cents: z.number(), orders: z.number() })),
  /** The definition of the newest version that ran; null: none ran, or it cannot be shown. */
  flow: z.custom<Flow>().nullable(),
  steps: z.array(funnelStep),
  /** Why messages were not sent: codes and their counts, most frequent first. */
  reasons: z.array(z.object({ reason: z.string(), count: z.number() })),
});

/** The figures of one step, identified by its id, which is the same in every version. */
const stepFigures = z.object({
  id: z.string(),
  /** Runs of the period that reached it; null: no version that ran in the period has the step. */
  entered: z.number().nullable(),
  /** Runs that wait at it now, whenever they began. */
  waiting: z.number(),
  /** Runs whose message was sent, and read or opened; orders paid because of it. */
  message: z.object({ sent: z.number(), read: z.number(), paid: z.number() }).nullable(),
  /** When the step was last changed, if some of these runs had an earlier form of it; else null. */
  changedAt: at.nullable(),
});

/** A filter of messages. `days`: messages due in the last days. `search`: an order's number, or a part of the recipient's data. */
const messageFilter = z.object({
  channel: channel.optional(),
  state: messageState.optional(),
  automationId: z.uuid().optional(),
  days: z.coerce.number().int().min(1).max(400).optional(),
  search: z.string().max(100).optional(),
  before: z.string().max(400).optional(),
});

/** The endpoints of runs, messages and results, and of operations on runs. */
export const runsContract = {
  listRuns: {
    method: 'GET',
    path: `${store}/runs`,
    access: 'view',
    query: z.object({ ...runFilter, before: z.uuid().optional() }),
    /**
     * Newest first. `next`: `before` of the next page. `reached`: how far back the search went, if the page is not full because of that.
     */
    answer: done.extend({ runs: z.array(listed), next: z.uuid().nullable(), reached: at.nullable() }),
  },
  countRuns: {
    method: 'GET',
    path: `${store}/runs/count`,
    access: 'view',
    query: z.object(runFilter),
    /** `isMore`: there are more than `count`. */
    answer: done.extend({ count: z.number(), isMore: z.boolean() }),
  },
  exportRuns: {
    method: 'GET',
    path: `${store}/runs/export`,
    access: 'seeShoppers',
    audit: ['runs_exported'],
    recent: true,
    query: z.object(runFilter),
    /** At most 10,000 runs, as CSV. */
    answer: done.extend({ csv: z.string() }),
  },
  readRun: { method: 'GET', path: `${store}/runs/:runId`, access: 'view', answer: done.extend({ run }) },
  seeRunPerson: {
    method: 'POST',
    path: `${store}/runs/:runId/person`,
    access: 'seeShoppers',
    audit: ['shopper_seen'],
    /** The shopper of the run, unmasked; the access is audited. */
    answer: done.extend({
      name: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
    }),
  },
  operateRuns: {
    method: 'POST',
    path: `${store}/runs/operations`,
    access: 'operateRuns',
    audit: ['runs_operated'],
    /** `of`: these runs, or all that match a filter. `retry`: from the step that failed. */
    body: z.strictObject({
      kind: z.enum(['cancel', 'retry', 'skip']),
      of: z.union([
        z.strictObject({ runIds: z.array(z.uuid()).min(1).max(200) }),
        z.strictObject({ filter: z.strictObject(runFilter) }),
      ]),
      /** The step to start from, for a retry of one run. */
      step: z.string().max(300).optional(),
    }),
    answer: done.extend({ operationIds: z.array(z.uuid()), total: z.number() }),
  },
  reviewResend: {
    method: 'GET',
    path: `${store}/runs/:runId/resend`,
    access: 'operateRuns',
    query: z.object({ message: z.string().min(1).max(400) }),
    answer: done.extend({
      name: z.string().nullable(),
      channel,
      /** Masked. */
      recipient: z.string().nullable(),
      /** What would be sent, with the data of now; null: it is refused, or hidden from this member. */
      content: z.record(z.string(), z.unknown()).nullable(),
      /** Why it is refused; null: it is not. */
      refusal: z.string().nullable(),
      optOut: optOut.nullable(),
      /** What it has to wait for before it leaves; null: nothing. */
      waits: z.string().nullable(),
      /** How often it left already, when last, and whether it was read. */
      left: z.object({ count: z.int(), at: at.nullable(), isRead: z.boolean(), isCertain: z.boolean() }),
      /** It asks for a payment that has come. */
      isPaid: z.boolean(),
    }),
  },
  resendMessage: {
    method: 'POST',
    path: `${store}/runs/:runId/resend`,
    access: 'operateRuns',
    audit: ['message_resent'],
    /** `requestId`: the same id queues the message once. */
    body: z.strictObject({ message: z.string().min(1).max(400), requestId: z.uuid() }),
  },
  readOperation: {
    method: 'GET',
    path: `${store}/runs/operations/:operationId`,
    access: 'view',
    answer: done.extend({ operation }),
  },
  stopOperation: {
    method: 'POST',
    path: `${store}/runs/operations/:operationId/stop`,
    access: 'operateRuns',
    unaudited: 'The operation was audited when it was requested; stopping it changes no further run.',
  },
  listRunViews: {
    method: 'GET',
    path: `${store}/run-views`,
    access: 'view',
    /** The views of the signed-in member, sorted by name. */
    answer: done.extend({
      views: z.array(z.object({ viewId: z.uuid(), name: z.string(), filter: z.object(savedFilter) })),
    }),
  },
  saveRunView: {
    method: 'POST',
    path: `${store}/run-views`,
    access: 'view',
    unaudited: 'A named filter belongs to the member alone.',
    /** Replaces a view with the same name. */
    body: z.strictObject({ name: z.string().trim().min(1).max(60), filter: z.strictObject(savedFilter) }),
    answer: done.extend({ viewId: z.uuid() }),
  },
  removeRunView: {
    method: 'POST',
    path: `${store}/run-views/:viewId/remove`,
    access: 'view',
    unaudited: 'A named filter belongs to the member alone.',
  },
  listMessages: {
    method: 'GET',
    path: `${store}/messages`,
    access: 'view',
    query: messageFilter,
    /** The newest first. */
    answer: done.extend({
      messages: z.array(listedMessage),
      next: z.string().nullable(),
      /** How far back the search went, if the page is not full because of that; else null. */
      reached: at.nullable(),
    }),
  },
  exportMessages: {
    method: 'GET',
    path: `${store}/messages/export`,
    access: 'seeShoppers',
    audit: ['messages_exported'],
    recent: true,
    query: messageFilter,
    /** At most 10,000 messages, as CSV. */
    answer: done.extend({ csv: z.string() }),
  },
  /** At most 200 messages of the runs that an order and its checkout started, latest due first. */
  listOrderMessages: {
    method: 'GET',
    path: `${store}/orders/:orderId/messages`,
    access: 'view',
    answer: done.extend({ messages: z.array(listedMessage) }),
  },
  readResults: {
    method: 'GET',
    path: `${store}/automations/:automationId/results`,
    access: 'view',
    query: z.object({ days: z.coerce.number().int().min(1).max(400).optional() }),
    /** `results` null: they are being counted for the first time. */
    answer: done.extend({ name: z.string(), results: automationResults.nullable() }),
  },
  readStepResults: {
    method: 'GET',
    path: `${store}/automations/:automationId/results/steps`,
    access: 'view',
    query: z.object({ days: z.coerce.number().int().min(1).max(400).optional() }),
    /** Of the runs that began in the last `days`. `hasRun`: the automation has ever run. `reached`: only runs since then are counted. */
    answer: done.extend({
      hasRun: z.boolean(),
      entered: z.number(),
      reached: at.nullable(),
      /** Whether more runs may wait than are reported. */
      isMoreWaiting: z.boolean(),
      steps: z.array(stepFigures),
      /** Runs that took a branch of a step: a branch's id, `if_true`, `if_false`, `none`, or the handler of an event. */
      branches: z.array(z.object({ id: z.string(), branch: z.string(), entered: z.number() })),
    }),
  },
  readHealth: {
    method: 'GET',
    path: `${store}/health`,
    access: 'view',
    answer: done.extend({
      /** How late the store's oldest due work is, in seconds; 0: nothing is late. */
      lateSeconds: z.number(),
      /** COM15: channels without an error whose provider has not accepted the credentials. */
      unverified: z.array(channel),
      /** COM15: channels of a live store that only simulate: no shopper gets their messages. */
      simulated: z.array(channel),
      /** Channels that do not work: why, until when sends are paused, how many messages wait and since when. */
      channels: z.array(
        z.object({
          channel,
          reason: z.string().nullable(),
          until: at.nullable(),
          waiting: z.number(),
          since: at.nullable(),
        }),
      ),
      /** COM21: contacts whose messages are held. `until`: when the last automatic release is due; null: there is none. */
      heldContacts: z.object({ contacts: z.number(), until: at.nullable() }).nullable(),
      /** COM23: whether cards are not offered to some or to all shoppers. */
      cardsBlocked: z.boolean(),
    }),
  },
  releaseContacts: {
    method: 'POST',
    path: `${store}/held-contacts/release`,
    access: 'changeSettings',
    audit: ['contacts_released'],
    unprotected: 'The messages were decided before; the caps of a recipient hold (COM42).',
    /** `released`: number of contacts that were held. */
    answer: done.extend({ released: z.number() }),
  },
} as const satisfies Record<string, PanelEndpoint>;
