import type { AnyTable, Member, Members, OneOf, Schema, Table } from '../members/member.ts';
import { byTag, wordIn } from '../members/by-tag.ts';

/** A reference to one of the schema's definitions. */
export const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

/** The schema of a table. */
export const tableSchema = (table: AnyTable): Schema => ('by' in table ? oneOfSchema(table) : objectSchema(table));

function objectSchema({ members, about, schema }: Table): Schema {
  // The member that names the table comes first, as it decides about the others.
  const names = Object.keys(members).sort(
    (one, other) => Number(isTag(members[other]!)) - Number(isTag(members[one]!)),
  );
  const required = names.filter((name) => members[name]!.required);
  return {
    type: 'object',
    ...about,
    ...(required.length > 0 && { required }),
    properties: propertiesOf(members, names),
    ...schema,
  };
}

const isTag = ({ kind }: Member): boolean => kind === 'tag';

/** The schemas of members. An object that depends on another member is described with it, in the table's own schema. */
export function propertiesOf(members: Members, names: readonly string[] = Object.keys(members)): Schema {
  const apart = new Set(
    Object.entries(members).flatMap(([name, member]) => (member.kind === 'dependent' ? [name, member.tag] : [])),
  );
  return Object.fromEntries(
    names.filter((name) => !apart.has(name)).map((name) => [name, memberSchema(members[name]!)]),
  );
}

/** Of objects of several shapes; shapes that share a table are one. */
function oneOfSchema({ by, shapes, about }: OneOf): Schema {
  const tag = String(by);
  const words = Object.keys(shapes);
  const wordsOf = (table: AnyTable): string[] => words.filter((word) => shapes[word] === table);
  return {
    type: 'object',
    ...about,
    required: [tag],
    properties: { [tag]: wordIn(words) },
    ...byTag(
      tag,
      [...new Set(Object.values(shapes))].map((table) => [wordsOf(table), refOr(table)]),
    ),
  };
}

const refOr = (table: AnyTable): Schema => (table.ref === undefined ? tableSchema(table) : ref(table.ref));

function memberSchema(member: Member): Schema {
  return { ...schemaOf(member), ...member.schema };
}

function schemaOf(member: Member): Schema {
  const { about } = member;
  switch (member.kind) {
    case 'text': {
      const mustHaveContent = (member.required || member.filled === true) && !('pattern' in about);
      return { type: 'string', ...(mustHaveContent && { pattern: '\\S' }), ...about };
    }
    case 'integer':
      return { type: 'integer', minimum: member.min, maximum: member.max, ...about };
    case 'boolean':
      return { type: 'boolean', ...about };
    case 'word':
      return { enum: member.accepted, ...about };
    case 'id':
      return { type: 'string', minLength: 1, ...about };
    case 'tag':
      return wordIn(member.values);
    case 'steps':
      return { type: 'array', ...about, items: ref('step') };
    case 'list':
      return { type: 'array', ...(member.filled && { minItems: 1 }), ...about, items: memberSchema(member.entry) };
    case 'oneOrMany': {
      const entry = memberSchema(member.entry);
      return { ...about, anyOf: [entry, { type: 'array', items: entry }] };
    }
    case 'object':
      return refOr(member.table);
    case 'scalar':
    case 'dependent':
      return about;
  }
}
