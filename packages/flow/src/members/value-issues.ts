import { lengthOf } from './raw.ts';
import { closest } from './closest.ts';
import type { ValueIssue, Member, MemberShape } from './member.ts';

type Shape<Kind extends MemberShape['kind']> = Extract<MemberShape, { kind: Kind }>;

/** A value of another type than expected. */
export const wrongType = (expected: string, got: unknown, suggestion?: string): ValueIssue => ({
  code: 'WRONG_TYPE',
  values: { expected, got },
  ...(suggestion !== undefined && { suggestion }),
});

/** A value that the list of accepted ones does not have. */
export const invalidValue = (got: unknown, accepted: readonly string[], suggestion?: string): ValueIssue => ({
  code: 'INVALID_VALUE',
  values: { got, accepted },
  ...(suggestion !== undefined && { suggestion }),
});

/** A text of spaces does not count as filled. */
function textIssue({ filled, min = 0, max = Infinity, format }: Shape<'text'>, needed: boolean) {
  const mustHaveContent = needed || filled === true;
  return (value: unknown): ValueIssue | undefined => {
    if (typeof value !== 'string') return wrongType('text', value);
    if (mustHaveContent && value.trim() === '') return { code: 'EMPTY' };
    if (value.length > max && lengthOf(value) > max) {
      return { code: 'TOO_LONG', values: { max, length: lengthOf(value) } };
    }
    if (min > 0 && value.length < min * 2 && lengthOf(value) < min) {
      return { code: 'TOO_SHORT', values: { min, length: lengthOf(value) } };
    }
    return format?.(value);
  };
}

/** The issue of a number that is not an integer, or outside its limits. */
export function integerIssue(value: unknown, min: number, max: number, suggestion?: string): ValueIssue | undefined {
  if (typeof value !== 'number' || !Number.isInteger(value)) return wrongType('integer', value, suggestion);
  return value < min || value > max ? { code: 'OUT_OF_RANGE', values: { min, max, got: value } } : undefined;
}

/** A number that is written as a text is suggested. */
const integerMember =
  ({ min, max }: Shape<'integer'>) =>
  (value: unknown): ValueIssue | undefined => {
    const isDigits = typeof value === 'string' && /^\d{1,6}$/.test(value.trim());
    return integerIssue(value, min, max, isDigits ? String(Number(value)) : undefined);
  };

function booleanIssue(value: unknown): ValueIssue | undefined {
  if (typeof value === 'boolean') return undefined;
  const suggestion = value === 'true' || value === 1 ? 'true' : value === 'false' || value === 0 ? 'false' : undefined;
  return wrongType('boolean', value, suggestion);
}

const wordIssue =
  (accepted: readonly string[]) =>
  (value: unknown): ValueIssue | undefined => {
    if (typeof value !== 'string') return wrongType('text', value);
    return accepted.includes(value) ? undefined : invalidValue(value, accepted, closest(value, accepted));
  };

function idIssue(value: unknown): ValueIssue | undefined {
  if (typeof value !== 'string') return wrongType('text', value);
  return value === '' ? { code: 'EMPTY' } : undefined;
}

/** The check of a member that is a single value; undefined for other kinds, and for a tag, which is always sound. */
export function valueIssueOf(member: Member): ((value: unknown) => ValueIssue | undefined) | undefined {
  switch (member.kind) {
    case 'text':
      return textIssue(member, member.required);
    case 'integer':
      return integerMember(member);
    case 'boolean':
      return booleanIssue;
    case 'word':
      return wordIssue(member.accepted);
    case 'id':
      return idIssue;
    case 'scalar':
      return member.issue;
    case 'tag':
    case 'steps':
    case 'list':
    case 'oneOrMany':
    case 'object':
    case 'dependent':
      return undefined;
    default:
      return member satisfies never;
  }
}
