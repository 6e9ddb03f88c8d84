// Requests and responses of the endpoints of automations.
import { modes, triggers, type ReportedValidation } from '@retoma/flow';
import { z } from 'zod';
import { done, type PanelEndpoint } from '../../../http/endpoint.ts';
import { messagesContract } from './messages-contract.ts';

/** The largest body with a definition's text, in bytes: as JSON, every quotation mark and line end is escaped. */
const definitionBytes = 4 * 1024 * 1024;

const trigger = z.enum(triggers);
const channel = z.enum(['whatsapp', 'email', 'sms']);
const instant = z.iso.datetime();
const revision = z.int().min(1);

/** Number of issues in the draft: errors prevent publishing; warnings do not. */
const problems = z.object({ errors: z.int(), warnings: z.int() });

/** DEF8: absent in mode off; null if there is nothing to report and no metatag validator applies to the trigger. */
const templates = { _validation: z.custom<ReportedValidation>().nullable().optional() };

/** An automation without its definition. */
const head = z.object({
  automationId: z.uuid(),
  /** Empty if the draft has no name yet. */
  name: z.string(),
  /** The trigger of the published version, or of the draft if none is published; null: the draft names no event. */
  triggerEvent: trigger.nullable(),
  /** RUN16: whether events start runs of the published version. */
  active: z.boolean(),
  /** Null: never published. */
  publishedVersion: z.int().nullable(),
  /** Whether the draft differs from the published version. */
  hasChanges: z.boolean(),
  /** Grows with every save of the draft. */
  revision,
  updatedAt: instant,
  /** E-mail of the member who saved the draft last; null: the command line. */
  updatedBy: z.string().nullable(),
  problems,
});

/** Results of an automation in the last 30 days, today included. `failed`: messages that were not sent because of an error. */
const results = z.object({
  entered: z.int(),
  messages: z.int(),
  failed: z.int(),
  paidOrders: z.int(),
  recoveredCents: z.int(),
});

/** EDT7: automations to pause in the same transaction. */
const pause = z.array(z.uuid()).max(100);

/** The source of a new automation. */
const source = z.discriminatedUnion('kind', [
  /** An empty automation with this trigger. */
  z.strictObject({ kind: z.literal('scratch'), triggerEvent: trigger, name: z.string().max(100) }),
  /**
   * One of `@retoma/flow/templates`, by name (EDT10). `name`: the automation's own; `channels`: those it keeps, by default all;
   * `senderEmail`: for a store without a sender.
   */
  z.strictObject({
    kind: z.literal('template'),
    template: z.string().max(60),
    name: z.string().trim().min(1).max(100).optional(),
    channels: z.array(channel).min(1).optional(),
    senderEmail: z.string().trim().max(254).optional(),
  }),
  /** The text of an imported definition, refused if it is not valid (DEF8). `activate`: also publish it and switch it on. */
  z.strictObject({ kind: z.literal('text'), text: z.string(), activate: z.boolean(), pause: pause.optional() }),
  /** A text that is kept as a draft to be corrected, whatever is wrong with it (EDT9). */
  z.strictObject({ kind: z.literal('draft'), text: z.string() }),
]);

/** Number of runs in progress, by version. */
const liveRuns = z.array(z.object({ version: z.int(), runs: z.int() }));

const version = z.object({
  version: z.int(),
  publishedAt: instant,
  /** E-mail of the member who published it; null: the command line. */
  publishedBy: z.string().nullable(),
  /** Number of its runs in progress. */
  liveRuns: z.int(),
});

const list = '/panel/api/stores/:storeId/automations';
const one = `${list}/:automationId` as const;

