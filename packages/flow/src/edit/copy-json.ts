import { isRaw } from '../members/raw.ts';

/** A deep copy of JSON; members keep their order. */
export function copyJson<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyJson) as Value;
  if (!isRaw(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, copyJson(inner)])) as Value;
}
