import { emailTable } from '../channels/email.ts';
import { smsTable } from '../channels/sms.ts';
import { whatsappTable } from '../channels/whatsapp.ts';
import { fixedFields } from '../conditions/fields.ts';
import { comparison, ruleTable } from '../conditions/members.ts';
import { operators } from '../conditions/operators.ts';
import { flowTable } from '../definition/flow.ts';
import { table, type Members, type Schema } from '../members/member.ts';
import { branchTable, condition } from '../steps/condition/members.ts';
import { stepTable } from '../steps/members.ts';
import { stepTables } from '../steps/tables.ts';
import { byTag } from '../members/by-tag.ts';
import { propertiesOf, ref, tableSchema } from './to-json-schema.ts';

// The schema helps authors in their editor (completion, titles, first errors). It is made of the member tables; what stands here are the
// values of a rule, which depend on its operator, and the shapes of a condition, which depend on the members that are present. The
// validator decides: it also has rules about the whole flow, and warnings.

const scalar = { anyOf: ['string', 'number', 'boolean', 'null'].map((type) => ({ type })) };
const scalars: Schema = { type: 'array', items: scalar };

const lists = ['in', 'not-in'];
const withoutValue = ['empty', 'not-empty'];
const single = operators.filter((operator) => ![...lists, ...withoutValue].includes(operator));

const withValue = (title: string, value: Schema): Schema => ({ title, required: ['value'], properties: { value } });

/** What a rule's value may be, by its operator. */
const byOperator = byTag('operator', [
  [single, withValue('Compara com um valor', scalar)],
  [lists, withValue('Compara com uma lista', scalars)],
  [withoutValue, { title: 'Sem valor', properties: { value: { anyOf: [...scalar.anyOf, scalars] } } }],
]);

const { value: _value, ...fieldAndOperator } = comparison;
const rule = { ...tableSchema(table(ruleTable.about, fieldAndOperator)), ...byOperator };

/** The own members of one shape of a condition. */
function shapeProperties(shape: keyof typeof condition.shapes): Schema {
  const {
    type: _type,
    id: _id,
    parentId: _parentId,
    nextId: _nextId,
    ...own
  }: Members = condition.shapes[shape].members;
  return propertiesOf(
    own,
    Object.keys(own).filter((name) => name !== 'value'),
  );
}

const conditionSchema = tableSchema(
  stepTable(
    'condition',
    condition.about,
    {},
    {
      if: { required: ['branches'], properties: { branches: true } },
      // eslint-disable-next-line unicorn/no-thenable -- JSON Schema's own keyword
      then: { properties: shapeProperties('branches') },
      else: {
        if: { required: ['conditions'], properties: { conditions: true } },
        // eslint-disable-next-line unicorn/no-thenable -- JSON Schema's own keyword
        then: { properties: shapeProperties('conditions') },
        else: { required: ['field', 'operator'], properties: shapeProperties('field'), ...byOperator },
      },
    },
  ),
);

const { delay, action, retry, loop, end } = stepTables;

const definitions = {
  step: {
    type: 'object',
    required: ['type'],
    properties: { type: { enum: Object.keys(stepTables) } },
    ...byTag(
      'type',
      Object.keys(stepTables).map((type) => [[type], ref(type)]),
    ),
  },
  delay: tableSchema(delay),
  action: tableSchema(action),
  condition: conditionSchema,
  retry: tableSchema(retry),
  loop: tableSchema(loop),
  end: tableSchema(end),
  branch: tableSchema(branchTable),
  rule,
  field: {
    type: 'string',
    title: 'Campo',
    anyOf: [{ enum: fixedFields }, { type: 'string', pattern: '^(?:customer|lead)\\.[A-Za-z_][A-Za-z0-9_]{0,63}$' }],
    examples: ['payment_status', 'customer.email', 'lead.name'],
  },
  operator: { enum: operators, title: 'Operador' },
  whatsappData: tableSchema(whatsappTable),
  emailData: tableSchema(emailTable),
  smsData: tableSchema(smsTable),
};

/** The JSON Schema (2020-12) of an automation definition, as published in docs/automation.schema.json. */
export const automationSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Automação',
  description: 'Uma automação de mensagens: o evento que a inicia e os passos, na ordem em que rodam.',
  ...tableSchema(flowTable),
  $defs: definitions,
};