/** The endpoints of automations: list, drafts, versions, templates, import, previews and test sends. */
export const automationsContract = {
  ...messagesContract,
  /** The automations of a store, sorted by name, with their results of the last 30 days. */
  listAutomations: {
    method: 'GET',
    path: list,
    access: 'view',
    /** `results` null: still being counted. */
    answer: done.extend({
      automations: z.array(head.extend({ results: results.nullable() })),
      /** What template errors mean for an active automation (DEF8). */
      mode: z.enum(modes),
    }),
  },
  createAutomation: {
    method: 'POST',
    path: list,
    access: 'editAutomations',
    audit: ['automation_created', 'automation_published', 'automation_switched_off'],
    body: z.strictObject({ source }),
    bodyLimit: definitionBytes,
    answer: done.extend({ automationId: z.uuid(), ...templates }),
  },
  /** EDT10: the sender and the connected channels with which a new automation begins; an empty address: the store has none. */
  creationDefaults: {
    method: 'GET',
    path: `${list}/defaults`,
    access: 'editAutomations',
    answer: done.extend({
      sender: z.object({ name: z.string(), address: z.string() }),
      channels: z.array(channel),
      button: z.object({ fill: z.string(), onFill: z.string() }).nullable(),
      mailServer: z.string().nullable(),
    }),
  },
  /** EDT7: the active automations that may message the same people as the definition `text`, or as the published `automationId`. */
  findOverlaps: {
    method: 'POST',
    path: `${list}/overlaps`,
    access: 'view',
    unaudited: 'It changes nothing.',
    body: z.strictObject({ automationId: z.uuid().optional(), text: z.string().optional() }),
    bodyLimit: definitionBytes,
    answer: done.extend({
      overlaps: z.array(z.object({ automationId: z.uuid(), name: z.string(), definition: z.string() })),
    }),
  },
  readAutomation: {
    method: 'GET',
    path: one,
    access: 'view',
    answer: done.extend({
      automation: head.extend({
        /** The draft as text, as last saved; it may be incomplete. */
        draft: z.string(),
        /** The definition of the published version; null: never published. */
        published: z.string().nullable(),
        /** What template errors mean for an active automation (DEF8). */
        mode: z.enum(modes),
        /** DEF7: whether the store may know the PIX codes of its orders. */
        knowsPixCode: z.boolean(),
      }),
    }),
  },
  /**
   * Replaces the draft, complete or not. AUTOMATION_UNREADABLE: not a JSON object. AUTOMATION_CHANGED: the draft was saved since
   * `revision`; `details` is `DraftNow`.
   */
  saveDraft: {
    method: 'PUT',
    path: `${one}/draft`,
    access: 'editAutomations',
    unaudited:
      'Drafts are saved while a person types. A draft names who saved it last, and only publishing it, which is audited, has an effect.',
    body: z.strictObject({ text: z.string(), revision }),
    bodyLimit: definitionBytes,
    answer: done.extend({ revision, updatedAt: instant, problems, ...templates }),
  },
  /**
   * Publishes the draft of `revision` as the next version. `active`: whether events start runs; absent: unchanged, at the first publication
   * as the definition says. AUTOMATION_INVALID: `details.issues`. AUTOMATION_TEMPLATE_VALIDATION_FAILED has the body of DEF8, with
   * `validation` at its top.
   */
  publishAutomation: {
    method: 'POST',
    path: `${one}/publish`,
    access: 'editAutomations',
    audit: ['automation_published', 'automation_switched_off'],
    body: z.strictObject({ revision, active: z.boolean().optional(), pause: pause.optional() }),
    answer: done.extend({
      version: z.int(),
      active: z.boolean(),
      /** Runs in progress; they keep the version that they began with. */
      liveRuns,
      ...templates,
    }),
  },
  /** What publishing or pausing affects: runs in progress by version, and the channels that the draft sends through. */
  automationStatus: {
    method: 'GET',
    path: `${one}/status`,
    access: 'view',
    answer: done.extend({
      liveRuns,
      /**
       * The channels of the draft. `connected`: there is a connection. `verified`: its provider accepted the credentials (COM15).
       * `lastError`: why the owner must look at it, as the provider reported it.
       */
      channels: z.array(
        z.object({
          channel,
          connected: z.boolean(),
          isSandbox: z.boolean(),
          verified: z.boolean(),
          lastError: z.string().nullable(),
        }),
      ),
    }),
  },
  /** The versions, newest first. */
  listVersions: {
    method: 'GET',
    path: `${one}/versions`,
    access: 'view',
    answer: done.extend({ versions: z.array(version) }),
  },
  readVersion: {
    method: 'GET',
    path: `${one}/versions/:version`,
    access: 'view',
    answer: done.extend({ version: version.extend({ definition: z.string() }) }),
  },
  /** RUN16. `waiting`: what a pause does to runs in progress; absent: they are held. */
  switchAutomation: {
    method: 'POST',
    path: `${one}/active`,
    access: 'editAutomations',
    audit: ['automation_switched_on', 'automation_switched_off'],
    body: z.strictObject({
      active: z.boolean(),
      waiting: z.enum(['hold', 'finish', 'cancel']).optional(),
      pause: pause.optional(),
    }),
  },
  /** Creates an unpublished automation from a copy of the draft. */
  duplicateAutomation: {
    method: 'POST',
    path: `${one}/duplicate`,
    access: 'editAutomations',
    audit: ['automation_created'],
    body: z.strictObject({ name: z.string().min(3).max(100) }),
    answer: done.extend({ automationId: z.uuid() }),
  },
  /** Deletes an automation: it starts no more runs, and its runs are cancelled (RUN16). */
  deleteAutomation: {
    method: 'DELETE',
    path: one,
    access: 'editAutomations',
    audit: ['automation_deleted'],
  },
} as const satisfies Record<string, PanelEndpoint>;

/** The `details` of AUTOMATION_CHANGED: the draft as another member saved it. */
export type DraftNow = {
  draft: string;
  revision: number;
  updatedAt: string;
  updatedBy: string | null;
};
