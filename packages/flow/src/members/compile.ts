import { checkUnknown, checkUnknownDepth, isRaw } from './raw.ts';
import type { Key, Raw, Report } from './report.ts';
import { valueIssueOf } from './value-issues.ts';
import type { AnyTable, ValueIssue, Member, MemberRule, OneOf, Table, Tables } from './member.ts';

// A table becomes one check, once, when its module is loaded. A sound object is checked in the order of its own members and without
// allocation: single values are looked at as they come, and what reports by itself (nested objects, lists, rules) follows in the table's
// order. Only an object with something wrong in a single value, with an unknown or a missing member is checked again in the table's order,
// which is the order of its issues.

/** The check of an object; the report's position is the object. */
export type Check = (raw: Raw, report: Report) => void;

/** The check of a nested list of steps. Tables of steps do not know each other. */
export type CheckSteps = (value: unknown, key: Key, report: Report) => void;

/** The check of a value at a key of the position, or (no key) at the position itself. `raw`: the object that holds it. */
type ValueCheck = (value: unknown, key: Key | undefined, report: Report, raw: Raw) => void;

type TableEntry = {
  readonly key: string;
  /** The member's bit in the set of present members. */
  readonly bit: number;
  readonly required: boolean;
  readonly issue: ((value: unknown) => ValueIssue | undefined) | undefined;
  readonly isRootOnly: boolean;
  readonly check: ValueCheck;
  readonly also: MemberRule | undefined;
  /** The entry that followed this one in the object before: most have the same members in the same order, so the Map is rarely asked. */
  next: TableEntry | undefined;
};

/** The check of a table. */
export function compile(table: AnyTable, checkSteps: CheckSteps): Check {
  return 'by' in table ? compileOneOf(table, checkSteps) : compileTable(table, checkSteps);
}

function compileTable(table: Table, checkSteps: CheckSteps): Check {
  const { first, extra, filled = false, isOpen = false } = table;
  const entries = Object.entries(table.members).map(([key, member], index) =>
    entryOf(key, member, 1 << index, checkSteps),
  );
  const byName = new Map(entries.map((entry) => [entry.key, entry]));
  const requiredBits = entries.reduce((bits, { required, bit }) => (required ? bits | bit : bits), 0);
  const reporting = entries.filter(({ issue, also, check }) => also || (!issue && check !== isAlwaysSound));
  const known = new Set(byName.keys());
  const start: Pick<TableEntry, 'next'> = { next: undefined };
  const checkInOrder = (raw: Raw, report: Report): void => {
    if (filled && Object.keys(raw).length === 0) report.add('EMPTY');
    const count = checkEntries(entries, raw, report);
    if (!isOpen) checkUnknown(report, raw, count, known, extra);
  };
  return (raw, report) => {
    first?.(raw, report);
    let present = 0;
    let before = start;
    for (const key in raw) {
      let entry = before.next;
      if (entry?.key !== key) {
        entry = byName.get(key);
        before.next = entry;
      }
      const value = raw[key];
      if (
        entry === undefined ||
        value === undefined ||
        (entry.issue !== undefined && entry.issue(value) !== undefined) ||
        (entry.isRootOnly && report.depth > 0)
      ) {
        checkInOrder(raw, report);
        return;
      }
      present |= entry.bit;
      before = entry;
    }
    if ((present & requiredBits) !== requiredBits) {
      checkInOrder(raw, report);
      return;
    }
    for (const entry of reporting) {
      if (entry.issue === undefined && (present & entry.bit) !== 0) entry.check(raw[entry.key], entry.key, report, raw);
      entry.also?.(raw, report);
    }
  };
}

/** Checks all members in the table's order; returns how many are present. */
function checkEntries(entries: readonly TableEntry[], raw: Raw, report: Report): number {
  let count = 0;
  for (const entry of entries) {
    const value = raw[entry.key];
    if (value !== undefined) {
      count++;
      entry.check(value, entry.key, report, raw);
    } else if (entry.required) report.add('REQUIRED', entry.key);
    entry.also?.(raw, report);
  }
  return count;
}

