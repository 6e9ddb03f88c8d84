/** The comparison operators of a rule (specification DEF5); decisions DEF6 defines their meaning. */
export const operators = ['=', '!=', 'in', 'not-in', 'empty', 'not-empty', '>', '<', '>=', '<='] as const;

/** A comparison operator of a rule. */
export type Operator = (typeof operators)[number];

const accepted: ReadonlySet<string> = new Set(operators);

/** DEF5: whether a text is an operator. */
export function isOperator(text: string): text is Operator {
  return accepted.has(text);
}

/**
 * Operators that authors and other editors write instead. contains, startsWith and endsWith exist only in the editor; the runtime refuses
 * them (DEF5).
 */
const mistaken = new Map<string, Operator>([
  ['contains', 'in'],
  ['startswith', '='],
  ['endswith', '='],
  ['==', '='],
  ['===', '='],
  ['eq', '='],
  ['equals', '='],
  ['is', '='],
  ['igual', '='],
  ['!==', '!='],
  ['<>', '!='],
  ['≠', '!='],
  ['ne', '!='],
  ['neq', '!='],
  ['notequals', '!='],
  ['diferente', '!='],
  ['nin', 'not-in'],
  ['notin', 'not-in'],
  ['isempty', 'empty'],
  ['isnull', 'empty'],
  ['vazio', 'empty'],
  ['notempty', 'not-empty'],
  ['isnotempty', 'not-empty'],
  ['exists', 'not-empty'],
  ['gt', '>'],
  ['gte', '>='],
  ['ge', '>='],
  ['≥', '>='],
  ['=>', '>='],
  ['lt', '<'],
  ['lte', '<='],
  ['le', '<='],
  ['≤', '<='],
  ['=<', '<='],
]);

/** The operator that a text probably means; undefined if that is not obvious. */
export function suggestOperator(text: string): Operator | undefined {
  return mistaken.get(
    text
      .slice(0, 20)
      .toLowerCase()
      .replace(/[-_\s]/g, ''),
  );
}
