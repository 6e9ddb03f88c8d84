// What the endpoints of automations take and answer.
import { modes, triggers, type TemplateValidation } from '@retoma/flow';
import { z } from 'zod';
import { done, type PanelEndpoint } from '../endpoint.ts';
import { messagesContract } from './messages-contract.ts';

/** The most a definition's text may come to as JSON, with every quotation mark and line end escaped. */
const definitionBytes = 4 * 1024 * 1024;

const trigger = z.enum(triggers);
const channel = z.enum(['whatsapp', 'email', 'sms']);
const instant = z.iso.datetime();
const revision = z.int().min(1);

/** How many issues the draft has: errors refuse publishing; warnings do not. */
const problems = z.object({ errors: z.int(), warnings: z.int() });

/** DEF8: absent in mode off, null where no metatag validator applies to the trigger. */
const templates = { _validation: z.custom<TemplateValidation>().nullable().optional() };

/** An automation without its definition. */
const head = z.object({
  automationId: z.uuid(),
  /** Empty where the draft has no name yet. */
  name: z.string(),
  /** Of the published version; before there is one, of the draft; null where that names no event. */
  triggerEvent: trigger.nullable(),
  /** RUN16: whether events start runs of the published version. */
  active: z.boolean(),
  /** Null: never published. */
  publishedVersion: z.int().nullable(),
  /** Whether the draft says something else than the published version. */
  hasChanges: z.boolean(),
  /** Grows with every save of the draft. */
  revision,
  updatedAt: instant,
  /** E-mail of the member who saved the draft last; null: the command line. */
  updatedBy: z.string().nullable(),
  problems,
});

/** What came of an automation in 30 days. */
const results = z.object({
  entered: z.int(),
  messages: z.int(),
  paidOrders: z.int(),
  recoveredCents: z.int(),
});

/** EDT7: automations that are paused in the same transaction. */
const pause = z.array(z.uuid()).max(100);

/** What a new automation is made of. */
const source = z.discriminatedUnion('kind', [
  /** Nothing but the event that starts it. */
  z.strictObject({ kind: z.literal('scratch'), triggerEvent: trigger, name: z.string().max(100) }),
  /** One of `@retoma/flow/templates`, by name. */
  z.strictObject({ kind: z.literal('template'), template: z.string().max(60) }),
  /** A definition's text, as an import brings it. `activate`: publish it too, and switch it on. */
  z.strictObject({ kind: z.literal('text'), text: z.string(), activate: z.boolean(), pause: pause.optional() }),
]);

/** How runs of one version stand. */
const liveRuns = z.array(z.object({ version: z.int(), runs: z.int() }));

const version = z.object({
  version: z.int(),
  publishedAt: instant,
  /** E-mail; null: the command line. */
  publishedBy: z.string().nullable(),
  /** Runs of it that are not over. */
  liveRuns: z.int(),
});

const list = '/panel/api/stores/:storeId/automations';
const one = `${list}/:automationId` as const;

/** Automations: their list, drafts, versions, templates, import, and trying one out. */
export const automationsContract = {
  ...messagesContract,
  /** The automations of a store, by name, with their results of 30 days. */
  listAutomations: {
    method: 'GET',
    path: list,
    access: 'view',
    /** `results` null: still being counted. */
    answer: done.extend({
      automations: z.array(head.extend({ results: results.nullable() })),
      /** What errors in templates do where an automation is active (DEF8). */
      mode: z.enum(modes),
    }),
  },
  createAutomation: {
    method: 'POST',
    path: list,
    access: 'editAutomations',
    body: z.strictObject({ source }),
    bodyLimit: definitionBytes,
    answer: done.extend({ automationId: z.uuid(), ...templates }),
  },
  /** EDT7: the active automations that may message the same people as a text; without one, as what an automation has published. */
  findOverlaps: {
    method: 'POST',
    path: `${list}/overlaps`,
    access: 'view',
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
        /** The definition as text, as it was saved last; it may be unfinished. */
        draft: z.string(),
        /** The definition of the published version; null: never published. */
        published: z.string().nullable(),
        /** What errors in templates do where an automation is active (DEF8). */
        mode: z.enum(modes),
      }),
    }),
  },
  /**
   * Replaces the draft, finished or not. AUTOMATION_UNREADABLE: it is no JSON object at all. AUTOMATION_CHANGED: another save came since
   * `revision`; `details` is `draftNow`.
   */
  saveDraft: {
    method: 'PUT',
    path: `${one}/draft`,
    access: 'editAutomations',
    body: z.strictObject({ text: z.string(), revision }),
    bodyLimit: definitionBytes,
    answer: done.extend({ revision, updatedAt: instant, problems, ...templates }),
  },
  /**
   * Makes the draft of `revision` the next version. `active`: whether events start it; as before where absent, and on the first time.
   * AUTOMATION_INVALID: `details.issues`. AUTOMATION_TEMPLATE_VALIDATION_FAILED has the body of DEF8, with `validation` at its top.
   */
  publishAutomation: {
    method: 'POST',
    path: `${one}/publish`,
    access: 'editAutomations',
    body: z.strictObject({ revision, active: z.boolean().optional(), pause: pause.optional() }),
    answer: done.extend({
      version: z.int(),
      active: z.boolean(),
      /** Runs in progress, which keep the version that they began with. */
      liveRuns,
      ...templates,
    }),
  },
  /** What publishing or pausing meets: runs in progress by version, and the channels that the draft sends through. */
  automationStatus: {
    method: 'GET',
    path: `${one}/standing`,
    access: 'view',
    answer: done.extend({
      liveRuns,
      /** Those of the draft; `connected` false: nothing is connected. `verified`: its provider accepted the credentials (COM15). `trouble`: why its owner must look at it, in the provider's words. */
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
  /** RUN16. `waiting`, of a pause: what happens to runs in progress; held where absent. */
  switchAutomation: {
    method: 'POST',
    path: `${one}/active`,
    access: 'editAutomations',
    body: z.strictObject({
      active: z.boolean(),
      waiting: z.enum(['hold', 'finish', 'cancel']).optional(),
      pause: pause.optional(),
    }),
    answer: done,
  },
  /** A new automation, not published, of what the draft says. */
  duplicateAutomation: {
    method: 'POST',
    path: `${one}/duplicate`,
    access: 'editAutomations',
    body: z.strictObject({ name: z.string().min(3).max(100) }),
    answer: done.extend({ automationId: z.uuid() }),
  },
  /** It starts nothing more, and its runs are cancelled (RUN16). */
  deleteAutomation: { method: 'DELETE', path: one, access: 'editAutomations', answer: done },
} as const satisfies Record<string, PanelEndpoint>;

/** The `details` of AUTOMATION_CHANGED: the draft as another member saved it. */
export type DraftNow = {
  draft: string;
  revision: number;
  updatedAt: string;
  updatedBy: string | null;
};
