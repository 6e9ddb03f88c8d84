import { comparison, connective, ruleTable, type Rule } from '../../conditions/members.ts';
import { id, list, object, oneOf, required, steps, table, text } from '../../members/member.ts';
import { commonMembers, stepTable } from '../members.ts';

const rules = required(list(object<Rule>(ruleTable), {}, { filled: true, schema: { title: 'Regras' } }));

/** The members of a branch. `steps` is absent in the flat format, where children name the branch in `parentId`. */
export const branchTable = table(
  { title: 'Ramo' },
  {
    id: required(id({ title: 'Id do ramo', description: 'Único na automação.' })),
    label: text({ title: 'Nome' }),
    operator: connective,
    conditions: rules,
    steps: steps('Formato aninhado: o que roda quando este ramo é escolhido.'),
  },
  { filled: true, ref: 'branch' },
);

const branches = required(list(object(branchTable), {}, { filled: true, schema: { title: 'Ramos' } }));

const outcomes = {
  if_true: steps('Roda quando a condição é verdadeira.'),
  if_false: steps('Roda quando a condição é falsa.'),
};

/** The three shapes of a condition: branches; rules joined by one connective; the step itself a rule (legacy). */
const shapes = {
  branches: stepTable('condition', {}, { branches }),
  conditions: stepTable('condition', {}, { operator: connective, conditions: rules, ...outcomes }),
  field: stepTable('condition', {}, { ...comparison, ...outcomes }),
};

/** The members of a condition (specification DEF5). The first present of `branches`, `conditions`, `field` decides its shape. */
export const condition = oneOf(
  ['branches', 'conditions', 'field'],
  shapes,
  table({}, { ...commonMembers, branches }, { isOpen: true }),
  { title: 'Condição', description: 'Escolhe um caminho: o primeiro ramo que combina.' },
);
