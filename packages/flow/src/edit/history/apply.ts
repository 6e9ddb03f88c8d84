import type { Locale } from '@retoma/commerce/locale';
import { isFlat } from '../../definition/flat.ts';
import type { Flow } from '../../definition/flow.ts';
import { errorsIn } from '../../validate/examine.ts';
import { toIssue } from '../../validate/issue.ts';
import type { Finding } from '../../members/report.ts';
import { copyJson } from '../copy-json.ts';
import type { NewId } from '../fresh-ids.ts';
import { inverseOf, type Inverse } from './inverse.ts';
import { refuse, type OperationCode, type Refusal } from '../operation-codes.ts';
import type { Operation } from '../operation.ts';
import { applyOperation } from '../operations/index.ts';
import { withReadableTargets } from '../fixes/readable-targets.ts';

/** The flow after one operation or several as one, and the inverse. The flow shares no objects with the operations. */
export type Applied = { ok: true; flow: Flow; inverse: Inverse };

/** A refusal. `index`: the refused operation; the last one if only the result of all was refused. */
export type NotApplied = Refusal & { index: number };

/** `unfinished` is for typing: name, steps and message content may be empty, too long or invalid, numbers out of range. */
export type ApplyOptions = { accept?: 'finished' | 'unfinished'; locale?: Locale };

/**
 * Applies operations to a flow as one (EDT2): all or none, with one inverse. Each sees the result of the previous one; the final result is
 * validated. Pure. A flat flow must be converted first (EDT3), foreign JSON must be checked first (checkOperation).
 */
export function applyOperations(
  flow: Flow,
  operations: readonly Operation[],
  newId: NewId,
  { accept = 'finished', locale = 'pt-BR' }: ApplyOptions = {},
): Applied | NotApplied {
  if (isFlat(flow)) return { ...refuse('FLAT_FLOW'), index: 0 };
  let changed = flow;
  for (const [index, operation] of operations.entries()) {
    const outcome = applyOperation(withReadableTargets(changed, operation, newId), copyJson(operation), newId);
    if (!outcome.ok) return { ...outcome, index };
    changed = outcome.flow;
  }
  const errors = changed === flow ? [] : newErrors(readable(flow, operations, newId), changed, accept);
  if (errors.length === 0) return { ok: true, flow: changed, inverse: inverseOf(flow, changed) };
  const code = errors.map((error) => ownCode.get(error.code)).find((own) => own !== undefined) ?? 'INVALID_RESULT';
  const issues = errors.map((error) => toIssue(error, locale));
  return { ...refuse(code, {}, issues), index: operations.length - 1 };
}

/** The flow as a baseline for errors: errors of an unreadable step existed before the operation made it readable. */
const readable = (flow: Flow, operations: readonly Operation[], newId: NewId): Flow =>
  operations.reduce((before, operation) => withReadableTargets(before, operation, newId), flow);

/** Validator codes that have a more specific operation code. */
const ownCode: ReadonlyMap<string, OperationCode> = new Map([
  ['TOO_MANY_STEPS', 'TOO_MANY_STEPS'],
  ['TOO_DEEP', 'TOO_DEEP'],
  ['DUPLICATE_ID', 'DUPLICATE_ID'],
]);

/** The errors whose code occurs more often than before: a flow under repair may keep earlier errors. */
function newErrors(before: Flow, after: Flow, accept: 'finished' | 'unfinished'): readonly Finding[] {
  const errors = errorsOf(after, accept);
  if (errors.length === 0) return errors;
  const had = Map.groupBy(errorsOf(before, accept), ({ code }) => code);
  const has = Map.groupBy(errors, ({ code }) => code);
  return errors.filter(({ code }) => has.get(code)!.length > (had.get(code)?.length ?? 0));
}

function errorsOf(flow: Flow, accept: 'finished' | 'unfinished'): readonly Finding[] {
  const errors = errorsIn(flow);
  return accept === 'finished' ? errors : errors.filter((error) => !isUnfinished(error));
}

const unfinishedCodes: ReadonlySet<string> = new Set([
  'REQUIRED',
  'EMPTY',
  'TOO_SHORT',
  'TOO_LONG',
  'INVALID_URL',
  'INVALID_EMAIL',
  'HTML_IN_SMS',
  'INVALID_CONTENT',
  'NEVER_SENT',
]);

/** Times and counts of steps: while a person types, they may be out of range. */
const numbers: ReadonlySet<string> = new Set(['minutes', 'delayBetweenAttempts', 'maxAttempts', 'maxIterations']);

function isUnfinished({ code, keys }: Finding): boolean {
  if (code === 'OUT_OF_RANGE') return numbers.has(String(keys.at(-1)));
  const place = keys.length === 1 && (keys[0] === 'name' || keys[0] === 'steps');
  return unfinishedCodes.has(code) && (place || (keys.includes('data') && !keys.includes('type')));
}
