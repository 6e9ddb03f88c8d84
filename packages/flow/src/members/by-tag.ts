import type { Schema } from './member.ts';

/** The schema of a member that holds one of some words. */
export const wordIn = (words: readonly string[]): Schema =>
  words.length === 1 ? { const: words[0] } : { enum: words };

/**
 * Keywords of an object of several shapes, which the word of one member chooses. The object meets the schema of its word only: a validator
 * that reports all errors evaluates every entry of `oneOf`, so that its work would double with each level of nested steps.
 */
export const byTag = (
  tag: string,
  shapes: readonly (readonly [words: readonly string[], shape: Schema])[],
): Schema => ({
  allOf: shapes.map(([words, shape]) => ({
    if: { required: [tag], properties: { [tag]: wordIn(words) } },
    // eslint-disable-next-line unicorn/no-thenable -- JSON Schema's own keyword
    then: shape,
  })),
});
