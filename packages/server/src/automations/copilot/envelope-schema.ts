import { actionOutputHandles, confidences, intents, operationNames, triggers } from '@retoma/flow';
import { jsonSchema, type Schema } from 'ai';

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;
const anything = { type: 'object', additionalProperties: true } as const;

/** The members of all operations in one schema, since providers do not support unions. Each operation is validated afterwards (COP3). */
const operation = {
  type: 'object',
  properties: {
    op: { type: 'string', enum: operationNames.filter((name) => !['wrap', 'duplicate', 'paste'].includes(name)) },
    nodeId: text,
    afterNodeId: text,
    beforeNodeId: text,
    conditionNodeId: text,
    branchId: text,
    beforeBranchId: text,
    keepBranchId: text,
    actionNodeId: text,
    actionOutputHandle: { type: 'string', enum: Object.keys(actionOutputHandles) },
    label: text,
    triggerEvent: { type: 'string', enum: [...triggers] },
    step: anything,
    branch: anything,
    changes: anything,
    drop: texts,
  },
  required: ['op'],
} as const;

const properties = {
  intent: { type: 'string', enum: [...intents] },
  summary: text,
  userSummary: text,
  confidence: { type: 'string', enum: [...confidences] },
  locationLabel: text,
  expectedResult: text,
  operations: { type: 'array', items: operation },
  affectedNodeIds: texts,
  requiredSafetyChanges: texts,
  optionalSuggestions: texts,
  changesPreview: { type: 'array', items: anything },
  disambiguationOptions: {
    type: 'array',
    items: {
      type: 'object',
      properties: { humanLabel: text, nodeId: text, description: text },
      required: ['humanLabel', 'nodeId', 'description'],
    },
  },
} as const;

/** DEF10: the schema of the envelope for the model. The model's input is untrusted: checkProposal validates it. */
export const envelopeSchema: Schema = jsonSchema({ type: 'object', properties, required: Object.keys(properties) });
