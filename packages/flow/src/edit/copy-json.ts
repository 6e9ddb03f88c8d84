import { isRaw } from '../validate/members.ts';

/** A copy of JSON that shares nothing with it; the order of members stays. */
export function copyJson<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyJson) as Value;
  if (!isRaw(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, copyJson(inner)])) as Value;
}
