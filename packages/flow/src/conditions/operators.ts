/** The comparison operators of a rule (specification B5); what each means is decisions B6. */
export const operators = ['=', '!=', 'in', 'not-in', 'empty', 'not-empty', '>', '<', '>=', '<='] as const;

/** A comparison operator of a rule. */
export type Operator = (typeof operators)[number];
