// Requests and responses of the endpoints of the copilot.
import { z } from 'zod';
import { copilotKinds, copilotFeedback } from '../message-kinds.ts';
import { done, type PanelEndpoint } from '../../../http/endpoint.ts';

const memberDifference = z.object({
  member: z.string(),
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
const step = { id: z.string(), step: z.string() };

/** What a proposal would change at one step, as `differencesBetween` describes it. */
const difference = z.discriminatedUnion('kind', [
  z.object({ ...step, kind: z.literal('added'), where: z.string() }),
  z.object({ ...step, kind: z.literal('removed'), where: z.string() }),
  z.object({ ...step, kind: z.literal('moved'), from: z.string(), to: z.string() }),
  z.object({ ...step, kind: z.literal('changed'), members: z.array(memberDifference).readonly() }),
]);

const proposal = z.object({
  intent: z.string(),
  summary: z.string(),
  userSummary: z.string(),
  confidence: z.enum(['high', 'medium', 'low']),
  locationLabel: z.string(),
  expectedResult: z.string(),
  /** Operations of packages/flow; the editor checks them again. */
  operations: z.array(z.record(z.string(), z.unknown())),
  affectedNodeIds: z.array(z.string()),
  requiredSafetyChanges: z.array(z.string()),
  optionalSuggestions: z.array(z.string()),
  differences: z.array(difference),
  disambiguationOptions: z.array(z.object({ humanLabel: z.string(), nodeId: z.string(), description: z.string() })),
  /** The panel's mark of the draft that the proposal was made for. The proposal is applied only to that draft. */
  draftMark: z.string(),
});

const message = z.object({
  messageId: z.uuid(),
  at: z.iso.datetime(),
  kind: z.enum(copilotKinds),
  /** `[[id]]` stands for the name of a step. */
  text: z.string(),
  proposal: proposal.nullable(),
  feedback: z.enum(copilotFeedback).nullable(),
  tokens: z.number(),
  /** Millionths of a US dollar; null: no price is set. */
  costMicros: z.number().nullable(),
});

/** The data of one server-sent event of the copilot, as JSON. */
const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('stage'), stage: z.enum(['thinking', 'reading', 'checking', 'mending']) }),
  z.object({ type: z.literal('text'), delta: z.string() }),
  z.object({ type: z.literal('done'), message }),
]);

/** A server-sent event of the copilot. */
export type CopilotEvent = z.output<typeof event>;

/** A message of a conversation, as the panel receives it. */
export type CopilotMessage = z.output<typeof message>;

const path = '/panel/api/stores/:storeId/automations/:automationId/copilot';

/** The endpoints of the copilot for one automation. The copilot proposes changes, but makes none. */
export const copilotContract = {
  readCopilot: {
    method: 'GET',
    path,
    access: 'editAutomations',
    answer: done.extend({
      /** Name of the model; null: none is set up, and only explaining and reviewing work. */
      model: z.string().nullable(),
      messages: z.array(message),
      usage: z.object({
        tokensToday: z.number(),
        /** 0: no limit. */
        dailyTokens: z.number(),
        tokens30Days: z.number(),
        /** Millionths of a US dollar; null: no price is set. */
        costMicros30Days: z.number().nullable(),
      }),
    }),
  },
  /** Responds with server-sent events, each a `CopilotEvent`; closing the connection stops the model. */
  askCopilot: {
    method: 'POST',
    path,
    access: 'editAutomations',
    unaudited: 'The conversation itself keeps who asked what; a proposal changes only the draft.',
    body: z.strictObject({
      kind: z.enum(['ask', 'explain', 'review']),
      text: z.string().trim().min(1).max(2000),
      /** The definition as it is in the editor, saved or not. */
      definition: z.looseObject({}),
      draftMark: z.string().max(100),
      /** The step that the member chose because the copilot was not sure which one is meant. */
      nodeId: z.string().min(1).max(200).optional(),
    }),
    bodyLimit: 1024 * 1024,
    answer: z.custom<NodeJS.ReadableStream>(),
  },
  rateProposal: {
    method: 'POST',
    path: `${path}/messages/:messageId/feedback`,
    access: 'editAutomations',
    unaudited: 'A rating changes nothing but the conversation.',
    body: z.strictObject({ feedback: z.enum(copilotFeedback), reason: z.string().trim().max(300).optional() }),
  },
  clearCopilot: {
    method: 'POST',
    path: `${path}/clear`,
    access: 'editAutomations',
    unaudited: 'It deletes only the conversation with the copilot.',
  },
} as const satisfies Record<string, PanelEndpoint>;
