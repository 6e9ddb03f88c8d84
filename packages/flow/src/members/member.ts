import type { Code } from './codes.ts';
import type { Raw, Report, Values } from './report.ts';

// Builders of the member tables: the one description of a definition's objects, from which checks, types, JSON Schema, template members and
// nested lists come.

/** A JSON Schema, or a part of one. */
export type Schema = { readonly [keyword: string]: unknown };

/** What is wrong with a value: an issue without its position. */
export type ValueIssue = { readonly code: Code; readonly values?: Values; readonly suggestion?: string };

/** A rule over several members of an object; the report's position is the object. */
export type MemberRule = (raw: Raw, report: Report) => void;

/**
 * The kinds of text with metatags. They differ in how values are made safe (TAG2): `plain` (WhatsApp, SMS) does not escape; `choice`
 * (`Label|url:…`) replaces separators; `html` (HTML and MJML) escapes; `url` percent-encodes values that are not addresses themselves;
 * `subject` and `sender` (e-mail headers) remove line breaks.
 */
export type TextKind = 'plain' | 'choice' | 'html' | 'url' | 'subject' | 'sender';

/** What `also` and `template` say of a member besides its kind. */
export type MemberOptions = {
  /** A rule that runs after the member's own check, whether the member is present or not. */
  readonly also?: MemberRule;
  /** The kind of text, if the member may contain metatags. */
  readonly template?: TextKind;
  /** Keywords of its JSON Schema after those that its kind writes; those before them are `about`. */
  readonly schema?: Schema;
};

type Described = MemberOptions & { readonly about: Schema };

/** The options of a text. `filled`: if present, it must have content. Lengths count code points. `format` is asked if the rest is right. */
type TextOptions = MemberOptions & {
  readonly filled?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly format?: (text: string) => ValueIssue | undefined;
};

/** What a member may hold, by kind. */
export type MemberShape =
  | (TextOptions & { readonly kind: 'text' })
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'word'; readonly accepted: readonly string[] }
  /** An id; `isRootOnly`: allowed in the root list only (DEF3). */
  | { readonly kind: 'id'; readonly isRootOnly: boolean }
  /** The member that names the object's own table, which is checked where the table is chosen. */
  | { readonly kind: 'tag'; readonly values: readonly string[] }
  /** A value with a check of its own. */
  | { readonly kind: 'scalar'; readonly issue: (value: unknown) => ValueIssue | undefined }
  | { readonly kind: 'steps' }
  | { readonly kind: 'list'; readonly entry: Member; readonly filled: boolean }
  | { readonly kind: 'oneOrMany'; readonly entry: Member }
  | { readonly kind: 'object'; readonly table: AnyTable }
  /** An object whose table depends on the member `tag` beside it; any object if there is none for its word. */
  | { readonly kind: 'dependent'; readonly tag: string; readonly tables: Tables };

/** A member: what it may hold, whether it must be present, and its texts. `holds` is its type and never has a value. */
export type Member<Value = unknown, Required extends boolean = boolean> = Described &
  MemberShape & { readonly required: Required; readonly holds?: Value };

/** The members of an object, in the order in which they are checked. */
export type Members = { readonly [name: string]: Member };

/** An object's table. */
export type Table<Own extends Members = Members> = {
  readonly members: Own;
  /** A rule that runs before the members' checks. */
  readonly first?: MemberRule;
  /** An object without any member is reported as such, besides its missing members. */
  readonly filled?: boolean;
  /** Unknown members are not reported. */
  readonly isOpen?: boolean;
  /** A member that is accepted without being part of the table. */
  readonly extra?: string;
  /** The name of its definition in the JSON Schema, if it has one. */
  readonly ref?: string;
  readonly about: Schema;
  readonly schema?: Schema;
};

/** Tables by the word that chooses them. */
export type Tables = { readonly [word: string]: AnyTable };

/** Objects of several shapes. `by`: the member `type`, which holds the shape's word, or the members of which the first that is present is the word. */
export type OneOf<Shapes extends Tables = Tables> = {
  readonly by: 'type' | readonly string[];
  readonly shapes: Shapes;
  /** The table if no shape is chosen. */
  readonly otherwise: Table;
  readonly ref?: string;
  readonly about: Schema;
};

