import type { AnyTable } from '../members/member.ts';
import type { StepType } from './step.ts';
import { action, actionOutlets } from './action/members.ts';
import { condition } from './condition/members.ts';
import { delay } from './delay/members.ts';
import { end } from './end/members.ts';
import { loop } from './loop/members.ts';
import { retry } from './retry/members.ts';

/** The member table of every kind of step. */
export const stepTables = { delay, action, condition, retry, loop, end } as const satisfies Record<StepType, AnyTable>;

/** The names of a table's members that are nested lists, in document order. */
const listNames = (table: AnyTable): readonly string[] =>
  'by' in table
    ? [...new Set(Object.values(table.shapes).flatMap(listNames))]
    : Object.entries(table.members).flatMap(([name, { kind }]) => (kind === 'steps' ? [name] : []));

const listMembers: ReadonlyMap<unknown, readonly string[]> = new Map(
  Object.entries(stepTables).map(([type, table]) => [type, listNames(table)]),
);

/** Whether a value is a kind of step. */
export const isStepType = (type: unknown): type is StepType => listMembers.has(type);

/** The members of a kind of step that are nested lists; of a condition those besides its branches. A step of an unknown kind is drawn with an action's. */
export const listMembersOf = (type: unknown): readonly string[] => listMembers.get(type) ?? actionOutlets;