function compileOneOf({ by, shapes, otherwise }: OneOf, checkSteps: CheckSteps): Check {
  const checks = compileAll(shapes, checkSteps);
  const checkOther = compile(otherwise, checkSteps);
  // Named, not looked up by `by`: this runs for every step.
  if (by === 'type') return (raw, report) => (checks.get(raw.type) ?? checkOther)(raw, report);
  return (raw, report) => {
    const present = by.find((member) => raw[member] !== undefined);
    (checks.get(present) ?? checkOther)(raw, report);
  };
}

const compileAll = (tables: Tables, checkSteps: CheckSteps): ReadonlyMap<unknown, Check> =>
  new Map(Object.entries(tables).map(([word, table]) => [word, compile(table, checkSteps)]));

function entryOf(key: string, member: Member, bit: number, checkSteps: CheckSteps): TableEntry {
  const { required, also } = member;
  const isRootOnly = member.kind === 'id' && member.isRootOnly;
  return {
    key,
    bit,
    required,
    issue: valueIssueOf(member),
    isRootOnly,
    check: valueCheck(member, checkSteps),
    also,
    next: undefined,
  };
}

const isAlwaysSound: ValueCheck = () => {};

function valueCheck(member: Member, checkSteps: CheckSteps): ValueCheck {
  switch (member.kind) {
    case 'tag':
      return isAlwaysSound;
    case 'steps':
      return (value, key, report) => checkSteps(value, key!, report);
    case 'list':
      return listCheck(valueCheck(member.entry, checkSteps), member.filled);
    case 'oneOrMany': {
      const one = valueCheck(member.entry, checkSteps);
      const many = listCheck(one, false);
      return (value, key, report, raw) => (Array.isArray(value) ? many : one)(value, key, report, raw);
    }
    case 'object': {
      const check = compile(member.table, checkSteps);
      return (value, key, report) => checkObject(check, value, key, report);
    }
    case 'dependent': {
      const checks = compileAll(member.tables, checkSteps);
      return (value, key, report, raw) => checkObject(checks.get(raw[member.tag]) ?? checkFree, value, key, report);
    }
    case 'text':
    case 'integer':
    case 'boolean':
    case 'word':
    case 'id':
    case 'scalar':
      return issueCheck(valueIssueOf(member)!, member.kind === 'id' && member.isRootOnly);
    default:
      return member satisfies never;
  }
}

const issueCheck =
  (issueIn: (value: unknown) => ValueIssue | undefined, isRootOnly: boolean): ValueCheck =>
  (value, key, report) => {
    const issue = issueIn(value);
    if (issue) report.add(issue.code, key, issue.values, issue.suggestion);
    if (isRootOnly && report.depth > 0) report.add('MIXED_FORMATS', key);
  };

function checkObject(check: Check, value: unknown, key: Key | undefined, report: Report): void {
  if (!isRaw(value)) {
    report.add('WRONG_TYPE', key, { expected: 'object', got: value });
    return;
  }
  if (key !== undefined) report.keys.push(key);
  check(value, report);
  if (key !== undefined) report.keys.pop();
}

const listCheck =
  (checkEntry: ValueCheck, filled: boolean): ValueCheck =>
  (value, key, report, raw) => {
    if (!Array.isArray(value)) report.add('WRONG_TYPE', key, { expected: 'list', got: value });
    else if (value.length === 0) {
      if (filled) report.add('EMPTY', key);
    } else {
      report.keys.push(key!, 0);
      for (let index = 0; index < value.length; index++) {
        report.keys[report.keys.length - 1] = index;
        checkEntry(value[index], undefined, report, raw);
      }
      report.keys.length -= 2;
    }
  };

/** An object that is never read: its values must not nest without bound (DEF2). */
function checkFree(raw: Raw, report: Report): void {
  for (const member of Object.keys(raw)) checkUnknownDepth(report, raw[member], member);
}
