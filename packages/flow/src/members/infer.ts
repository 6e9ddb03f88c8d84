import type { Members, NestedSteps, OneOf, Table } from './member.ts';

type RequiredNames<Own extends Members> = {
  [Name in keyof Own]: Own[Name] extends { readonly required: true } ? Name : never;
}[keyof Own];

type Held<Member, Steps> = Member extends { readonly holds?: infer Value }
  ? [Value] extends [NestedSteps]
    ? Steps
    : Value
  : never;

/** The type of an object with these members, whose nested lists have the type `Steps`. */
export type MembersOf<Own extends Members, Steps = never> = {
  [Name in RequiredNames<Own>]: Held<Own[Name], Steps>;
} & { [Name in Exclude<keyof Own, RequiredNames<Own>>]?: Held<Own[Name], Steps> };

/** The type of the objects of a table; of several shapes, their union. */
export type ObjectOf<Of, Steps = never> =
  Of extends Table<infer Own>
    ? MembersOf<Own, Steps>
    : Of extends OneOf<infer Shapes>
      ? { [Word in keyof Shapes]: ObjectOf<Shapes[Word], Steps> }[keyof Shapes]
      : never;
