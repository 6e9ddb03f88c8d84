import {
  availableMetatags,
  channels,
  fixedFields,
  openNamespaces,
  operators,
  walkFlow,
  type Channel,
  type Flow,
  type Locale,
  type Step,
} from '@retoma/flow';
import { jsonSchema, tool, type ToolSet } from 'ai';
import { asData, outlineOf } from './outline.ts';
import { reviewFlow } from './review-flow.ts';

/** The most steps of one read_steps call. */
const maxSteps = 10;

/** The values of payment_status that conditions can use. */
const statuses = ['paid', 'pending', 'cancelled', 'processing', 'failed'];

/** The tools with which the model reads one flow and the product's own lists. They return no data of a store, an order or a shopper. */
export function readingTools(flow: Flow, isFinished: boolean, locale: Locale): ToolSet {
  return {
    read_flow: tool({
      description: 'The automation: its trigger, and every step with its id, its kind and what it does.',
      inputSchema: jsonSchema<object>({ type: 'object', properties: {} }),
      execute: () => asData(outlineOf(flow)),
    }),
    read_steps: tool({
      description: `Whole steps, with all of their texts, by their ids; at most ${maxSteps} in one call.`,
      inputSchema: jsonSchema<{ nodeIds: string[] }>({
        type: 'object',
        properties: { nodeIds: { type: 'array', items: { type: 'string' } } },
        required: ['nodeIds'],
      }),
      execute: ({ nodeIds }) => asData(stepsOf(flow, nodeIds)),
    }),
    list_metatags: tool({
      description: 'The metatags that are filled in for this automation’s trigger, for one channel or for all.',
      inputSchema: jsonSchema<{ channel?: string }>({
        type: 'object',
        properties: { channel: { type: 'string', enum: [...channels] } },
      }),
      execute: ({ channel }) =>
        asData(
          metatagsOf(
            flow,
            channels.find((one) => one === channel),
            locale,
          ),
        ),
    }),
    list_condition_fields: tool({
      description: 'The fields and operators that a condition may use.',
      inputSchema: jsonSchema<object>({ type: 'object', properties: {} }),
      execute: () =>
        asData({
          fields: [...fixedFields, ...openNamespaces.map((namespace) => `${namespace}.<member>`)],
          operators,
          values: { payment_status: statuses, payment_method: ['pix', 'credit_card', 'boleto'] },
        }),
    }),
    check_flow: tool({
      description: 'What the validator and the simulation find in the automation as it is.',
      inputSchema: jsonSchema<object>({ type: 'object', properties: {} }),
      execute: () => asData({ found: reviewFlow(flow, isFinished, locale) }),
    }),
  };
}

/** Steps without their nested lists, whose steps are read by their own ids, and without the sender’s address. */
function stepsOf(flow: Flow, nodeIds: unknown): object[] {
  const wanted = new Set(Array.isArray(nodeIds) ? nodeIds.slice(0, maxSteps).map(String) : []);
  return [...walkFlow(flow)]
    .filter(({ step }) => wanted.has(step.id ?? ''))
    .map(({ step, path }) => ({ path, step: shallow(step) }));
}

const shallow = (step: Step): unknown =>
  JSON.parse(
    JSON.stringify(step, (member, value: unknown) =>
      member === 'remetente_email' || (Array.isArray(value) && listMembers.test(member)) ? undefined : value,
    ),
  );

const listMembers = /^(?:steps|if_true|if_false|on[A-Z]\w+)$/;

const metatagsOf = (flow: Flow, channel: Channel | undefined, locale: Locale): object[] =>
  availableMetatags(flow.trigger_event, channel).map((metatag) => ({
    metatag: `{{${metatag.name}}}`,
    says: metatag.description[locale],
    example: metatag.example,
    ...(channel === undefined && { channels: metatag.channels }),
  }));