/** The table of an object of one shape or of several. */
export type AnyTable = Table | OneOf;

/** Stands for a list of steps in the types of members; `MembersOf` replaces it. */
export type NestedSteps = { readonly nested: 'steps' };

const member = <Value>(shape: MemberShape, about: Schema, options: MemberOptions = {}): Member<Value, false> =>
  Object.freeze({ ...options, ...shape, about, required: false });

/** The same member, which must be present. A text must then have content. */
export const required = <Value>(optional: Member<Value>): Member<Value, true> =>
  Object.freeze({ ...optional, required: true });

/** A text. `about` are the first keywords of its JSON Schema: title, description, examples. */
export const text = (about: Schema, options: TextOptions = {}): Member<string, false> =>
  member({ ...options, kind: 'text' }, about);

/** An integer and its limits. */
export const integer = ({ min, max }: { min: number; max: number }, about: Schema): Member<number, false> =>
  member({ kind: 'integer', min, max }, about);

/** True or false. */
export const boolean = (about: Schema): Member<boolean, false> => member({ kind: 'boolean' }, about);

/** A word of a closed list. */
export const word = <const Word extends string>(
  accepted: readonly Word[],
  about: Schema = {},
  options?: MemberOptions,
): Member<Word, false> => member({ kind: 'word', accepted }, about, options);

/** An id: any text that is not empty (specification DEF2). */
export const id = (about: Schema, isRootOnly = false): Member<string, false> =>
  member({ kind: 'id', isRootOnly }, about);

/** The member with the word of the table. */
export const tag = <const Word extends string>(...values: Word[]): Member<Word, true> =>
  required(member<Word>({ kind: 'tag', values }, {}));

/** A value with a check of its own; `about` is its whole JSON Schema. */
export const scalar = <Value>(
  issue: (value: unknown) => ValueIssue | undefined,
  about: Schema,
  options?: MemberOptions,
): Member<Value, false> => member({ kind: 'scalar', issue }, about, options);

/** A nested list of steps, and when it runs. */
export const steps = (description: string): Member<NestedSteps, false> =>
  member({ kind: 'steps' }, {}, { schema: { description } });

/** The list of a flow's own steps, of which the length is limited. */
export const rootSteps = ({ min, max }: { min: number; max: number }, schema: Schema): Member<NestedSteps, false> =>
  member({ kind: 'steps' }, { minItems: min, maxItems: max }, { schema });

/** A list; `filled`: with at least one entry. */
export const list = <Entry>(
  entry: Member<Entry>,
  about: Schema,
  { filled = false, ...options }: MemberOptions & { filled?: boolean } = {},
): Member<readonly Entry[], false> => member({ kind: 'list', entry, filled }, about, options);

/** One value, or a list of them. */
export const oneOrMany = <Entry>(entry: Member<Entry>, about: Schema): Member<Entry | readonly Entry[], false> =>
  member({ kind: 'oneOrMany', entry }, about);

/** An object. Its type is that of the table unless it is stated. */
export const object = <Value>(table: AnyTable): Member<Value, false> => member({ kind: 'object', table }, table.about);

/** An object whose table depends on the member `tag` beside it, as `data` does on an action's name. */
export const dependent = (tag: string, tables: Tables): Member<unknown, false> =>
  member({ kind: 'dependent', tag, tables }, {});

/** A table of members. */
export const table = <const Own extends Members>(
  about: Schema,
  members: Own,
  options: Omit<Table, 'about' | 'members'> = {},
): Table<Own> => Object.freeze({ ...options, about, members });

/** Objects of several shapes. */
export const oneOf = <const Shapes extends Tables>(
  by: 'type' | readonly string[],
  shapes: Shapes,
  otherwise: Table,
  about: Schema = {},
  options: { ref?: string } = {},
): OneOf<Shapes> => Object.freeze({ ...options, by, shapes, otherwise, about });
